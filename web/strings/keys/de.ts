import type { keys as en } from '../keys/en.ts';

export const keys: typeof en = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Bild auf',
  PageDown: 'Bild ab',
  Escape: 'Esc',
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Enter: 'Enter',
  Delete: 'Entf',
  Space: 'Leertaste',
};
