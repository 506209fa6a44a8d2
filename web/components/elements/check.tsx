import '../../styles/check.css';
import type { JSX } from 'preact';

interface CheckProps {
  readonly label: string;
  /** An explanation. */
  readonly hint?: string;
  readonly on: boolean;
  readonly set: (isOn: boolean) => void;
}

/** A checkbox with a label. */
export function Check({ label, hint, on, set }: CheckProps): JSX.Element {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => {
          set(currentTarget.checked);
        }}
      />
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  );
}
