/** The names of keys, as people know them from their keyboards. All others are their own name. */
export const keys: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Enter: 'Enter',
  Delete: 'Del',
  Space: 'Space',
};
