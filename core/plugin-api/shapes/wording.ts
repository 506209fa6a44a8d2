const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 200;

/** Whether it is a `Wording`. */
export function isWording(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isText(value);
  const { en, de, fr } = value as Readonly<Record<string, unknown>>;
  return isText(en) && [de, fr].every((text) => text === undefined || isText(text));
}
