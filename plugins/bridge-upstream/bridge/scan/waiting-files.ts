import { sameStamp, type FileStamp, type StoreEntry } from '../driver.ts';

/** Milliseconds for which a file must be unchanged before it is read. */
export const rest = 5000;

/** If the wall clock and the monotonic clock differ by this many milliseconds more than before, the wall clock was set. */
const clockJump = 2000;

/**
 * The maximum number of waiting files; others are noticed later. This limits memory if a wrong clock makes all files look
 * new.
 */
const maxSightings = 50_000;

export interface Clock {
  /** Milliseconds since the epoch by the system clock, which may jump. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

interface Sighting {
  readonly stamp: FileStamp;
  /** When the file was first seen with this stamp, by the monotonic clock. */
  readonly since: number;
}

/**
 * Holds back files that may still be written to: files whose modification time is recent or in the future, until two
 * checks, far enough apart by a monotonic clock, see the same stamp.
 */
export class WaitingFiles {
  readonly #clock: Clock;
  #sightings = new Map<string, Sighting>();
  #lastSightings: ReadonlyMap<string, Sighting> = new Map();
  #offset: number | undefined;
  #clockTurned = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get any(): boolean {
    return this.#sightings.size > 0;
  }

  /** Starts a new round of checks. */
  beginScan(): void {
    const offset = this.#clock.now() - this.#clock.monotonic();
    // After the system clock was set, the ages of files are meaningless, so each new file waits once.
    this.#clockTurned = this.#offset !== undefined && Math.abs(offset - this.#offset) > clockJump;
    this.#offset = offset;
    this.#lastSightings = this.#sightings;
    this.#sightings = new Map();
  }

  /** Restores the state from before a scan that failed. */
  abandonScan(): void {
    for (const [path, sighting] of this.#lastSightings)
      if (!this.#sightings.has(path)) this.#sightings.set(path, sighting);
  }

  /** Whether a new or changed file may be read now; if not, it is recorded as waiting. */
  ready({ path, stamp }: StoreEntry): boolean {
    const now = this.#clock.monotonic();
    const before = this.#lastSightings.get(path);
    if (!before) {
      const age = this.#clock.now() - stamp.mtimeMs;
      if (age >= rest && !this.#clockTurned) return true;
      this.#note(path, { stamp, since: now });
      return false;
    }
    if (!sameStamp(before.stamp, stamp)) {
      this.#note(path, { stamp, since: now });
      return false;
    }
    if (now - before.since >= rest) return true;
    this.#note(path, before);
    return false;
  }

  /** Records a file that changed while it was read as waiting. */
  wait(path: string, stamp: FileStamp): void {
    this.#note(path, { stamp, since: this.#clock.monotonic() });
  }

  #note(path: string, sighting: Sighting): void {
    if (this.#sightings.size < maxSightings || this.#sightings.has(path)) this.#sightings.set(path, sighting);
  }
}
