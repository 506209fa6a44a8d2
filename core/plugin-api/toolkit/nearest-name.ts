/** From this length on, a name may have two mistakes. */
const longName = 12;

/**
 * The known name that a misspelt one most likely stands for; undefined if none is near. Upper and lower case count as the
 * same.
 * @param farthest the mistakes that it may have; default: one, or two in a long name
 */
export function nearestName(
  name: string,
  known: Iterable<string>,
  farthest = name.length >= longName ? 2 : 1,
): string | undefined {
  const upperName = name.toUpperCase();
  let nearest: string | undefined;
  let least = farthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const mistakes = mistakesBetween(upperName, candidate.toUpperCase(), least);
    if (mistakes < least) [nearest, least] = [candidate, mistakes];
  }
  return nearest;
}

/**
 * How many characters were added, left out, changed, or swapped with the next one.
 * @param enough counting ends with so many: every start compares all variables with all settings
 */
function mistakesBetween(word: string, other: string, enough: number): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= word.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = word[row - 1] === other[column - 1];
      const isSwapped = row > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    // A character more never has fewer mistakes than both rows before it.
    if (Math.min(...last, ...current) >= enough) return enough;
    [beforeLast, last] = [last, current];
  }
  return at(last, other.length);
}

/** Outside of the table, nothing is near. */
const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
