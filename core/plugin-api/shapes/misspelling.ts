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
 * The first unknown name of an object that differs by one character from a known one that is absent. Other unknown names may
 * be from a later version.
 */
function misspelling(object: object, knownNames: readonly string[]): Misspelling | null {
  const absent = knownNames.filter((name) => !(name in object));
  for (const found of Object.keys(object)) {
    if (knownNames.includes(found)) continue;
    const similar = absent.find((name) => isNearly(found.toLowerCase(), name.toLowerCase()));
    if (similar !== undefined) return { found, meant: similar };
  }
  return null;
}

/** Whether the two differ by at most one added, missing or changed character. */
function isNearly(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  if (long.length - short.length > 1) return false;
  let prefix = 0;
  while (prefix < short.length && short[prefix] === long[prefix]) prefix += 1;
  const rest = long.slice(prefix + 1);
  return short.slice(prefix) === rest || short.slice(prefix + 1) === rest;
}
