import type { JSX, Ref } from 'preact';

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'password' | 'number' | 'time';
  readonly autocomplete: string;
  /** Which keys a phone offers. */
  readonly inputmode?: 'text' | 'numeric';
  readonly value: string;
  readonly set: (value: string) => void;
  /** What stays in the field of what was typed into it. */
  readonly clean?: (typed: string) => string;
  /** What people are told about the field, below its label. */
  readonly hint?: string;
  /** What the whole of it has to match, as of the HTML attribute. */
  readonly pattern?: string;
  readonly wrong?: boolean;
  /** May stay empty. */
  readonly optional?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly readOnly?: boolean;
  readonly input?: Ref<HTMLInputElement>;
}

/** One line of a form: taken letter by letter, never corrected. */
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
    ...rest
  } = props;
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
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={wrong}
        aria-describedby={hint === undefined ? undefined : `hint-${name}`}
        onInput={({ currentTarget }) => {
          const value = clean ? clean(currentTarget.value) : currentTarget.value;
          // Drawing again would not do it when the value is the same as before.
          if (value !== currentTarget.value) currentTarget.value = value;
          set(value);
        }}
      />
    </div>
  );
}

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'autocomplete'> {
  /** A password that is chosen now. Browsers offer to make one up, and no known one. */
  readonly isNew?: boolean;
}

/** A password. */
export function PasswordField({ isNew = false, ...field }: PasswordFieldProps): JSX.Element {
  return <Field {...field} type="password" autocomplete={isNew ? 'new-password' : 'current-password'} />;
}
