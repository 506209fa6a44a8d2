import { Turns } from '../../turns.ts';

/**
 * The upstream has five slots for downloads: two are used for background requests and two for users, one is left for
 * itself.
 */
const background = 2;
const people = 2;

/** Slots for downloads. A turn lasts until the end of the upstream's response. */
export class Lanes {
  readonly #background: Turns;
  readonly #people: Turns;

  /** @param patience milliseconds to wait for a turn */
  constructor(patience: number) {
    this.#background = new Turns({ atOnce: background, waiting: 128, patience });
    this.#people = new Turns({ atOnce: people, waiting: 128, patience });
  }

  /** @returns ends the turn @throws BridgeError `rate_limited` */
  take(isBackground: boolean, signal: AbortSignal): Promise<() => void> {
    return (isBackground ? this.#background : this.#people).take(signal);
  }
}
