/**
 * rclone's `filename_encryption = obfuscate`: `<sum>.<rotated name>`, where the sum is that of the name's code points
 * modulo 256. Each character is rotated within its range, by an amount that depends on the sum and the key. This hides
 * names only from a casual look, not from an attacker.
 */

const quote = '!';

/** Undefined if `name` is not obfuscated, or not with this key, which the sum shows. */
export function revealName(name: string, nameKey: Buffer): string | undefined {
  const dot = name.indexOf('.');
  const head = name.slice(0, Math.max(dot, 0));
  const rotated = name.slice(dot + 1);
  if (head === quote) return rotated;
  if (!/^\d{1,3}$/.test(head)) return undefined;

  const sum = Number(head);
  const rotation = nameKey.reduce((total, byte) => total + byte, sum);
  const plain = [...unquoted(rotated)]
    .map(({ code, quoted }) => String.fromCodePoint(quoted ? code : rotateBack(code, rotation)))
    .join('');
  return plain !== '' && sumOfCodePoints(plain) % 256 === sum ? plain : undefined;
}

/** A quote precedes each character that was not rotated. */
function* unquoted(text: string): Generator<{ code: number; quoted: boolean }> {
  let isQuoted = false;
  for (const character of text) {
    if (character === quote && !isQuoted) {
      isQuoted = true;
      continue;
    }
    yield { code: character.codePointAt(0) ?? 0, quoted: isQuoted };
    isQuoted = false;
  }
}

function rotateBack(code: number, rotation: number): number {
  const isUpper = code >= 0x41 && code <= 0x5a;
  const isLower = code >= 0x61 && code <= 0x7a;
  if (code >= 0x30 && code <= 0x39) return 0x30 + backWithin(code - 0x30, (rotation % 9) + 1, 10);
  if (isUpper || isLower) {
    // An alphabet of 52 letters: A to Z, then a to z.
    const letter = backWithin(isUpper ? code - 0x41 : code - 0x61 + 26, (rotation % 25) + 1, 52);
    return letter < 26 ? 0x41 + letter : 0x61 + letter - 26;
  }
  if (code >= 0xa0 && code <= 0xff) return 0xa0 + backWithin(code - 0xa0, (rotation % 95) + 1, 96);
  if (code >= 0x100) {
    const position = code % 256;
    return code - position + backWithin(position, (rotation % 127) + 1, 256);
  }
  return code;
}

function backWithin(position: number, distance: number, size: number): number {
  return (position - distance + size) % size;
}

function sumOfCodePoints(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) ?? 0;
  return sum;
}
