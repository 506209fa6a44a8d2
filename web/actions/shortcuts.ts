import type { App } from '../app.ts';
import type { Action } from './action.ts';
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
    // What has the focus takes it.
    if (event.key === ' ' && isPressedBySpace(event.target)) return;
    const key = keyOf(event);
    const both = first && event.timeStamp - first.at < patience ? `${first.key} ${key}` : null;
    const now = offered(app);
    const of = (keys: string | null): Action | undefined =>
      now.find(({ shortcut, otherKey }) => keys !== null && (shortcut === keys || otherKey === keys));
    const action = of(both) ?? (event.shiftKey ? of(`Shift+${shifted(key)}`) : undefined) ?? of(key);
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

function keyOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return `Ctrl+${key.toLowerCase()}`;
  // The plus of many keyboards needs shift; people press its key without.
  return { '=': '+', ' ': 'Space' }[key] ?? key;
}

/** As the key is called without shift: letters are written small. */
function shifted(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

function isPressedBySpace(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, summary, [role=button], [role=menuitem]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
