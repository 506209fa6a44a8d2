import type { JSX } from 'preact';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'password';
  readonly autocomplete: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

/** One line of a form that is for signing in: taken letter by letter, never corrected. */
export function Field({ label, set, type = 'text', ...rest }: FieldProps): JSX.Element {
  return (
    <label>
      {label}
      <input
        {...rest}
        type={type}
        required
        autocapitalize="none"
        spellcheck={false}
        onInput={(event) => {
          set(event.currentTarget.value);
        }}
      />
    </label>
  );
}
