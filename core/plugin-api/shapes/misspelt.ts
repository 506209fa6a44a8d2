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
  given: object,
  known: Readonly<Record<string, true>>,
  where = '',
): readonly [problem: string, remedy: string] | null {
  const found = misspelling(given, Object.keys(known));
  return found && [`has \`${found.found}\`${where}, which the server does not know`, `call it \`${found.meant}\``];
}

/**
 * The first unknown name of an object that differs by one character from a known one that is absent. Other unknown names may
 * be from a later version.
 */
function misspelling(given: object, known: readonly string[]): Misspelling | null {
  const absent = known.filter((name) => !(name in given));
  for (const found of Object.keys(given)) {
    if (known.includes(found)) continue;
    const meant = absent.find((name) => isNearly(found.toLowerCase(), name.toLowerCase()));
    if (meant !== undefined) return { found, meant };
  }
  return null;
}

/** Whether the two differ by at most one added, missing or changed character. */
function isNearly(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const rest = long.slice(same + 1);
  return short.slice(same) === rest || short.slice(same + 1) === rest;
}
