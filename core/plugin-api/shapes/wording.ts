/** The usual maximum length of a text. */
const usual = 200;

/**
 * Whether it is a `Wording`: one text, or one in English and optionally in other languages. A text is one line and not
 * blank.
 * @param longest maximum characters of each text
 */
export function isWording(value: unknown, longest = usual): boolean {
  const isText = (text: unknown): boolean =>
    typeof text === 'string' && text.trim() !== '' && text.length <= longest && !/\p{Cc}/u.test(text);
  if (typeof value !== 'object' || value === null) return isText(value);
  const { en, de, fr } = value as Readonly<Record<string, unknown>>;
  return isText(en) && [de, fr].every((text) => text === undefined || isText(text));
}
