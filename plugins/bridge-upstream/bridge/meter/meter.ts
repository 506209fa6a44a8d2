import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from '../turns.ts';
import type { MeterSettings } from './meter-settings.ts';

export interface MeterClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** @throws the signal's reason if it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const hostClock: MeterClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/** The same limits as for reading files. */
const queue = { waiting: 256, patience: 20_000 };

/**
 * Makes a local store as slow as a remote one: a common rate for all reads, few concurrent reads, and a latency for each.
 */
export class Meter {
  readonly #bytesPerSecond: number;
  readonly #latency: number;
  readonly #slots: Turns;
  readonly #clock: MeterClock;
  /** The time at which the simulated line has transferred everything so far. */
  #lineFreeAt = 0;

  constructor({ bytesPerSecond, slots, latency }: MeterSettings, clock: MeterClock = hostClock) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#latency = latency;
    this.#slots = new Turns({ atOnce: slots, ...queue });
    this.#clock = clock;
  }

  /**
   * The chunks of `read`, at the speed of the simulated line. The caller must consume the generator or call `return`; until
   * then it occupies a slot.
   * @param read called when a slot is free
   * @throws BridgeError `rate_limited` if too many requests wait for a slot; errors of `read`
   */
  async *paced(read: () => AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    const freeSlot = await this.#slots.take(signal);
    try {
      await this.#clock.sleep(this.#latency, signal);
      for await (const piece of read()) {
        await this.#carry(piece.byteLength, signal);
        yield piece;
      }
    } finally {
      freeSlot();
    }
  }

  /** Waits for the time that the simulated line needs for bytes that are already there. @throws like `paced` */
  async pass(bytes: number, signal: AbortSignal): Promise<void> {
    const freeSlot = await this.#slots.take(signal);
    try {
      await this.#clock.sleep(this.#latency, signal);
      await this.#carry(bytes, signal);
    } finally {
      freeSlot();
    }
  }

  /** Waits until the simulated line has transferred these bytes, after everything before them. */
  async #carry(bytes: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#lineFreeAt = Math.max(now, this.#lineFreeAt) + (bytes / this.#bytesPerSecond) * 1000;
    await this.#clock.sleep(this.#lineFreeAt - now, signal);
  }
}
