import type { App } from '../app.ts';
import { offered, perform } from './index.ts';

/** Milliseconds in which the second key of two must come. */
const patience = 1200;

/** Runs the action of a shortcut, whatever has the focus, unless somebody is typing. @returns how to stop it */
export function followShortcuts(app: App): () => void {
  let first: { key: string; at: number } | null = null;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.altKey || app.dialog.value !== null || isTyping(event.target))
      return;
    // A question lies over the page: its keys are its own.
    if (document.querySelector('dialog[open]')) return;
    // The plus of many keyboards needs shift; people press its key without.
    const plain = event.key === '=' ? '+' : event.key;
    const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key.toLowerCase()}` : plain;
    const both = first && event.timeStamp - first.at < patience ? `${first.key} ${key}` : null;
    const now = offered(app);
    const action = now.find(({ shortcut }) => shortcut === both) ?? now.find(({ shortcut }) => shortcut === key);
    const begins = !action && now.some(({ shortcut }) => shortcut?.startsWith(`${key} `));
    first = begins ? { key, at: event.timeStamp } : null;
    if (!action) return;
    event.preventDefault();
    void perform(action, app);
  };
  addEventListener('keydown', onKeyDown);
  return () => {
    removeEventListener('keydown', onKeyDown);
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
