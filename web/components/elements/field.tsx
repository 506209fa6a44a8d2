import type { JSX, Ref } from 'preact';
import { useContext } from 'preact/hooks';
import { FormState } from './form-state.ts';

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'password' | 'number' | 'time';
  readonly autocomplete: string;
  /** The keyboard that a phone shows. */
  readonly inputmode?: 'text' | 'numeric';
  /** What a phone begins with a capital; nothing by default. */
  readonly capitals?: 'words' | 'sentences';
  readonly value: string;
  readonly set: (value: string) => void;
  /** Normalises the typed text. */
  readonly clean?: (typed: string) => string;
  /** A hint below the label. */
  readonly hint?: string;
  /** The HTML attribute `pattern`. */
  readonly pattern?: string;
  /** Whether the form's error is about it. */
  readonly wrong?: boolean;
  /** Whether it may stay empty. */
  readonly optional?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly readOnly?: boolean;
  readonly input?: Ref<HTMLInputElement>;
}

/** A text field of a form, without spelling correction. */
export function Field(props: FieldProps): JSX.Element {
  const {
    label,
    name,
    set,
    clean,
    hint,
    wrong = false,
    input = null,
    type = 'text',
    optional = false,
    capitals = 'none',
    ...rest
  } = props;
  const { failureId } = useContext(FormState);
  const described = [hint === undefined ? null : `hint-${name}`, wrong ? failureId : null].filter((id) => id !== null);
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      {hint !== undefined && <p id={`hint-${name}`}>{hint}</p>}
      <input
        {...rest}
        ref={input}
        id={`field-${name}`}
        name={name}
        type={type}
        required={!optional}
        autocapitalize={capitals}
        spellcheck={false}
        aria-invalid={wrong}
        aria-describedby={described.join(' ') || undefined}
        onInput={({ currentTarget }) => {
          const value = clean ? clean(currentTarget.value) : currentTarget.value;
          // If the cleaned value equals the previous one, no render would update the field.
          if (value !== currentTarget.value) currentTarget.value = value;
          set(value);
        }}
      />
    </div>
  );
}

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'autocomplete'> {
  /** Whether it is a new password: browsers offer to generate one, rather than a stored one. */
  readonly isNew?: boolean;
}

/** A password field. */
export function PasswordField({ isNew = false, ...field }: PasswordFieldProps): JSX.Element {
  return <Field {...field} type="password" autocomplete={isNew ? 'new-password' : 'current-password'} />;
}
