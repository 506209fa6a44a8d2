import { linkedSignal } from 'photofinch/plugin-api/toolkit';
import type { Lanes } from './lanes.ts';

/**
 * A place in the queues for downloads. If a user also requests a photo that waits in the background queue, it waits in both
 * queues, and leaves one when its turn comes in the other.
 */
export class Place {
  readonly #lanes: Lanes;
  readonly #signal: AbortSignal;
  readonly #settled = new AbortController();
  #resolve: ((end: () => void) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #queues = 0;
  #isOfPeople = false;
  /** The result ends the turn. @throws BridgeError `rate_limited`; the signal's reason */
  readonly turn: Promise<() => void>;

  constructor(lanes: Lanes, isBackground: boolean, signal: AbortSignal) {
    this.#lanes = lanes;
    this.#signal = signal;
    this.turn = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (isBackground) this.#stand('background');
    else this.moveUp();
  }

  /** Also joins the users' queue, unless it has joined before or its turn has come. */
  moveUp(): void {
    if (this.#isOfPeople || this.#settled.signal.aborted) return;
    this.#isOfPeople = true;
    this.#stand('people');
  }

  #stand(lane: keyof Lanes): void {
    this.#queues += 1;
    const { signal, release } = linkedSignal(this.#signal, this.#settled.signal);
    const turn = this.#lanes[lane].take(signal);
    turn.finally(release).then(
      (end) => {
        if (this.#settled.signal.aborted) {
          end();
          return;
        }
        this.#settled.abort();
        this.#resolve?.(end);
      },
      (error: unknown) => {
        this.#queues -= 1;
        if (this.#queues > 0 || this.#settled.signal.aborted) return;
        this.#settled.abort();
        this.#reject?.(error);
      },
    );
  }
}
