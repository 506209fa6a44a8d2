import type { SearchName } from './search-names.ts';
import { keysOf, type SearchWord } from './search-words.ts';

export interface KnownCamera {
  readonly id: number;
  readonly name: string;
}

/** Makers and models whose names are ordinary words: such a word alone does not mean a camera. */
const ordinary = new Set(
  `apple camera digital edge eos find galaxy go google honor kodak lens light lite magic mark mate mavic mini mobile moto
   motion new note nothing one phone photo pixel plus point pro red scan scanner smart star ultra`.split(/\s+/),
);
/** Models that are known by one word. */
const models = new Set(
  'coolpix easyshare finepix gopro hero ipad iphone ixus lumix powershot xperia cybershot'.split(' '),
);
/** The most words of a camera's name that are matched together. */
const longest = 6;

/** The cameras of a library by parts of their names: `iPhone 12`, `Canon`, `EOS 5D`. */
export class CameraIndex {
  /** For each part of a name, the cameras whose name contains it, and separately those whose name ends with it. */
  readonly #byPart = new Map<string, { inside: KnownCamera[]; atEnd: KnownCamera[] }>();

  constructor(cameras: readonly KnownCamera[]) {
    for (const camera of cameras) {
      const keys = keysOf(camera.name);
      for (let from = 0; from < keys.length; from += 1) {
        for (let to = from + 1; to <= Math.min(keys.length, from + longest); to += 1) {
          const part = keys.slice(from, to);
          if (!isTelling(part, from === 0)) continue;
          const entry = this.#byPart.get(part.join(' ')) ?? { inside: [], atEnd: [] };
          entry[to === keys.length ? 'atEnd' : 'inside'].push(camera);
          this.#byPart.set(part.join(' '), entry);
        }
      }
    }
  }

  /** The longest part of a camera's name that starts at a word; null if there is none. */
  at(words: readonly SearchWord[], at: number): { words: number; found: SearchName } | null {
    for (let count = Math.min(longest, words.length - at); count > 0; count -= 1) {
      const part = words.slice(at, at + count);
      if (part.some(({ quote }) => quote !== null)) continue;
      const entry = this.#byPart.get(part.map(({ key }) => key).join(' '));
      if (!entry) continue;
      // `iPhone 12` does not match an iPhone 12 Pro, while `iPhone` matches all of them.
      const cameras = count > 1 && entry.atEnd.length > 0 ? entry.atEnd : [...entry.atEnd, ...entry.inside];
      const [only, another] = new Set(cameras.map(({ name }) => name));
      const name = only !== undefined && another === undefined ? only : part.map(({ text }) => text).join(' ');
      return { words: count, found: { name, ids: cameras.map(({ id }) => id) } };
    }
    return null;
  }
}

/** Whether a part of a name identifies a camera. @param isFirst whether it begins with the first word, usually the maker */
function isTelling(part: readonly string[], isFirst: boolean): boolean {
  const [first = ''] = part;
  const isModel = part.some((key) => key.length > 2 && /\p{L}/u.test(key) && /\d/.test(key));
  if (isModel || models.has(first)) return true;
  if (part.length === 1) return isFirst && first.length > 2 && !ordinary.has(first) && !/^\d/.test(first);
  // `Pixel 6`, `EOS R`, `Galaxy S 8`
  return isFirst || (ordinary.has(first) && part.some((key) => key.length === 1 || /\d/.test(key)));
}
