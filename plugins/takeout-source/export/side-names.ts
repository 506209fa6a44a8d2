import { stemOf } from './media-types.ts';

/*
 * [Note: names of side files]
 * The side file of `IMG_1.jpg` is `IMG_1.jpg.json`, since 2024 `IMG_1.jpg.supplemental-metadata.json`. The part before
 * `.json` is truncated to 46 characters, anywhere: `….supplemental-metada.json`, `….jp.json`, or within the name. If several
 * files in a folder have the same name, the number is before the extension of the photo, but at the very end of the name of
 * its side file: `IMG_1(1).jpg` and `IMG_1.jpg(1).json`. A photo that was edited in Google Photos has a second file,
 * `IMG_1-edited.jpg`, in the language of the export, without a side file of its own.
 */

const added = '.supplemental-metadata';
/** The minimum length of a truncated name; a few characters less with a number. */
const leastOfCut = 40;

/** A name with Google's number of files of that name in a folder. */
interface Numbered {
  readonly name: string;
  /** 0 for the first. */
  readonly number: number;
}

const editedSuffix =
  /-(edited|edit|bearbeitet|modifi[eé]e?|editad[oa]|modificat[oa]|bewerkt|redigerad|redigeret|redigert|edytowane|upraveno|muokattu|düzenlendi|изменено|編集済み|编辑|已修改|수정됨)$/iu;

const keyOf = ({ name, number }: Numbered): string => `${number} ${name.normalize('NFC')}`;

/** The characters that a title and its file name have in common: Google replaces others than letters and digits by `_`. */
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

/** The possible names of a photo's side file, most likely first. */
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

/** The data of a side file that is needed to match it. */
export interface NamedSide {
  readonly path: string;
  readonly mtimeMs: number;
  /** The title in its JSON; null if there is none. */
  readonly title: string | null;
}

/** Finds the side files of photos in one folder by their names. */
export class SideNames<Side extends NamedSide> {
  readonly #exact = new Map<string, Side>();
  readonly #anyCase = new Map<string, Side>();

  /** Of two side files with the same name, from several exports, the newer one is used. */
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

  /** The side file of a file; undefined if there is none. See [Note: names of side files]. */
  of(file: string): Side | undefined {
    const asked = meanings(file);
    // `IMG_1.JPG` and `IMG_1.jpg` may be in the same folder.
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
  // Photos with truncated names were numbered after truncation, which does not always apply to their side files.
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

/** Several names may have the same truncated form: the title decides. */
function cut<Side extends NamedSide>(meant: Numbered, longest: number, look: Look<Side>): Side | undefined {
  const { name, number } = meant;
  for (let length = longest; length >= leastOfCut; length -= 1) {
    const side = look({ name: name.slice(0, length), number });
    if (side && lettersOf(side.title ?? '').startsWith(lettersOf(stemOf(name)))) return side;
  }
  return undefined;
}
