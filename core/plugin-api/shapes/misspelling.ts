import { nearestName } from '../toolkit/nearest-name.ts';

/**
 * The problem with the first unknown name of an object's property that differs by one character, or two that are swapped,
 * from a known one that is absent; null if there is none. Other unknown names may be from a later version.
 * @param where continues the problem, as in ` in its option X`
 */
export function misspellingProblem(
  object: object,
  knownNames: Readonly<Record<string, true>>,
  where = '',
): readonly [problem: string, remedy: string] | null {
  const absent = Object.keys(knownNames).filter((name) => !(name in object));
  for (const found of Object.keys(object)) {
    if (Object.hasOwn(knownNames, found)) continue;
    const meant = nearestName(found, absent, 1);
    if (meant !== undefined)
      return [`has \`${found}\`${where}, which the server does not know`, `call it \`${meant}\``];
  }
  return null;
}
