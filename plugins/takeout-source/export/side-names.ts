import { stemOf } from './media-types.ts';

/*
 * [Note: names of side files]
 * The side file of `IMG_1.jpg` is `IMG_1.jpg.json`, since 2024 `IMG_1.jpg.supplemental-metadata.json`. What stands before
 * `.json` is cut to 46 characters, wherever that falls: `….supplemental-metada.json`, `….jp.json`, or within the name. Of
 * several files with one name in a folder, the number stands before the end of the photo's name, and at the very end of
 * that of its side file: `IMG_1(1).jpg` and `IMG_1.jpg(1).json`. A photo that was edited in Google Photos has a second file,
 * `IMG_1-edited.jpg`, in the language of the export, and no side file of its own.
 */

const added = '.supplemental-metadata';
/** What is cut off by Google leaves this much of a name at the least; a few less with a number. */
const leastOfCut = 40;

/** A name as Google counts files of it in one folder. */
interface Numbered {
  readonly name: string;
  /** 0: the first. */
  readonly number: number;
}

const editedSuffix =
  /-(edited|edit|bearbeitet|modifi[eé]e?|editad[oa]|modificat[oa]|bewerkt|redigerad|redigeret|redigert|edytowane|upraveno|muokattu|düzenlendi|изменено|編集済み|编辑|已修改|수정됨)$/iu;

const keyOf = ({ name, number }: Numbered): string => `${number} ${name.normalize('NFC')}`;

/** What is the same in a title and in the name of its file: Google writes others than letters and digits as `_`. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** `IMG_1.jpg(1).json` → `IMG_1.jpg`, 1 */
function numberedSide(file: string): Numbered {
  const whole = file.replace(/\.json$/i, '');
  const [, name, number] = /^(.+)\((\d{1,5})\)$/.exec(whole) ?? [];
  return name === undefined ? { name: whole, number: 0 } : { name, number: Number(number) };
}

/** What a photo's side file may be called after, the likeliest first. */
function meanings(file: string): Numbered[] {
  const found: Numbered[] = [{ name: file, number: 0 }];
  const end = file.slice(stemOf(file).length);
  const [, base, digits] = /^(.+)\((\d{1,5})\)$/.exec(stemOf(file)) ?? [];
  const number = Number(digits ?? 0);
  const stem = base ?? stemOf(file);
  if (number > 0) found.push({ name: stem + end, number });
  const original = stem.replace(editedSuffix, '');
  if (original !== stem) found.push({ name: original + end, number });
  return found;
}

/** What has to be known of a side file to tell whose it is. */
export interface NamedSide {
  readonly path: string;
  readonly mtimeMs: number;
  /** As in its JSON; null where it has none. */
  readonly title: string | null;
}

/** Finds the side files of photos in one folder by their names. */
export class SideNames<Side extends NamedSide> {
  readonly #exact = new Map<string, Side>();
  readonly #anyCase = new Map<string, Side>();

  /** Of two with the same name, which exports side by side have, the newer counts. */
  add(file: string, side: Side): void {
    const key = keyOf(numberedSide(file));
    for (const [sides, name] of [
      [this.#exact, key],
      [this.#anyCase, key.toLowerCase()],
    ] as const) {
      const known = sides.get(name);
      if (!known || isNewer(side, known)) sides.set(name, side);
    }
  }

  /** The side file that is meant for the file; undefined when there is none. See [Note: names of side files]. */
  of(file: string): Side | undefined {
    const asked = meanings(file);
    // `IMG_1.JPG` and `IMG_1.jpg` may lie beside each other.
    return (
      find(asked, (meant) => this.#exact.get(keyOf(meant))) ??
      find(asked, (meant) => this.#anyCase.get(keyOf(meant).toLowerCase()))
    );
  }
}

type Look<Side> = (meant: Numbered) => Side | undefined;

function isNewer(side: NamedSide, known: NamedSide): boolean {
  return side.mtimeMs === known.mtimeMs ? side.path > known.path : side.mtimeMs > known.mtimeMs;
}

function find<Side extends NamedSide>(asked: readonly Numbered[], look: Look<Side>): Side | undefined {
  for (const meant of asked) {
    const found = named(meant, look);
    if (found !== undefined) return found;
  }
  const [{ name }, numbered] = asked as [Numbered, ...Numbered[]];
  // Photos whose names were cut have been numbered after it, and their side files not always.
  const shortened = numbered && cut({ name: numbered.name, number: 0 }, Math.min(46, numbered.name.length - 1), look);
  return shortened ?? look({ name: stemOf(name), number: 0 });
}

function named<Side extends NamedSide>({ name, number }: Numbered, look: Look<Side>): Side | undefined {
  const exact = look({ name, number });
  if (exact !== undefined) return exact;
  const whole = name + added;
  for (let length = whole.length; length > name.length; length -= 1) {
    const side = look({ name: whole.slice(0, length), number });
    if (side !== undefined) return side;
  }
  return cut({ name, number }, name.length - 1, look);
}

/** What is left of a name once it is cut may be left of others as well: the title has the rest. */
function cut<Side extends NamedSide>(meant: Numbered, longest: number, look: Look<Side>): Side | undefined {
  const { name, number } = meant;
  for (let length = longest; length >= leastOfCut; length -= 1) {
    const side = look({ name: name.slice(0, length), number });
    if (side && lettersOf(side.title ?? '').startsWith(lettersOf(stemOf(name)))) return side;
  }
  return undefined;
}
