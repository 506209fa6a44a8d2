/** Bytes of a name in UTF-8: file systems take no longer ones, and some room is left for a number behind the name. */
const longestBytes = 240;

/** Control characters, and characters that change the direction of text to hide a suffix. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Path separators, and characters that Windows reserves. */
const forbidden = /[/\\:*?"<>|]/g;

/** Names of devices in Windows, whatever the suffix; the digits may be superscript. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³])(?=\.|$)/i;

/** A file name that every system takes and that leads to no other folder; `photo` where nothing is left of it. */
export function safeFileName(name: string): string {
  const cleaned = name
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
    .replace(unwanted, '')
    .replace(forbidden, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  // Shortened before the check for devices: cutting at a dot could make the name of one.
  const short = shortened(cleaned || 'photo', longestBytes);
  return device.test(short) ? `_${short}` : short;
}

/** A name that tells nothing of the file but its kind: `photo-07.jpg`. @param index from 0 */
export function numberedName(index: number, count: number, name: string): string {
  const [suffix = ''] = /\.[a-z0-9]{1,5}$/i.exec(name) ?? [];
  return `photo-${String(index + 1).padStart(String(count).length, '0')}${suffix.toLowerCase()}`;
}

/** Tells files of one archive apart, on systems for which `a.jpg` and `A.JPG` are one file as well. */
export class NamesApart {
  /** The last number that was given to a name, by the name without case. */
  readonly #used = new Map<string, number>();

  /** @param name a safe one; the same name becomes `IMG_1 (2).jpg` the second time */
  take(name: string): string {
    const { stem, suffix } = split(name);
    let number = this.#used.get(keyOf(name)) ?? 0;
    if (number === 0) {
      this.#used.set(keyOf(name), 1);
      return name;
    }
    let free = name;
    // A file may be called "IMG_1 (2).jpg" by itself.
    do free = `${stem} (${++number})${suffix}`;
    while (this.#used.has(keyOf(free)));
    this.#used.set(keyOf(name), number).set(keyOf(free), 1);
    return free;
  }
}

/** Some systems compare names without accents composed, and ß is SS in upper case. */
const keyOf = (name: string): string => name.toUpperCase().toLowerCase().normalize('NFC');

function split(name: string): { stem: string; suffix: string } {
  const suffix = /(?<=.)\.[^.\s]{1,8}$/u.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - suffix.length), suffix };
}

function shortened(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  const { stem, suffix } = split(name);
  const room = most - Buffer.byteLength(suffix);
  let kept = '';
  let bytes = 0;
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return kept.replace(/[\s.]+$/u, '') + suffix;
}
