import type { SettingSpec, SettingType, SettingValue } from '../plugin-settings.ts';
import { misspellingProblem } from './misspelling.ts';
import type { Problem } from './problem.ts';

const validKey = /^[A-Z][A-Z0-9_]*$/;
const types: readonly unknown[] = ['text', 'secret', 'number', 'switch', 'choice', 'list'] satisfies SettingType[];
const specProperties: Readonly<Record<keyof SettingSpec, true>> = {
  label: true,
  describe: true,
  type: true,
  choices: true,
  required: true,
  default: true,
};
const longest = 10_000;
const maxLines = 1000;

/** The most listeners of one plugin: a listener that adds another one on each call would never end. */
const maxListeners = 100;

/** @param count the number of listeners so far. @throws Error if the plugin may add no more */
export function mayListen(count: number): void {
  if (count >= maxListeners) throw new Error(`There are ${maxListeners} listeners already.`);
}

/** The problem with the settings that a plugin declares; null if there is none. */
export function settingsProblem(settings: unknown): Problem | null {
  if (settings === undefined) return null;
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    return ['has settings that are not an object', 'declare them as { NAME: { label, describe, type } }'];
  }
  for (const [key, spec] of Object.entries(settings) as [
    string,
    Partial<Record<keyof SettingSpec, unknown>> | null,
  ][]) {
    const problem = specProblem(key, spec ?? {});
    if (problem) return problem;
  }
  return null;
}

function specProblem(key: string, spec: Partial<Record<keyof SettingSpec, unknown>>): Problem | null {
  if (!validKey.test(key))
    return [`declares the setting ${JSON.stringify(key)}`, 'settings are named like FOLDER_PATH'];
  const misspelt = misspellingProblem(spec, specProperties, ` in its setting ${key}`);
  if (misspelt) return misspelt;
  if (typeof spec.label !== 'string' || spec.label === '')
    return [`has no label for its setting ${key}`, 'give it `label`'];
  if (typeof spec.describe !== 'string' || spec.describe === '') {
    return [`does not describe its setting ${key}`, 'give it `describe`, with an example'];
  }
  if (!types.includes(spec.type))
    return [`does not say the type of its setting ${key}`, `give it type: ${types.join(', ')}`];
  const { choices } = spec;
  const areChoices =
    Array.isArray(choices) && choices.length > 0 && choices.every((choice) => typeof choice === 'string' && choice);
  if (spec.type === 'choice' ? !areChoices : choices !== undefined) {
    return [
      `has wrong choices of its setting ${key}`,
      'give `choices`, a list of words, to a choice and to nothing else',
    ];
  }
  if (spec.default === undefined) return null;
  if (spec.type === 'secret') return [`has a default of its secret ${key}`, 'leave it out: everybody could read it'];
  const defaultFlaw = settingFlaw(spec as SettingSpec, spec.default);
  return defaultFlaw === null ? null : [`has a default of ${key} that ${defaultFlaw}`, 'correct it or leave it out'];
}

/** Why a value of a setting is invalid, to follow the setting's name; null if it is valid. */
export function settingFlaw(
  { type, choices = [] }: Pick<SettingSpec, 'type' | 'choices'>,
  value: unknown,
): string | null {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'must be a number';
    case 'switch':
      return typeof value === 'boolean' ? null : 'must be on or off';
    case 'choice':
      return choices.includes(value as string) ? null : `must be one of ${choices.join(', ')}`;
    case 'list':
      return Array.isArray(value) && value.length <= maxLines && value.every(isText) ? null : 'must be a list of texts';
    case 'text':
    case 'secret':
      return isText(value) ? null : `must be a text of 1 to ${longest} characters`;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= longest;

/** The values that are set, with defaults for the rest. Invalid values from an earlier version count as not set. */
export function settingValues(
  specs: Readonly<Record<string, SettingSpec>>,
  set: (key: string) => unknown,
): Readonly<Record<string, SettingValue | undefined>> {
  const values = Object.entries(specs).map(([key, spec]): [string, SettingValue | undefined] => {
    const value = set(key);
    return [key, settingFlaw(spec, value) === null ? (value as SettingValue) : spec.default];
  });
  return Object.freeze(Object.fromEntries(values));
}
