import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface SureButtonProps {
  readonly label: string;
  /** The label of the button that confirms; it says what happens, with the number. */
  readonly sureLabel: string;
  readonly cancelLabel: string;
  readonly action: () => void;
  readonly kind?: 'quiet';
  readonly disabled?: boolean;
}

/** A button that asks for confirmation before it removes photos from the library. */
export function SureButton(props: SureButtonProps): JSX.Element {
  const { label, sureLabel, cancelLabel, action, kind = '', disabled = false } = props;
  const [isSure, setSure] = useState(false);
  if (!isSure) {
    return (
      <button
        class={`button ${kind}`}
        type="button"
        disabled={disabled}
        onClick={() => {
          setSure(true);
        }}
      >
        {label}
      </button>
    );
  }
  return (
    <>
      <button
        class="button primary"
        type="button"
        disabled={disabled}
        onClick={() => {
          setSure(false);
          action();
        }}
      >
        {sureLabel}
      </button>
      <button
        class="button quiet"
        type="button"
        onClick={() => {
          setSure(false);
        }}
      >
        {cancelLabel}
      </button>
    </>
  );
}
