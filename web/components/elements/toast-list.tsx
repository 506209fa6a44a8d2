import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

/** A modal dialog; the page is none. */
type Layer = symbol | null;

/** The open dialogs, the one on top last. */
const dialogs = signal<readonly symbol[]>([]);

/** The layer of a modal dialog, on top of those that were open before it. */
export function useLayer(): Layer {
  const layer = useMemo(() => Symbol('dialog'), []);
  useLayoutEffect(() => {
    dialogs.value = [...dialogs.peek(), layer];
    return () => {
      dialogs.value = dialogs.peek().filter((other) => other !== layer);
    };
  }, []);
  return layer;
}

/**
 * Messages about recent actions, with undo. Each layer has the list, and the one on top shows them: what lies behind a dialog
 * can neither be pressed nor is it announced.
 */
export function ToastList({ layer = null }: { layer?: Layer }): JSX.Element {
  const { router, toasts } = useApp();
  const isOnTop = layer === (dialogs.value.at(-1) ?? null);
  const shown = isOnTop ? toasts.shown.value : [];
  const here = formatPlace(router.place.value);
  return (
    // Not atomic: with each message, those before it would be read again.
    <div class="toasts" role="status" aria-atomic="false">
      {shown.map((toast) => (
        <p key={toast.id} class="toast" data-failed={toast.failed}>
          <span>{toast.message}</span>
          <span class="toast-buttons">
            {toast.opens !== null && toast.opens !== here && (
              <a class="button quiet" href={toast.opens}>
                {text.toOpen}
              </a>
            )}
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
          </span>
        </p>
      ))}
    </div>
  );
}
