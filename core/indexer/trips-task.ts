import type { Transact } from '../store/transact.ts';
import type { TripBuilder } from '../store/trips/trip-builder.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { inSlices } from './in-slices.ts';

/**
 * Creates trips from the days whose photos were added, removed, moved or dated again; see [Note: how a trip is found]. The
 * index contains the remaining days, so an interrupted run is continued by the next one.
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
