import type { keys as en } from '../keys/en.ts';

export const keys: typeof en = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page préc.',
  PageDown: 'Page suiv.',
  Escape: 'Échap',
  Ctrl: 'Ctrl',
  Shift: 'Maj',
  Enter: 'Entrée',
  Delete: 'Suppr',
  Space: 'Espace',
};
