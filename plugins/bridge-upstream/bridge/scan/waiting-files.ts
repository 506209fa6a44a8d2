import type { FileStamp, StoreEntry } from '../driver.ts';

/** Milliseconds that a file must have rested before it is read. */
export const rest = 5000;

/** A wall clock that moved this much against the monotonic one was set. Milliseconds. */
const turned = 2000;

/**
 * The most files that wait at once; the others come later, so that memory is bounded if a wrong clock makes all look new.
 */
const most = 50_000;

export interface Clock {
  /** Milliseconds since the epoch, by the host's clock: may jump. */
  readonly now: () => number;
  /** Milliseconds that only ever run forward. */
  readonly monotonic: () => number;
}

interface Sighting {
  readonly stamp: FileStamp;
  /** When the file was first seen with this stamp, by the monotonic clock. */
  readonly since: number;
}

/**
 * Holds back files that may still be written: files modified just now or in the future, until two checks far enough
 * apart, by a monotonic clock, found the same stamp.
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

  /** The number of bytes of each waiting file at the last check. */
  sizes(): Set<number> {
    return new Set(Array.from(this.#sightings.values(), ({ stamp }) => stamp.size));
  }

  /** Starts a new round of checks. */
  beginScan(): void {
    const offset = this.#clock.now() - this.#clock.monotonic();
    // After the system clock was set, ages of files are meaningless, so every new file waits once.
    this.#clockTurned = this.#offset !== undefined && Math.abs(offset - this.#offset) > turned;
    this.#offset = offset;
    this.#lastSightings = this.#sightings;
    this.#sightings = new Map();
  }

  /** Restores the state before a scan that did not finish. */
  abandonScan(): void {
    for (const [path, sighting] of this.#lastSightings)
      if (!this.#sightings.has(path)) this.#sightings.set(path, sighting);
  }

  /** Whether a new or changed file may be read now; notes it as waiting when not. */
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

  /** A file that changed while it was read. */
  wait(path: string, stamp: FileStamp): void {
    this.#note(path, { stamp, since: this.#clock.monotonic() });
  }

  #note(path: string, sighting: Sighting): void {
    if (this.#sightings.size < most || this.#sightings.has(path)) this.#sightings.set(path, sighting);
  }
}

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
