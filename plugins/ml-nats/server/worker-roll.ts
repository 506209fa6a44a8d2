import type { PluginState } from 'photofinch/plugin-api';
import { fingerprintOf } from '../wire/keys.ts';
import { readOffer, type Offer } from '../wire/offer.ts';
import type { Standing } from '../wire/talk.ts';

/** A worker that an admin has admitted. */
export interface AdmittedWorker {
  readonly fingerprint: string;
  /** What it was called when it was admitted. */
  readonly name: string;
  /** Epoch seconds, as all times here. */
  readonly admittedAt: number;
}

/** A worker that has asked for a session and that nobody has admitted. */
export interface WaitingWorker {
  readonly fingerprint: string;
  readonly name: string;
  readonly seenAt: number;
}

export interface SetAside {
  readonly reason: string;
  readonly at: number;
}

const admittedKey = 'admitted';
const waitingKey = 'waiting';
const asideKey = (fingerprint: string): string => `aside ${fingerprint}`;
const offerKey = (fingerprint: string): string => `offer ${fingerprint}`;

/** So many that wait are remembered, the latest: whoever reaches NATS can make keys. */
const mostWaiting = 20;

/** Seconds after which a worker that waits is noted again. */
const notedEvery = 60;

/**
 * Which workers get work. It is kept in the library's index, so that the command line can admit a worker beside the server: what is
 * decided counts from the worker's next announcement on. Only admins' decisions change the list of those that are admitted.
 */
export class WorkerRoll {
  readonly #state: PluginState;
  readonly #clock: () => number;

  constructor({ state, clock }: { state: PluginState; clock: () => number }) {
    this.#state = state;
    this.#clock = clock;
  }

  get admitted(): readonly AdmittedWorker[] {
    return this.#list(admittedKey) as readonly AdmittedWorker[];
  }

  /** The latest first. */
  get waiting(): readonly WaitingWorker[] {
    const admitted = new Set(this.admitted.map(({ fingerprint }) => fingerprint));
    return (this.#list(waitingKey) as WaitingWorker[]).filter(({ fingerprint }) => !admitted.has(fingerprint));
  }

  standing(fingerprint: string): Standing {
    if (!this.admitted.some((one) => one.fingerprint === fingerprint)) return 'waiting';
    return this.aside(fingerprint) ? 'set aside' : 'admitted';
  }

  aside(fingerprint: string): SetAside | null {
    return JSON.parse(this.#state.get(asideKey(fingerprint)) ?? 'null') as SetAside | null;
  }

  /** What an admitted worker announced last, which also tells what it has while it is away. */
  offer(fingerprint: string): Offer | null {
    try {
      return readOffer(JSON.parse(this.#state.get(offerKey(fingerprint)) ?? 'null'));
    } catch {
      // It has announced nothing yet, or to a version of the server that kept something else.
      return null;
    }
  }

  noteOffer(fingerprint: string, offer: Offer): void {
    const text = JSON.stringify(offer);
    if (this.#state.get(offerKey(fingerprint)) !== text) this.#state.set(offerKey(fingerprint), text);
  }

  noteWaiting(key: Uint8Array, name: string): void {
    const fingerprint = fingerprintOf(key);
    const seenAt = this.#clock();
    const all = this.#list(waitingKey) as WaitingWorker[];
    const known = all.find((one) => one.fingerprint === fingerprint);
    // Not even with another name: this is written to the disk, as often as anybody at NATS likes.
    if (known && Math.abs(seenAt - known.seenAt) < notedEvery) return;
    const others = all.filter((one) => one.fingerprint !== fingerprint);
    this.#state.set(waitingKey, JSON.stringify([{ fingerprint, name, seenAt }, ...others].slice(0, mostWaiting)));
  }

  /**
   * Admits a worker that waits, or gives one that was set aside another chance.
   * @returns undefined when there is none
   */
  admit(fingerprint: string): AdmittedWorker | undefined {
    const { admitted } = this;
    const known = admitted.find((one) => one.fingerprint === fingerprint);
    if (known) {
      this.#state.delete(asideKey(fingerprint));
      return known;
    }
    const waiting = this.waiting.find((one) => one.fingerprint === fingerprint);
    if (!waiting) return undefined;
    const worker = { fingerprint, name: waiting.name, admittedAt: this.#clock() };
    this.#state.set(admittedKey, JSON.stringify([...admitted, worker]));
    this.#forget(fingerprint);
    return worker;
  }

  /** @returns undefined when there is none; one that only waits is forgotten, until it asks again */
  remove(fingerprint: string): AdmittedWorker | WaitingWorker | undefined {
    const { admitted } = this;
    const found = [...admitted, ...this.waiting].find((one) => one.fingerprint === fingerprint);
    this.#state.set(admittedKey, JSON.stringify(admitted.filter((one) => one.fingerprint !== fingerprint)));
    this.#forget(fingerprint);
    this.#state.delete(asideKey(fingerprint));
    this.#state.delete(offerKey(fingerprint));
    return found;
  }

  setAside(fingerprint: string, reason: string): void {
    this.#state.set(asideKey(fingerprint), JSON.stringify({ reason, at: this.#clock() } satisfies SetAside));
  }

  #forget(fingerprint: string): void {
    const rest = (this.#list(waitingKey) as WaitingWorker[]).filter((one) => one.fingerprint !== fingerprint);
    this.#state.set(waitingKey, JSON.stringify(rest));
  }

  #list(key: string): unknown[] {
    return JSON.parse(this.#state.get(key) ?? '[]') as unknown[];
  }
}
