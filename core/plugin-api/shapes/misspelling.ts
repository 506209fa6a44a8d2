import { nearestName } from '../toolkit/nearest-name.ts';

/** An unknown name that is similar to a known one. */
interface Misspelling {
  readonly found: string;
  readonly meant: string;
}

/**
 * The problem with the names of an object's properties; null if there is none.
 * @param where continues the problem, as in ` in its option X`
 */
export function misspellingProblem(
  object: object,
  knownNames: Readonly<Record<string, true>>,
  where = '',
): readonly [problem: string, remedy: string] | null {
  const found = misspelling(object, Object.keys(knownNames));
  return found && [`has \`${found.found}\`${where}, which the server does not know`, `call it \`${found.meant}\``];
}

/**
 * The first unknown name of an object that differs by one character, or two that are swapped, from a known one that is
 * absent. Other unknown names may be from a later version.
 */
function misspelling(object: object, knownNames: readonly string[]): Misspelling | null {
  const absent = knownNames.filter((name) => !(name in object));
  for (const found of Object.keys(object)) {
    if (knownNames.includes(found)) continue;
    const similar = nearestName(found, absent, 1);
    if (similar !== undefined) return { found, meant: similar };
  }
  return null;
}
