import type { PluginState } from 'photofinch/plugin-api';
import { fingerprintOf } from '../wire/keys.ts';
import { readOffer, type Offer } from '../wire/offer.ts';
import type { Standing } from '../wire/talk.ts';

/** A worker that an admin has admitted. */
export interface AdmittedWorker {
  readonly fingerprint: string;
  /** Its name when it was admitted. */
  readonly name: string;
  /** Epoch seconds, like all times in this file. */
  readonly admittedAt: number;
}

/** A worker that has requested a session and is not admitted. */
export interface WaitingWorker {
  readonly fingerprint: string;
  readonly name: string;
  readonly seenAt: number;
}

export interface WorkerExclusion {
  readonly reason: string;
  readonly at: number;
}

const admittedKey = 'admitted';
const waitingKey = 'waiting';
const asideKey = (fingerprint: string): string => `aside ${fingerprint}`;
const offerKey = (fingerprint: string): string => `offer ${fingerprint}`;

/** The number of waiting workers that are stored, latest first: every account at NATS can present new keys. */
const maxWaiting = 20;

/** Seconds after which the entry of a waiting worker is updated. */
const notedEvery = 60;

/**
 * The list of admitted and waiting workers. It is stored in the library's index, so that the command line can admit a worker
 * while the server runs; a decision takes effect at the worker's next announcement. Only admins can change the list of
 * admitted workers.
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

  /** Latest first. */
  get waiting(): readonly WaitingWorker[] {
    const admitted = new Set(this.admitted.map(({ fingerprint }) => fingerprint));
    return (this.#list(waitingKey) as WaitingWorker[]).filter(({ fingerprint }) => !admitted.has(fingerprint));
  }

  standing(fingerprint: string): Standing {
    if (!this.admitted.some((worker) => worker.fingerprint === fingerprint)) return 'waiting';
    return this.aside(fingerprint) ? 'set aside' : 'admitted';
  }

  aside(fingerprint: string): WorkerExclusion | null {
    return JSON.parse(this.#state.get(asideKey(fingerprint)) ?? 'null') as WorkerExclusion | null;
  }

  /** The last announcement of an admitted worker, which stays available while it is offline. */
  offer(fingerprint: string): Offer | null {
    try {
      return readOffer(JSON.parse(this.#state.get(offerKey(fingerprint)) ?? 'null'));
    } catch {
      // It has announced nothing yet, or an older version of the server stored another format.
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
    const previous = all.find((worker) => worker.fingerprint === fingerprint);
    // Even a new name waits: otherwise every account at NATS could cause disk writes at any rate.
    if (previous && Math.abs(seenAt - previous.seenAt) < notedEvery) return;
    const others = all.filter((worker) => worker.fingerprint !== fingerprint);
    this.#state.set(waitingKey, JSON.stringify([{ fingerprint, name, seenAt }, ...others].slice(0, maxWaiting)));
  }

  /**
   * Admits a waiting worker, or readmits one that was set aside.
   * @returns undefined if the worker is unknown
   */
  admit(fingerprint: string): AdmittedWorker | undefined {
    const { admitted } = this;
    const existing = admitted.find((worker) => worker.fingerprint === fingerprint);
    if (existing) {
      this.#state.delete(asideKey(fingerprint));
      return existing;
    }
    const waiting = this.waiting.find((worker) => worker.fingerprint === fingerprint);
    if (!waiting) return undefined;
    const worker = { fingerprint, name: waiting.name, admittedAt: this.#clock() };
    this.#state.set(admittedKey, JSON.stringify([...admitted, worker]));
    this.#forget(fingerprint);
    return worker;
  }

  /** Removes a worker; one that only waits appears again at its next announcement. @returns undefined if it is unknown */
  remove(fingerprint: string): AdmittedWorker | WaitingWorker | undefined {
    const { admitted } = this;
    const found = [...admitted, ...this.waiting].find((worker) => worker.fingerprint === fingerprint);
    this.#state.set(admittedKey, JSON.stringify(admitted.filter((worker) => worker.fingerprint !== fingerprint)));
    this.#forget(fingerprint);
    this.#state.delete(asideKey(fingerprint));
    this.#state.delete(offerKey(fingerprint));
    return found;
  }

  setAside(fingerprint: string, reason: string): void {
    this.#state.set(asideKey(fingerprint), JSON.stringify({ reason, at: this.#clock() } satisfies WorkerExclusion));
  }

  #forget(fingerprint: string): void {
    const remaining = (this.#list(waitingKey) as WaitingWorker[]).filter(
      (worker) => worker.fingerprint !== fingerprint,
    );
    this.#state.set(waitingKey, JSON.stringify(remaining));
  }

  #list(key: string): unknown[] {
    return JSON.parse(this.#state.get(key) ?? '[]') as unknown[];
  }
}
