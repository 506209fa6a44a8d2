import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field, type FieldProps } from './field.tsx';

interface SecretFieldProps extends Omit<FieldProps, 'type'> {
  /** The labels of the button that shows or hides the text. */
  readonly toggle: { readonly show: string; readonly hide: string };
}

/** A password field whose text can be shown. */
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
