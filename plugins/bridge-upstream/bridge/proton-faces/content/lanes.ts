import { Turns } from '../../turns.ts';

/** Of the five places that the upstream has for downloads: two for whom nobody waits, two for people, one for itself. */
const background = 2;
const people = 2;

/** Who may download. A turn lasts until the upstream's answer has come to its end. */
export class Lanes {
  readonly #background: Turns;
  readonly #people: Turns;

  /** @param patience milliseconds that somebody waits for a turn */
  constructor(patience: number) {
    this.#background = new Turns({ atOnce: background, waiting: 128, patience });
    this.#people = new Turns({ atOnce: people, waiting: 128, patience });
  }

  /** @returns ends the turn @throws BridgeError `rate_limited` */
  take(isBackground: boolean, signal: AbortSignal): Promise<() => void> {
    return (isBackground ? this.#background : this.#people).take(signal);
  }
}
