import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field, type FieldProps } from './field.tsx';

interface SecretFieldProps extends Omit<FieldProps, 'type'> {
  /** What the button says that shows what was typed, and hides it again. */
  readonly toggle: { readonly show: string; readonly hide: string };
}

/** A password that is typed blindly, or seen while it is typed. */
export function SecretField({ toggle, ...field }: SecretFieldProps): JSX.Element {
  const [isShown, setShown] = useState(false);
  const word = isShown ? toggle.hide : toggle.show;
  return (
    <div class="secret-field">
      <Field {...field} type={isShown ? 'text' : 'password'} />
      <button
        class="button"
        type="button"
        aria-controls={`field-${field.name}`}
        aria-label={`${word}: ${field.label}`}
        onClick={() => {
          setShown(!isShown);
        }}
      >
        {word}
      </button>
    </div>
  );
}
