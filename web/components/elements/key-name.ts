const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** What stands on a key whose name is longer, as in `Escape`. */
export const keyName = (key: string): string => names[key] ?? key;
