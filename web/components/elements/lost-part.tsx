import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { useRecovered } from '../hooks/recovered.ts';
import { Dialog } from './dialog.tsx';
import { Message } from './message.tsx';

/** In place of a page that could not be loaded; it is loaded again when the server is back. */
export function LostPage({ level = 1 }: { level?: 1 | 2 }): JSX.Element {
  const { connection } = useApp();
  useRecovered(reload);
  const common = { level, drawing: 'lost', title: text.pageLost } as const;
  if (connection.lost.value) return <Message {...common} body={text.pageAwayBody} />;
  return (
    <Message {...common} body={text.pageLostBody}>
      <button class="button" type="button" onClick={reload}>
        {text.tryAgain}
      </button>
    </Message>
  );
}

/** In place of a dialog that could not be loaded. What is selected on the page behind it stays until the user reloads it. */
export function LostDialog({ close }: { close: () => void }): JSX.Element {
  const isLost = useApp().connection.lost.value;
  return (
    <Dialog label={text.partLost} close={close}>
      <h2>{text.partLost}</h2>
      <p role="alert">{isLost ? text.unreachable : text.pageLostBody}</p>
      <div class="buttons">
        <button class="button quiet" type="button" autofocus onClick={close}>
          {text.close}
        </button>
        {!isLost && (
          <button class="button primary" type="button" onClick={reload}>
            {text.reloadPage}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function reload(): void {
  location.reload();
}
