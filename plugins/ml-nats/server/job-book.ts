import { setMaxListeners } from 'node:events';
import type { MlPriority, PluginLog } from 'photofinch/plugin-api';
import { abortable } from 'photofinch/plugin-api/toolkit';
import type { Output } from '../wire/answer.ts';
import { WrongShape } from '../wire/checks.ts';
import type { Job } from '../wire/job.ts';
import type { Needs } from '../wire/needs.ts';
import { WorkerFailure } from '../wire/read-answer.ts';
import { NotAuthentic } from '../wire/sealing.ts';
import type { Refusal } from '../wire/transfer.ts';
import type { Answer, AnswerBox } from './answer-box.ts';
import { JobEntry, longestHold, maxAttempts, type Waiter } from './job-entry.ts';
import type { JobIds } from './job-ids.ts';
import type { LiveWorkers, Session } from './live-workers.ts';
import { NobodyLeft, NobodyThere } from './no-worker.ts';
import type { WorkQueue } from './work-queue.ts';

interface Parts {
  readonly ids: JobIds;
  readonly queue: Pick<WorkQueue, 'put' | 'remove'>;
  readonly box: Pick<AnswerBox, 'claim'>;
  readonly live: LiveWorkers;
  readonly log: PluginLog;
  /** Milliseconds without a heartbeat after which a job goes to another worker. */
  readonly lease: number;
  /** Milliseconds between two announcements of a worker. */
  readonly every: number;
  /** Milliseconds since the connection to NATS was lost; 0 while connected. */
  readonly downFor: () => number;
  /** The maximum number of bytes of a job in one message. */
  readonly largestPiece: () => number;
  readonly onAnswered: (fingerprint: string) => void;
  readonly onFailed: (fingerprint: string, message: string) => void;
  /** Called with the problem of an invalid answer, which no honest worker sends. */
  readonly onLie: (fingerprint: string, problem: string) => void;
}

/** Milliseconds without any capable worker after which a job fails. */
const grace = 15_000;
/** Milliseconds after which a job without a worker is queued again, in case its ticket was lost. */
const lookAgain = 5000;
/** Milliseconds within which a worker must begin an interactive job. */
const interactivePatience = 10_000;

/**
 * All running jobs, with their callers and the workers that hold them. The queue hands out tickets, but this class decides
 * whether a ticket is valid, so that no two workers hold the same job even if NATS loses its state in a crash.
 */
export class JobBook {
  readonly #with: Parts;
  readonly #entries = new Map<string, JobEntry>();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** The number of jobs that workers hold, and the number that wait for a worker. */
  get counts(): { readonly inHand: number; readonly waiting: number } {
    const inHand = [...this.#entries.values()].filter(({ holder }) => holder).length;
    return { inHand, waiting: this.#entries.size - inHand };
  }

  /** The needs of all running jobs, with repetitions. */
  get needs(): Needs[] {
    return [...this.#entries.values()].map(({ needs }) => needs);
  }

  /** The number of jobs that a worker holds. */
  heldBy(fingerprint: string): number {
    return [...this.#entries.values()].filter(({ holder }) => holder?.fingerprint === fingerprint).length;
  }

  /**
   * Runs a job on a worker. Calls with the same job share one run.
   * @param dimensions of the space of pictures and texts; null if the job has no such vectors
   * @throws NobodyThere, WorkerFailure, RangeError, Error if several workers died during the job, or the reason of `signal`
   */
  async do(job: Job, dimensions: number | null, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    const id = this.#with.ids.of(job);
    const entry = this.#entries.get(id) ?? new JobEntry(id, job, dimensions);
    // Any number of callers may share one signal.
    setMaxListeners(0, signal);
    let waiter: Waiter | undefined;
    const join = (resolve: Waiter['resolve'], reject: Waiter['reject']): void => {
      waiter = { resolve, reject };
      entry.waiters.add(waiter);
      if (this.#entries.get(id) === entry) this.#hurry(entry, job.priority);
      else this.#begin(entry);
    };
    const leave = (): void => {
      if (waiter) entry.waiters.delete(waiter);
      if (entry.waiters.size === 0) this.#drop(entry);
    };
    return abortable(signal, join, { onAbort: leave });
  }

  /** Returns a piece of a job to a worker that has drawn its ticket, as a list of buffers; or the reason for a refusal. */
  give(session: Session, job: string, lane: string, piece: number): readonly Uint8Array[] | Refusal {
    const entry = this.#entries.get(job);
    if (entry?.lane !== lane) return 'gone';
    if (entry.isGivenTo(session)) return entry.piece(piece);
    // A worker begins with the first piece: it has returned or lost the job of which it requests another one.
    if (piece > 0) return entry.holder ? 'held' : 'gone';
    return this.#handTo(session, entry) ?? entry.piece(piece);
  }

  /** Notes which jobs a worker reports to hold: the jobs that it held and does not report become free. */
  holds(session: Session, jobs: readonly string[]): void {
    const { lease, every } = this.#with;
    const now = performance.now();
    const reportedJobs = new Set(jobs);
    for (const entry of this.#entries.values()) {
      const { holder } = entry;
      const isOurs = holder?.fingerprint === session.fingerprint;
      if (entry.refused.has(session.fingerprint)) continue;
      if (reportedJobs.has(entry.id) && (!holder || isOurs)) entry.extend(session, lease);
      // A job that it began just now may be missing from the report, or its answer may be under way.
      else if (isOurs && now - holder.since > 2 * every) entry.takeAway();
    }
  }

  /** Frees a job that its worker cannot do now, without counting an attempt, and offers it to other workers at once. */
  returned(session: Session, job: string): void {
    const entry = this.#entries.get(job);
    if (entry?.holder?.session !== session.id) return;
    entry.giveBack();
    void this.#queueAnew(entry);
  }

  /** Frees all jobs that a worker holds. */
  left(fingerprint: string): void {
    for (const entry of this.#entries.values()) {
      if (entry.holder?.fingerprint !== fingerprint) continue;
      entry.takeAway();
      void this.#queueAnew(entry);
    }
  }

  /** Takes an answer. @returns whether its job is running */
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
        // Every account at NATS can forge such an answer, so it must not count against the worker that it names.
        log.warn('an answer was refused that its worker has not sealed', { reason: error.message });
      } else throw error;
    }
    return true;
  }

  /** The jobs that wait for a worker, without those that this worker must not get. */
  waitingFor({ fingerprint }: Session): JobEntry[] {
    return [...this.#entries.values()].filter(({ holder, refused }) => !holder && !refused.has(fingerprint));
  }

  /** Queues all jobs whose tickets are missing. Must be called after each reconnect to NATS. */
  async queueAgain(): Promise<void> {
    for (const entry of this.#entries.values()) await this.#queue(entry);
  }

  /** Must be called every second: frees the jobs of dead or slow workers, and fails those that no worker can do. */
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

  /** Fails all jobs. */
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
      this.#fail(entry, new Error(`${maxAttempts} times a worker has begun this, and did not come to its end.`));
      return 'gone';
    }
    entry.handTo(session, lease, largestPiece());
    return null;
  }

  /** Frees a job whose worker is dead or slow. */
  #free(entry: JobEntry, now: number): void {
    const { lease, onFailed } = this.#with;
    const { holder } = entry;
    if (!holder) return;
    if (now - holder.since > longestHold(lease)) {
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

  /** Raises the priority of a job that a person now waits for, too. */
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
      // The job may have ended or been cancelled while NATS stored its ticket.
      if (this.#entries.get(entry.id) !== entry) await this.#remove(entry);
    } catch (error) {
      this.#with.log.debug('a job could not be put into the queue, and is put there again', { reason: String(error) });
    }
  }

  /** Queues a job with a new ticket: the worker that drew the old one may extend its lease at NATS for a long time. */
  async #queueAnew(entry: JobEntry): Promise<void> {
    await this.#remove(entry);
    await this.#queue(entry);
  }

  #giveUp(entry: JobEntry): void {
    void this.#remove(entry);
    const { live, downFor } = this.#with;
    const isThere = downFor() <= grace && live.able(entry.needs).length > 0;
    const areRefused = isThere && live.able(entry.needs, entry.refused).length === 0;
    this.#fail(entry, areRefused ? new NobodyLeft() : new NobodyThere());
  }

  /** Cancels a job without callers. If a worker holds it, its answer will be ignored. */
  #drop(entry: JobEntry): void {
    if (this.#entries.get(entry.id) !== entry) return;
    this.#entries.delete(entry.id);
    if (!entry.holder) void this.#remove(entry);
  }

  async #remove({ ticket }: JobEntry): Promise<void> {
    // If this fails, the worker that draws the ticket learns that its job is gone.
    await this.#with.queue.remove(ticket).catch(() => undefined);
  }

  #fail(entry: JobEntry, error: Error): void {
    this.#end(entry, ({ reject }) => {
      reject(error);
    });
  }

  #end(entry: JobEntry, notify: (waiter: Waiter) => void): void {
    this.#entries.delete(entry.id);
    for (const waiter of entry.waiters) notify(waiter);
  }
}
