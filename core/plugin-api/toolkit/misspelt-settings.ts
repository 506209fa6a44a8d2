import { nearestName } from './nearest-name.ts';

/** Shorter names, such as PORT, are near too many words of other programs. */
const shortest = 6;

/**
 * One sentence for each variable that is probably a misspelt setting, which would be ignored without a word. A setting that
 * is set is not misspelt elsewhere.
 * @param known the names of all settings
 * @param meant those that are suggested, if they are not all
 */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  meant = known,
): string[] {
  const candidates = meant.filter((name) => name.length >= shortest && environment[name] === undefined);
  return Object.keys(environment).flatMap((name) => {
    if (name.length < shortest || environment[name] === undefined || known.includes(name)) return [];
    const setting = nearestName(name, candidates);
    return setting === undefined ? [] : `${name} is no setting: did you mean ${setting}?`;
  });
}
