import { EventEmitter, once } from 'node:events';
import { availableParallelism } from 'node:os';
import { DomainError } from '../domain/errors.ts';

/** The client of a stream. */
export interface StreamAsker {
  /** The key by which concurrent streams are limited: `user 5`, `share 7`. */
  readonly by: string;
  /** Guests have no account, and must leave the last slot to the household. */
  readonly isGuest: boolean;
  /** Identifies the player: a new request of the same player ends its older stream. Null if unknown. */
  readonly player: string | null;
}

/** A slot for a concurrent stream. */
export interface StreamPlace {
  /** Marks the stream as using almost no CPU time. */
  lighten(): void;
  release(): void;
}

interface Taken extends StreamAsker {
  weight: number;
  readonly end: () => void;
}

/** The weight of a stream that is encoded, and of one that is copied without encoding. */
const weights = { encoded: 1, copied: 0.25 } as const;

const mostOfOne = 4;

/** Milliseconds that a request waits for a slot: when a viewer moves to the next video, a slot is about to become free. */
const usualPause = 1500;

/** Seconds after which a refused requester may try again. */
const retryAfter = 10;

/**
 * Limits the number of concurrent streams. Encoding one takes about one core; with one stream more than cores, all are only
 * slightly slower.
 */
export class StreamPlaces {
  readonly #all: number;
  readonly #ofOne: number;
  readonly #ofGuests: number;
  readonly #pause: number;
  readonly #taken = new Set<Taken>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #refused = 0;

  /** @param pause milliseconds that a request waits for a slot */
  constructor(cores = availableParallelism(), pause = usualPause) {
    this.#all = cores + 1;
    this.#ofOne = Math.min(mostOfOne, cores);
    this.#ofGuests = Math.ceil(cores / 2);
    this.#pause = pause;
  }

  get running(): number {
    return this.#taken.size;
  }

  /** The number of requests that found no slot since the start. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * @param end called to end the stream and free its slot
   * @throws DomainError `not_ready` if no slot becomes free, or the reason of `signal`
   */
  async take(asker: StreamAsker, end: () => void, signal: AbortSignal): Promise<StreamPlace> {
    for (const one of this.#taken) if (one.player !== null && one.player === asker.player) one.end();
    const patience = AbortSignal.timeout(this.#pause);
    while (!this.#hasRoom(asker)) {
      if (patience.aborted) throw this.#refusal(asker);
      await once(this.#changes, 'change', { signal: AbortSignal.any([signal, patience]) }).catch(() => undefined);
      signal.throwIfAborted();
    }
    const taken: Taken = { ...asker, weight: weights.encoded, end };
    this.#taken.add(taken);
    return {
      lighten: () => {
        taken.weight = weights.copied;
        this.#changes.emit('change');
      },
      release: () => {
        this.#taken.delete(taken);
        this.#changes.emit('change');
      },
    };
  }

  /** Ends all streams. */
  close(): void {
    for (const { end } of this.#taken) end();
  }

  #hasRoom({ by, isGuest }: StreamAsker): boolean {
    const left = this.#all - this.#weight();
    if (isGuest && (left < 2 || this.#weight((one) => one.isGuest) + 1 > this.#ofGuests)) return false;
    return left >= 1 && this.#weight((one) => one.by === by) + 1 <= this.#ofOne;
  }

  #weight(which: (one: Taken) => boolean = () => true): number {
    return [...this.#taken].filter(which).reduce((sum, { weight }) => sum + weight, 0);
  }

  #refusal({ by, isGuest }: StreamAsker): DomainError {
    this.#refused += 1;
    const isOwn = !isGuest && this.#weight((one) => one.by === by) + 1 > this.#ofOne;
    return new DomainError(
      'not_ready',
      isOwn
        ? 'You are playing as many videos as one person can: end another first.'
        : 'As many videos are being converted as this server can do at once: try again in a moment.',
      { retryAfter },
    );
  }
}
