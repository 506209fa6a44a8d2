import type { Transact } from '../store/transact.ts';
import type { TripBuilder } from '../store/trips/trip-builder.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { inSlices } from './in-slices.ts';

/**
 * Makes trips of the days whose photos have come, gone, moved or got new dates; see [Note: how a trip is found]. The index
 * knows which days remain, so the next run continues an interrupted one.
 */
export class TripsTask implements BackgroundTask {
  readonly name = 'trips';
  readonly #builder: TripBuilder;
  readonly #transact: Transact;

  constructor({ builder, transact }: { builder: TripBuilder; transact: Transact }) {
    this.#builder = builder;
    this.#transact = transact;
  }

  async run(signal: AbortSignal): Promise<void> {
    // The homes of a month are found once, after all of its days were gathered.
    await inSlices(() => this.#builder.gatherOne(), this.#transact, signal);
    await inSlices(() => this.#builder.settleOneMonth(), this.#transact, signal);
    await inSlices(() => this.#builder.buildNext(), this.#transact, signal);
  }
}
