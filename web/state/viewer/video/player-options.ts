import type { Habits } from './habits.ts';
import type { Resume } from './resume.ts';
import type { Way } from './ways.ts';

/** `busy`: the server runs as many conversions as it can; `lost`: the video did not arrive, or broke off. */
export type PlayerFailure = 'busy' | 'lost' | 'unplayable' | 'no_converter';

export interface PlayerOptions {
  readonly uid: string;
  /** Seconds; null if unknown. */
  readonly length: number | null;
  /** Best first, at least one. */
  readonly ways: readonly Way[];
  /** The URL of the video. @param start seconds from which it is wanted; only streams use it */
  address(way: Way, start: number): string | Promise<string>;
  /** The second at which the stream at a URL begins; null if unknown. */
  begins(address: string): Promise<number | null>;
  /** Why the server rejects a URL; null if it does not. */
  refusal(address: string): Promise<PlayerFailure | null>;
  readonly habits: Habits;
  readonly resume: Resume;
}
