import type { Plugin } from '../plugin.ts';
import type { Problem } from './problem.ts';

export interface OptionValues {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Values that must not be shown. */
  readonly secrets: readonly string[];
  /** The problem that a required option is missing. */
  readonly problem: Problem | null;
}

/** The values of a plugin's options from the environment. An empty variable counts as not set. */
export function optionValues(
  plugin: Pick<Plugin, 'options'>,
  environment: Readonly<Record<string, string | undefined>>,
): OptionValues {
  const values: Record<string, string | undefined> = {};
  const secrets: string[] = [];
  let problem: Problem | null = null;
  for (const [option, spec] of Object.entries(plugin.options ?? {})) {
    const value = environment[option] || spec.default;
    if (spec.required && value === undefined) problem ??= [`needs ${option}`, `set it to ${spec.describe}`];
    values[option] = value;
    if (spec.secret && value) secrets.push(value);
  }
  return { values: Object.freeze(values), secrets, problem };
}
