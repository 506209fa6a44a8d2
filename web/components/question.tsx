import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app.ts';
import { text } from '../strings/index.ts';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** What the button says that does it. */
  readonly yes: string;
  readonly busy?: boolean;
  readonly answer: (yes: boolean) => void;
}

/** Asks before something that nothing takes back. */
export function Question({ title, children, yes, busy = false, answer }: QuestionProps): JSX.Element {
  const { dialog } = useApp();
  useEffect(() => {
    dialog.value = 'question';
    return () => {
      dialog.value = null;
    };
  }, []);
  return (
    <Dialog
      label={title}
      close={() => {
        answer(false);
      }}
    >
      <h2>{title}</h2>
      {children}
      <div class="buttons">
        <button
          class="button"
          type="button"
          onClick={() => {
            answer(false);
          }}
        >
          {text.cancel}
        </button>
        <button
          class="button primary"
          type="button"
          disabled={busy}
          onClick={() => {
            answer(true);
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
