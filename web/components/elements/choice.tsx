import type { JSX } from 'preact';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly value: T;
  readonly set: (value: T) => void;
  readonly disabled?: boolean;
}

/** Radio buttons for a few options. */
export function Choice<T extends string>(props: ChoiceProps<T>): JSX.Element {
  const { label, name, options, value: current, set, disabled = false } = props;
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend>{label}</legend>
      <div class="choice-options">
        {options.map(({ value, label: option, lang }) => (
          <label key={value} lang={lang}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === current}
              onChange={() => {
                set(value);
              }}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
