/** The usual characters of codes. A character is replaced by another one of the same alphabet. */
const alphabets: readonly string[] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const shifts: readonly number[] = [5, ...Array.from({ length: 25 }, (_, at) => at + 1)];

/** Another character of the same kind; spaces, dashes and the like stay. */
function shifted(character: string, by: number): string {
  const alphabet = alphabets.find((one) => one.includes(character));
  if (alphabet) return alphabet[(alphabet.indexOf(character) + by) % alphabet.length] ?? '';
  const isSymbol = /^[\p{L}\p{N}\p{So}]$/u.test(character);
  return isSymbol ? String.fromCodePoint((character.codePointAt(0) ?? 0) + by) : character;
}

/** The code with all digits changed, then all characters but punctuation, then with a single character. */
function* changesOf(code: string): Generator<string> {
  const characters = Array.from(code);
  for (const by of shifts) yield code.replace(/\d/g, (digit) => shifted(digit, by));
  for (const by of shifts) yield characters.map((character) => shifted(character, by)).join('');
  for (const at of characters.keys()) {
    for (const by of shifts) yield characters.with(at, shifted(characters[at] ?? '', by)).join('');
  }
}

const folded = (code: string): string => code.normalize('NFKC').toLowerCase();

/**
 * An invalid code in the same form as a valid one.
 * @param fits whether the page sends such a code
 * @returns null if the page sends no other code
 */
export function wrongCodeOf(rightCode: string, fits: (code: string) => boolean): string | null {
  for (const code of changesOf(rightCode)) {
    if (folded(code) !== folded(rightCode) && fits(code)) return code;
  }
  return null;
}
