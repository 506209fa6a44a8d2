import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  readonly title: string;
  readonly body: string;
  /** The label of the button that confirms. */
  readonly yes: string;
  readonly run: () => Promise<void>;
  readonly close: () => void;
}

/** A confirmation for actions that affect much or cannot be undone. */
export function Question({ title, body, yes, run, close }: QuestionProps): JSX.Element {
  const { dialog } = useApp();
  // Disables the shortcuts of the page behind it.
  useEffect(() => {
    dialog.value = { is: 'question' };
    return () => {
      dialog.value = null;
    };
  }, []);
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <p>{body}</p>
      <div class="buttons">
        <button class="button quiet" type="button" autofocus onClick={close}>
          {text.cancel}
        </button>
        <button
          class="button primary"
          type="button"
          onClick={() => {
            close();
            void run();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
