import type { App } from '../app.ts';
import type { Action } from './action.ts';
import { offered, perform } from './index.ts';

/** The most milliseconds between two keys of a sequence. */
const sequenceTimeout = 1200;

/** Runs actions by their shortcuts, wherever the focus is, except in text fields. @returns a function that stops it */
export function followShortcuts(app: App): () => void {
  let first: { key: string; at: number } | null = null;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.altKey || app.dialog.value !== null || isTyping(event.target))
      return;
    // An open dialog handles its own keys.
    if (document.querySelector('dialog[open]')) return;
    // The focused control handles the space bar.
    if (event.key === ' ' && isPressedBySpace(event.target)) return;
    const key = keyOf(event);
    const sequence = first && event.timeStamp - first.at < sequenceTimeout ? `${first.key} ${key}` : null;
    const available = offered(app);
    const actionFor = (keys: string | null): Action | undefined =>
      available.find(({ shortcut, otherKey }) => keys !== null && (shortcut === keys || otherKey === keys));
    const action =
      actionFor(sequence) ?? (event.shiftKey ? actionFor(`Shift+${shifted(key)}`) : undefined) ?? actionFor(key);
    const isSequenceStart = !action && available.some(({ shortcut }) => shortcut?.startsWith(`${key} `));
    first = isSequenceStart ? { key, at: event.timeStamp } : null;
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
  // On many keyboards, plus needs shift; people press the key without it.
  return { '=': '+', ' ': 'Space' }[key] ?? key;
}

/** The name of the key without shift: letters in lower case. */
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
