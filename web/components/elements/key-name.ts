import { text } from '../../strings/index.ts';

/** The names of keys that are typed one after the other, each with those that are held meanwhile before it. */
export function keysOf(shortcut: string): string[][] {
  return shortcut.split(' ').map((keys) => keys.split(/(?<=.)\+(?=.)/).map((key) => text.keys[key] ?? key));
}

/** A shortcut in words, such as `Esc`, `Ctrl+z` or `g t`. */
export function keyName(shortcut: string): string {
  return keysOf(shortcut)
    .map((keys) => keys.join('+'))
    .join(' ');
}

/** A shortcut for `aria-keyshortcuts`; undefined if there is none, or for a sequence, which ARIA has no notation for. */
export function announcedKey(shortcut: string | undefined): string | undefined {
  if (shortcut === undefined || shortcut.includes(' ')) return undefined;
  if (shortcut === '+') return 'Plus';
  return shortcut.replace('Ctrl+', 'Control+').replace(/(?<![^+])[a-z]$/, (letter) => letter.toUpperCase());
}
