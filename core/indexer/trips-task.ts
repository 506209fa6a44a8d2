import type { Transact } from '../store/transact.ts';
import type { TripBuilder } from '../store/trips/trip-builder.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { letOthersRun } from '../threads/pause.ts';

/** Milliseconds of one piece of work; the last step in it may take longer. */
const slice = 6;

/**
 * Makes trips of the days whose photos have come, gone, moved or been dated anew; see [Note: how a trip is found]. The index
 * knows which days are left, so the next run goes on with a run that was cut off.
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
    await this.#inSlices(() => this.#builder.gatherOne(), signal);
    await this.#inSlices(() => this.#builder.settleOneMonth(), signal);
    await this.#inSlices(() => this.#builder.buildNext(), signal);
  }

  /** @param step answers false when nothing is left */
  async #inSlices(step: () => boolean, signal: AbortSignal): Promise<void> {
    let more = true;
    while (more) {
      await letOthersRun(signal);
      more = this.#transact(() => {
        const end = performance.now() + slice;
        while (step()) if (performance.now() > end) return true;
        return false;
      });
    }
  }
}
