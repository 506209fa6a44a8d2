import type { Context } from './context.ts';

/**
 * `core`: what can be asked of any bridge as it stands. `media`: pictures and videos. `sync`: what the bridge tells when
 * its store changes. `faults`: what it does when clients or its store misbehave.
 */
export const levels = ['core', 'media', 'sync', 'faults'] as const;
export type Level = (typeof levels)[number];

export interface Check {
  readonly level: Level;
  /** What a bridge does, said of it: "answers 401 …". */
  readonly behaviour: string;
  /** Throws an error that says what was expected and what was seen, or `Skip`. */
  readonly run: (context: Context) => Promise<void>;
}

/** The checks of one level, by behaviour. */
export function checksOf(level: Level, checks: Readonly<Record<string, Check['run']>>): readonly Check[] {
  return Object.entries(checks).map(([behaviour, run]) => ({ level, behaviour, run }));
}
