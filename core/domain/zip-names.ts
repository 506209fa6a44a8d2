/** Maximum bytes of a name in UTF-8, with space for a number: the limit of file systems is 255. */
const longestBytes = 240;

/** Control characters, and characters that change the direction of text, which can hide a file's extension. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Path separators, and characters that Windows reserves. */
const forbidden = /[/\\:*?"<>|]/g;

/** Names of devices in Windows, with any extension; the digits may be superscript. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³])(?=\.|$)/i;

/** A file name that is valid on all systems and leads to no other folder; `photo` if nothing of it is left. */
export function safeFileName(name: string): string {
  const cleaned = name
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
    .replace(unwanted, '')
    .replace(forbidden, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  // Truncated before the check for devices, since truncating at a dot may result in the name of one.
  const short = shortened(cleaned || 'photo', longestBytes);
  return device.test(short) ? `_${short}` : short;
}

/** A name that reveals only the type of the file: `photo-07.jpg`. @param index from 0 */
export function numberedName(index: number, count: number, name: string): string {
  const [suffix = ''] = /\.[a-z0-9]{1,5}$/i.exec(name) ?? [];
  return `photo-${String(index + 1).padStart(String(count).length, '0')}${suffix.toLowerCase()}`;
}

/** Makes the names of files in one archive unique, even on systems where `a.jpg` and `A.JPG` are the same file. */
export class NamesApart {
  /** The last number that was appended to a name, by the name without case. */
  readonly #used = new Map<string, number>();

  /** @param name a safe name; if it occurs a second time, it becomes `IMG_1 (2).jpg` */
  take(name: string): string {
    const { stem, suffix } = split(name);
    let number = this.#used.get(keyOf(name)) ?? 0;
    if (number === 0) {
      this.#used.set(keyOf(name), 1);
      return name;
    }
    let candidate = name;
    // The original name of a file may be "IMG_1 (2).jpg".
    do candidate = `${stem} (${++number})${suffix}`;
    while (this.#used.has(keyOf(candidate)));
    this.#used.set(keyOf(name), number).set(keyOf(candidate), 1);
    return candidate;
  }
}

/** Some systems compare names without composing accents, and convert ß to SS in upper case. */
const keyOf = (name: string): string => name.toUpperCase().toLowerCase().normalize('NFC');

function split(name: string): { stem: string; suffix: string } {
  const suffix = /(?<=.)\.[^.\s]{1,8}$/u.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - suffix.length), suffix };
}

function shortened(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const { stem, suffix } = split(name);
  const room = maxBytes - Buffer.byteLength(suffix);
  let prefix = '';
  let bytes = 0;
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    prefix += character;
  }
  return prefix.replace(/[\s.]+$/u, '') + suffix;
}
