const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** The label of a key, for keys with long names such as `Escape`. */
export const keyName = (key: string): string => names[key] ?? key;
