import type { Context } from './context.ts';

/**
 * `core`: checks for any bridge in its present state. `media`: pictures and videos. `sync`: changes of the store. `faults`:
 * misbehaving clients and stores.
 */
export const levels = ['core', 'media', 'sync', 'faults'] as const;
export type Level = (typeof levels)[number];

export interface Check {
  readonly level: Level;
  /** The checked behaviour, as the predicate of a sentence about the bridge: "answers 401 …". */
  readonly behaviour: string;
  /** Throws an error with the expectation and the observation, or `Skip`. */
  readonly run: (context: Context) => Promise<void>;
}

/** The checks of one level, by behaviour. */
export function checksOf(level: Level, checks: Readonly<Record<string, Check['run']>>): readonly Check[] {
  return Object.entries(checks).map(([behaviour, run]) => ({ level, behaviour, run }));
}
