import { stemOf } from './media-types.ts';

/*
 * [Note: names of side files]
 * The side file of `IMG_1.jpg` is `IMG_1.jpg.json`, since 2024 `IMG_1.jpg.supplemental-metadata.json`. The part before
 * `.json` is truncated to 46 characters, anywhere: `….supplemental-metada.json`, `….jp.json`, or within the name. If several
 * files in a folder have the same name, the number is before the extension of the photo, but at the very end of the name of
 * its side file: `IMG_1(1).jpg` and `IMG_1.jpg(1).json`. A photo that was edited in Google Photos has a second file,
 * `IMG_1-edited.jpg`, in the language of the export, without a side file of its own.
 */

const sideSuffix = '.supplemental-metadata';
/** The minimum length of a truncated name; a few characters less with a number. */
const minTruncatedLength = 40;

/** A name with Google's number of files of that name in a folder. */
interface NumberedName {
  readonly name: string;
  /** 0 for the first. */
  readonly number: number;
}

const editedSuffix =
  /-(edited|edit|bearbeitet|modifi[eé]e?|editad[oa]|modificat[oa]|bewerkt|redigerad|redigeret|redigert|edytowane|upraveno|muokattu|düzenlendi|изменено|編集済み|编辑|已修改|수정됨)$/iu;

const keyOf = ({ name, number }: NumberedName): string => `${number} ${name.normalize('NFC')}`;

/** The characters that a title and its file name have in common: Google replaces others than letters and digits by `_`. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** `IMG_1.jpg(1).json` → `IMG_1.jpg`, 1 */
function numberedSide(file: string): NumberedName {
  const whole = file.replace(/\.json$/i, '');
  const [, name, number] = /^(.+)\((\d{1,5})\)$/.exec(whole) ?? [];
  return name === undefined ? { name: whole, number: 0 } : { name, number: Number(number) };
}

/** The possible names of a photo's side file, most likely first. */
function meanings(file: string): NumberedName[] {
  const candidates: NumberedName[] = [{ name: file, number: 0 }];
  const end = file.slice(stemOf(file).length);
  const [, base, digits] = /^(.+)\((\d{1,5})\)$/.exec(stemOf(file)) ?? [];
  const number = Number(digits ?? 0);
  const stem = base ?? stemOf(file);
  if (number > 0) candidates.push({ name: stem + end, number });
  const original = stem.replace(editedSuffix, '');
  if (original !== stem) candidates.push({ name: original + end, number });
  return candidates;
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
      const existing = sides.get(name);
      if (!existing || isNewer(side, existing)) sides.set(name, side);
    }
  }

  /** The side file of a file; undefined if there is none. See [Note: names of side files]. */
  of(file: string): Side | undefined {
    const candidates = meanings(file);
    // `IMG_1.JPG` and `IMG_1.jpg` may be in the same folder.
    return (
      find(candidates, (candidate) => this.#exact.get(keyOf(candidate))) ??
      find(candidates, (candidate) => this.#anyCase.get(keyOf(candidate).toLowerCase()))
    );
  }
}

type Look<Side> = (candidate: NumberedName) => Side | undefined;

function isNewer(side: NamedSide, existing: NamedSide): boolean {
  return side.mtimeMs === existing.mtimeMs ? side.path > existing.path : side.mtimeMs > existing.mtimeMs;
}

function find<Side extends NamedSide>(candidates: readonly NumberedName[], look: Look<Side>): Side | undefined {
  for (const candidate of candidates) {
    const side = findNamed(candidate, look);
    if (side !== undefined) return side;
  }
  const [{ name }, numbered] = candidates as [NumberedName, ...NumberedName[]];
  // Photos with truncated names were numbered after truncation, which does not always apply to their side files.
  const shortened =
    numbered && findTruncated({ name: numbered.name, number: 0 }, Math.min(46, numbered.name.length - 1), look);
  return shortened ?? look({ name: stemOf(name), number: 0 });
}

function findNamed<Side extends NamedSide>({ name, number }: NumberedName, look: Look<Side>): Side | undefined {
  const exactSide = look({ name, number });
  if (exactSide !== undefined) return exactSide;
  const fullName = name + sideSuffix;
  for (let length = fullName.length; length > name.length; length -= 1) {
    const side = look({ name: fullName.slice(0, length), number });
    if (side !== undefined) return side;
  }
  return findTruncated({ name, number }, name.length - 1, look);
}

/** Several names may have the same truncated form: the title decides. */
function findTruncated<Side extends NamedSide>(
  numbered: NumberedName,
  longest: number,
  look: Look<Side>,
): Side | undefined {
  const { name, number } = numbered;
  for (let length = longest; length >= minTruncatedLength; length -= 1) {
    const side = look({ name: name.slice(0, length), number });
    if (side && lettersOf(side.title ?? '').startsWith(lettersOf(stemOf(name)))) return side;
  }
  return undefined;
}
