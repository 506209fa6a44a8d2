import { setMaxListeners } from 'node:events';
import type { MlPriority, PluginLog } from 'photofinch/plugin-api';
import type { Output } from '../wire/answer.ts';
import { WrongShape } from '../wire/checks.ts';
import type { Job } from '../wire/job.ts';
import type { Needs } from '../wire/needs.ts';
import { WorkerFailure } from '../wire/read-answer.ts';
import { NotAuthentic } from '../wire/sealing.ts';
import type { Refusal } from '../wire/transfer.ts';
import type { Answer, AnswerBox } from './answer-box.ts';
import { JobEntry, mostBegun, type Waiter } from './job-entry.ts';
import type { JobIds } from './job-ids.ts';
import type { LiveWorkers, Session } from './live-workers.ts';
import type { WorkQueue } from './work-queue.ts';

/** No worker is there that could do a job, or NATS is away, for longer than one waits for that. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere';
}

interface Parts {
  readonly ids: JobIds;
  readonly queue: Pick<WorkQueue, 'put' | 'remove'>;
  readonly box: Pick<AnswerBox, 'claim'>;
  readonly live: LiveWorkers;
  readonly log: PluginLog;
  /** Milliseconds without a sign of life after which a job is given to another worker. */
  readonly lease: number;
  /** Milliseconds between two announcements of a worker. */
  readonly every: number;
  /** Milliseconds for which there has been no connection to NATS. */
  readonly downFor: () => number;
  /** Bytes of a job that go into one message. */
  readonly largestPiece: () => number;
  readonly onAnswered: (fingerprint: string) => void;
  readonly onFailed: (fingerprint: string, message: string) => void;
  /** Told of an answer that no honest worker gives. */
  readonly onLie: (fingerprint: string, problem: string) => void;
}

/** Milliseconds for which nobody needs to be there before a job is given up. */
const grace = 15_000;
/** Milliseconds after which a job in nobody's hand is looked for in the queue, and put there again if it is lost. */
const lookAgain = 5000;
/** Milliseconds that a person waits for a worker to begin. */
const interactivePatience = 10_000;
/** So many leases may a worker have a job in hand: then it is slow, and another gets it. */
const mostLeases = 10;

/**
 * All jobs under way: who waits for them, and which worker has each in hand. The queue hands out tickets; what a ticket is worth is
 * decided here, so that no job is in two hands at a time, whatever NATS has forgotten in a crash.
 */
export class JobBook {
  readonly #with: Parts;
  readonly #entries = new Map<string, JobEntry>();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Of jobs: how many are in the hands of workers, and how many wait for one. */
  get counts(): { readonly inHand: number; readonly waiting: number } {
    const inHand = [...this.#entries.values()].filter(({ holder }) => holder).length;
    return { inHand, waiting: this.#entries.size - inHand };
  }

  /** The needs of all jobs under way, some of them more than once. */
  get needs(): Needs[] {
    return [...this.#entries.values()].map(({ needs }) => needs);
  }

  /** The number of jobs that a worker has in hand. */
  heldBy(fingerprint: string): number {
    return [...this.#entries.values()].filter(({ holder }) => holder?.fingerprint === fingerprint).length;
  }

  /**
   * Has a job done. Whoever asks for what is under way already waits with the others.
   * @param dimensions of the space of pictures and texts; null where the job has nothing to do with it
   * @throws NobodyThere, WorkerFailure, RangeError, Error for one over which several workers ended, or the reason of `signal`
   */
  async do(job: Job, dimensions: number | null, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    const id = this.#with.ids.of(job);
    const entry = this.#entries.get(id) ?? new JobEntry(id, job, dimensions);
    // All that waits may wait under one signal.
    setMaxListeners(0, signal);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<Output>((resolve, reject) => {
        const waiter: Waiter = { resolve, reject };
        entry.waiters.add(waiter);
        onAbort = () => {
          reject(signal.reason as Error);
          entry.waiters.delete(waiter);
          if (entry.waiters.size === 0) this.#drop(entry);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        if (this.#entries.get(id) === entry) this.#hurry(entry, job.priority);
        else this.#begin(entry);
      });
    } finally {
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
  }

  /** A piece of a job for a worker that has drawn its ticket, as pieces of memory; or why it gets none. */
  give(session: Session, job: string, lane: string, piece: number): readonly Uint8Array[] | Refusal {
    const entry = this.#entries.get(job);
    if (entry?.lane !== lane) return 'gone';
    const refusal = entry.holder?.session === session.id ? null : this.#handTo(session, entry);
    return refusal ?? entry.piece(piece);
  }

  /** A worker has these jobs in hand: those that it had and does not name are in nobody's. */
  holds(session: Session, jobs: readonly string[]): void {
    const { lease, every } = this.#with;
    const now = performance.now();
    const held = new Set(jobs);
    for (const entry of this.#entries.values()) {
      const { holder } = entry;
      const isOurs = holder?.fingerprint === session.fingerprint;
      if (entry.refused.has(session.fingerprint)) continue;
      if (held.has(entry.id) && (!holder || isOurs)) entry.extend(session, lease);
      // Its answer may be on the way.
      else if (isOurs && now - holder.since > 2 * every) entry.takeAway();
    }
  }

  /** A worker cannot do now what it has in hand: that is no attempt that failed. Others hear of it at once. */
  returned(session: Session, job: string): void {
    const entry = this.#entries.get(job);
    if (entry?.holder?.session !== session.id) return;
    entry.giveBack();
    void this.#queueAnew(entry);
  }

  /** Whatever a worker has in hand is in nobody's. */
  left(fingerprint: string): void {
    for (const entry of this.#entries.values()) {
      if (entry.holder?.fingerprint !== fingerprint) continue;
      entry.takeAway();
      void this.#queueAnew(entry);
    }
  }

  /** Takes an answer. @returns whether anybody waits for it */
  take(answer: Answer): boolean {
    const entry = this.#entries.get(answer.job);
    if (!entry) return false;
    const { fingerprint } = answer;
    if (entry.refused.has(fingerprint)) return true;
    const { live, log, onAnswered, onFailed, onLie } = this.#with;
    try {
      const output = entry.read(answer, live.answerKey(answer.publicKey));
      onAnswered(fingerprint);
      this.#end(entry, ({ resolve }) => {
        resolve(output);
      });
    } catch (error) {
      if (error instanceof WorkerFailure) {
        onFailed(fingerprint, error.message);
        this.#fail(entry, error);
      } else if (error instanceof WrongShape) {
        entry.refuse(fingerprint);
        onLie(fingerprint, error.message);
        void this.#queueAnew(entry);
      } else if (error instanceof NotAuthentic) {
        // Anybody at NATS can say that it is an answer of some worker: what that has not sealed proves nothing against it.
        log.warn('an answer was refused that its worker has not sealed', { reason: error.message });
      } else throw error;
    }
    return true;
  }

  /** Jobs that wait for a worker, without those that this one shall not have. */
  waitingFor({ fingerprint }: Session): JobEntry[] {
    return [...this.#entries.values()].filter(({ holder, refused }) => !holder && !refused.has(fingerprint));
  }

  /** Puts all jobs into the queue that are not there: to be called when NATS is back. */
  async queueAgain(): Promise<void> {
    for (const entry of this.#entries.values()) await this.#queue(entry);
  }

  /** To be called every second: takes jobs out of hands that do not move, and gives up those that nobody can do. */
  tick(): void {
    const now = performance.now();
    for (const entry of this.#entries.values()) {
      this.#free(entry, now);
      if (entry.holder) continue;
      const isLate = entry.priority === 'interactive' && now - entry.since > interactivePatience;
      if (isLate || this.#isAlone(entry)) this.#giveUp(entry);
      else if (now - entry.queuedAt > lookAgain) void this.#queue(entry);
    }
  }

  /** Tells all who wait. */
  close(error: Error): void {
    for (const entry of this.#entries.values()) this.#fail(entry, error);
  }

  #handTo(session: Session, entry: JobEntry): Refusal | null {
    const { live, lease, largestPiece } = this.#with;
    const { holder, needs, refused } = entry;
    if (!live.able(needs, refused).some(({ id }) => id === session.id)) return 'not for you';
    const isHeld = holder && holder.fingerprint !== session.fingerprint && holder.until > performance.now();
    if (isHeld) return 'held';
    if (entry.wasBegunTooOften) {
      this.#fail(entry, new Error(`${mostBegun} times a worker has begun this, and did not come to its end.`));
      return 'gone';
    }
    entry.handTo(session, lease, largestPiece());
    return null;
  }

  /** Takes a job out of the hand of a worker that is away or slow. */
  #free(entry: JobEntry, now: number): void {
    const { lease, onFailed } = this.#with;
    const { holder } = entry;
    if (!holder) return;
    if (now - holder.since > mostLeases * lease) {
      const seconds = Math.round((now - holder.since) / 1000);
      onFailed(holder.fingerprint, `It had a job in hand for ${seconds} s, which is given to another worker.`);
      entry.refuse(holder.fingerprint);
      void this.#queueAnew(entry);
    } else if (holder.until < now) {
      onFailed(holder.fingerprint, 'It went away in the middle of a job, which is given to another worker.');
      entry.takeAway();
    }
  }

  #isAlone({ needs, refused }: JobEntry): boolean {
    const { live, downFor } = this.#with;
    return Math.max(live.aloneFor(needs, refused), downFor()) > grace;
  }

  #begin(entry: JobEntry): void {
    this.#entries.set(entry.id, entry);
    const before = this.#with.box.claim(entry.id);
    if (before) this.take(before);
    if (!this.#entries.has(entry.id)) return;
    if (this.#isAlone(entry)) this.#giveUp(entry);
    else void this.#queue(entry);
  }

  /** A person waits for it now as well. */
  #hurry(entry: JobEntry, priority: MlPriority): void {
    if (priority === 'background' || entry.priority === priority) return;
    entry.priority = priority;
    entry.since = performance.now();
    if (!entry.holder) void this.#queue(entry);
  }

  async #queue(entry: JobEntry): Promise<void> {
    entry.queuedAt = performance.now();
    try {
      await this.#with.queue.put(entry.ticket);
      // It was done, or nobody waited any more, while NATS took it.
      if (this.#entries.get(entry.id) !== entry) await this.#remove(entry);
    } catch (error) {
      this.#with.log.debug('a job could not be put into the queue, and is put there again', { reason: String(error) });
    }
  }

  /** With another ticket: whoever has drawn the old one may go on for long to tell NATS that it is at work. */
  async #queueAnew(entry: JobEntry): Promise<void> {
    await this.#remove(entry);
    await this.#queue(entry);
  }

  #giveUp(entry: JobEntry): void {
    void this.#remove(entry);
    this.#fail(entry, new NobodyThere('No worker is there that could do it.'));
  }

  /** Nobody waits for it any more. Of what has begun, the answer is thrown away. */
  #drop(entry: JobEntry): void {
    if (this.#entries.get(entry.id) !== entry) return;
    this.#entries.delete(entry.id);
    if (!entry.holder) void this.#remove(entry);
  }

  async #remove({ ticket }: JobEntry): Promise<void> {
    // A ticket that stays is found to be gone by whoever draws it.
    await this.#with.queue.remove(ticket).catch(() => undefined);
  }

  #fail(entry: JobEntry, error: Error): void {
    this.#end(entry, ({ reject }) => {
      reject(error);
    });
  }

  #end(entry: JobEntry, tell: (waiter: Waiter) => void): void {
    this.#entries.delete(entry.id);
    for (const waiter of entry.waiters) tell(waiter);
  }
}
