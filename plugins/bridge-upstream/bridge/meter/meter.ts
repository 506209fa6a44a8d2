import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from '../turns.ts';
import type { MeterSettings } from './meter-settings.ts';

export interface MeterClock {
  /** Milliseconds that never go back. */
  now(): number;
  /** @throws the signal's reason when it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const hostClock: MeterClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/** As many wait for a slot as a bridge lets wait for a file, and as long. */
const queue = { waiting: 256, patience: 20_000 };

/** Makes a store at hand as slow as one at the end of a line: one rate for all reads, few reads at once, each late. */
export class Meter {
  readonly #bytesPerSecond: number;
  readonly #latency: number;
  readonly #slots: Turns;
  readonly #clock: MeterClock;
  /** When the line has carried all that it was given so far. */
  #lineFreeAt = 0;

  constructor({ bytesPerSecond, slots, latency }: MeterSettings, clock: MeterClock = hostClock) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#latency = latency;
    this.#slots = new Turns({ atOnce: slots, ...queue });
    this.#clock = clock;
  }

  /**
   * The pieces of `read`, at the speed of the line. To be consumed or returned; until then it holds a slot.
   * @param read called once a slot is free
   * @throws BridgeError `rate_limited` when too many requests wait for a slot, and errors of `read`
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

  /** Waits as long as the simulated line needs for bytes that have already arrived. @throws like `paced` */
  async pass(bytes: number, signal: AbortSignal): Promise<void> {
    const freeSlot = await this.#slots.take(signal);
    try {
      await this.#clock.sleep(this.#latency, signal);
      await this.#carry(bytes, signal);
    } finally {
      freeSlot();
    }
  }

  /** Waits until the line has carried the bytes, behind all that it was given before. */
  async #carry(bytes: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#lineFreeAt = Math.max(now, this.#lineFreeAt) + (bytes / this.#bytesPerSecond) * 1000;
    await this.#clock.sleep(this.#lineFreeAt - now, signal);
  }
}
