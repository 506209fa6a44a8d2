import type { Habits } from './habits.ts';
import type { Resume } from './resume.ts';
import type { Way } from './ways.ts';

/** `busy`: the server converts as many videos as it can; `lost`: it did not come, or broke off. */
export type PlayerFailure = 'busy' | 'lost' | 'unplayable' | 'no_converter';

export interface PlayerOptions {
  readonly uid: string;
  /** Seconds; null when unknown. */
  readonly length: number | null;
  /** The best first; at least one. */
  readonly ways: readonly Way[];
  /** The address of the video. @param start seconds from which on it is wanted, which matters to a stream alone */
  address(way: Way, start: number): string | Promise<string>;
  /** The second at which the stream at an address begins; null where nobody knows. */
  begins(address: string): Promise<number | null>;
  /** Why the server does not hand out what stands at an address; null where it does. */
  refusal(address: string): Promise<PlayerFailure | null>;
  readonly habits: Habits;
  readonly resume: Resume;
}
