import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  readonly title: string;
  readonly body: string;
  /** What the button says that does it. */
  readonly yes: string;
  readonly run: () => Promise<void>;
  readonly close: () => void;
}

/** Asks before something is done to much at once, or that nothing takes back. */
export function Question({ title, body, yes, run, close }: QuestionProps): JSX.Element {
  const { dialog } = useApp();
  // No shortcut of the page behind is meant meanwhile.
  useEffect(() => {
    dialog.value = 'question';
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
