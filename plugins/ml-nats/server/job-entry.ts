import type { MlPriority } from 'photofinch/plugin-api';
import type { Output } from '../wire/answer.ts';
import { openPiece } from '../wire/answer-pieces.ts';
import { cut, lengthOf } from '../wire/body.ts';
import { jobBody, type Job } from '../wire/job.ts';
import { laneOf, type Needs } from '../wire/needs.ts';
import { readAnswer, type ExpectedAnswer } from '../wire/read-answer.ts';
import { pieceHead, type Measures } from '../wire/transfer.ts';
import type { Answer } from './answer-box.ts';
import type { Session } from './live-workers.ts';
import type { Ticket } from './work-queue.ts';

/** A caller that waits for a job. */
export interface Waiter {
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** The worker that holds a job. All times in this file are milliseconds of `performance.now`. */
interface Holder {
  readonly fingerprint: string;
  readonly session: string;
  readonly since: number;
  /** When its lease expires. */
  readonly until: number;
}

/** The maximum number of attempts: if this many workers that had a whole job have died, the job is considered the cause. */
export const maxAttempts = 3;

/**
 * A worker that holds a job for longer is too slow: the job goes to another one. The limit is far below the ten minutes after
 * which the server takes all models for away, so that others and the server's own models have time for the job.
 */
export const longestHold = (lease: number): number => Math.min(10 * lease, 150_000);

/** A running job. */
export class JobEntry {
  readonly id: string;
  readonly lane: string;
  readonly needs: Needs;
  /** When it was requested, or when its priority was raised. */
  since = performance.now();
  readonly waiters = new Set<Waiter>();
  /** Fingerprints of the workers that must not get the job: their answers were invalid, or never came. */
  readonly refused = new Set<string>();
  /** The time of the last attempt to queue it. */
  queuedAt = 0;
  priority: MlPriority;
  readonly #expected: ExpectedAnswer;
  readonly #body: readonly Uint8Array[];
  #measures: Measures = { length: 0, each: 0 };
  #holder: Holder | null = null;
  #begun = 0;
  /** The session that was given the job, and may request its pieces; null if none, or if its holder only reported it. */
  #givenTo: string | null = null;
  /** The pieces that this session has not been sent yet. */
  readonly #unsent = new Set<number>();

  /**
   * @param dimensions of the space of pictures and texts; null if the job has no such vectors
   * @throws RangeError if the bytes of a picture do not match its size
   */
  constructor(id: string, job: Job, dimensions: number | null) {
    this.id = id;
    this.needs = job.needs;
    this.lane = laneOf(job.needs);
    this.priority = job.priority;
    this.#expected = { job, dimensions };
    this.#body = jobBody(job);
  }

  get ticket(): Ticket {
    return { priority: this.priority, lane: this.lane, job: this.id };
  }

  get holder(): Holder | null {
    return this.#holder;
  }

  get wasBegunTooOften(): boolean {
    return this.#begun >= maxAttempts;
  }

  /** @param pieceSize bytes of a piece */
  handTo(session: Session, lease: number, pieceSize: number): void {
    this.#measures = { length: lengthOf(this.#body), each: pieceSize };
    this.#unsent.clear();
    for (let piece = 0; piece * pieceSize < this.#measures.length; piece += 1) this.#unsent.add(piece);
    this.#holder = null;
    this.extend(session, lease);
    this.#givenTo = session.id;
  }

  /** Whether a session holds the job and was given it, not only reports it: it may wait with its first request. */
  isGivenTo({ id }: Session): boolean {
    return this.#holder?.session === id && this.#givenTo === id;
  }

  /** Extends the lease of its holder. After a restart, the server learns in this way which worker holds a job. */
  extend({ fingerprint, id }: Session, lease: number): void {
    const now = performance.now();
    this.#holder = { fingerprint, session: id, since: this.#holder?.since ?? now, until: now + lease };
  }

  /** Takes the job from its holder, which cannot do it now; this does not count as an attempt. */
  giveBack(): void {
    if (this.#givenTo !== null && this.#unsent.size === 0) this.#begun -= 1;
    this.takeAway();
  }

  takeAway(): void {
    this.#holder = null;
    this.#givenTo = null;
  }

  /** Takes the job from a worker that must not get it again. */
  refuse(fingerprint: string): void {
    this.refused.add(fingerprint);
    this.takeAway();
  }

  /**
   * A piece of the job with its header, as a list of buffers. An attempt counts once its worker has been sent all pieces:
   * what cuts one off before is the line.
   */
  piece(piece: number): Uint8Array[] {
    const { length, each } = this.#measures;
    if (this.#unsent.delete(piece) && this.#unsent.size === 0) this.#begun += 1;
    const bytes = cut(this.#body, piece * each, Math.min(length, (piece + 1) * each));
    return [pieceHead(piece, this.#measures), ...bytes];
  }

  /** @throws NotAuthentic, WrongShape, WorkerFailure */
  read({ pieces }: Answer, key: Uint8Array): Output {
    const opened = pieces.map((piece) => openPiece({ job: this.id, lane: this.lane }, piece, key));
    return readAnswer(Buffer.concat(opened), this.#expected);
  }
}
