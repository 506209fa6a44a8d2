import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** Copies a text to the clipboard. Absent if the browser has no clipboard API, as over plain HTTP from another machine. */
export function CopyButton({ label, of }: { label: string; of: string }): JSX.Element | null {
  const { toasts } = useApp();
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (!clipboard) return null;
  const copy = async (): Promise<void> => {
    try {
      await clipboard.writeText(of);
      toasts.say(text.copied);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <button class="button" type="button" onClick={() => void copy()}>
      {label}
    </button>
  );
}
