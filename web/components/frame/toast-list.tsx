import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** Messages about recent actions, with undo. */
export function ToastList(): JSX.Element {
  const { toasts } = useApp();
  return (
    <div class="toasts" role="status">
      {toasts.shown.value.map((toast) => (
        <p key={toast.id} class="toast" data-failed={toast.failed}>
          <span>{toast.message}</span>
          {toast.undo ? (
            <button class="button quiet" type="button" onClick={() => void toasts.undo(toast)}>
              {text.undo}
            </button>
          ) : (
            <button
              class="button quiet"
              type="button"
              onClick={() => {
                toasts.dismiss(toast);
              }}
            >
              {text.dismiss}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
