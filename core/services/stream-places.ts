import { EventEmitter, once } from 'node:events';
import { availableParallelism } from 'node:os';
import { DomainError } from '../domain/errors.ts';

/** The client of a stream. */
export interface StreamClient {
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

interface TakenPlace extends StreamClient {
  weight: number;
  readonly end: () => void;
}

/** The weight of a stream that is encoded, and of one that is copied without encoding. */
const weights = { encoded: 1, copied: 0.25 } as const;

const maxOfOne = 4;

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
  readonly #taken = new Set<TakenPlace>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #refused = 0;

  /** @param pause milliseconds that a request waits for a slot */
  constructor(cores = availableParallelism(), pause = usualPause) {
    this.#all = cores + 1;
    this.#ofOne = Math.min(maxOfOne, cores);
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
  async take(asker: StreamClient, end: () => void, signal: AbortSignal): Promise<StreamPlace> {
    for (const other of this.#taken) if (other.player !== null && other.player === asker.player) other.end();
    const patience = AbortSignal.timeout(this.#pause);
    while (!this.#hasRoom(asker)) {
      if (patience.aborted) throw this.#refusal(asker);
      await once(this.#changes, 'change', { signal: AbortSignal.any([signal, patience]) }).catch(() => undefined);
      signal.throwIfAborted();
    }
    const place: TakenPlace = { ...asker, weight: weights.encoded, end };
    this.#taken.add(place);
    return {
      lighten: () => {
        place.weight = weights.copied;
        this.#changes.emit('change');
      },
      release: () => {
        this.#taken.delete(place);
        this.#changes.emit('change');
      },
    };
  }

  /** Ends all streams. */
  close(): void {
    for (const { end } of this.#taken) end();
  }

  #hasRoom({ by, isGuest }: StreamClient): boolean {
    const free = this.#all - this.#weight();
    if (isGuest && (free < 2 || this.#weight((place) => place.isGuest) + 1 > this.#ofGuests)) return false;
    return free >= 1 && this.#weight((place) => place.by === by) + 1 <= this.#ofOne;
  }

  #weight(condition: (one: TakenPlace) => boolean = () => true): number {
    return [...this.#taken].filter(condition).reduce((sum, { weight }) => sum + weight, 0);
  }

  #refusal({ by, isGuest }: StreamClient): DomainError {
    this.#refused += 1;
    const isOwn = !isGuest && this.#weight((place) => place.by === by) + 1 > this.#ofOne;
    return new DomainError(
      'not_ready',
      isOwn
        ? 'You are playing as many videos as one person can: end another first.'
        : 'As many videos are being converted as this server can do at once: try again in a moment.',
      { retryAfter },
    );
  }
}
