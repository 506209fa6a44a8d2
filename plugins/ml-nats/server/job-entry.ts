import type { MlPriority } from 'photofinch/plugin-api';
import type { Output } from '../wire/answer.ts';
import { openPiece } from '../wire/answer-pieces.ts';
import { cut, lengthOf } from '../wire/body.ts';
import { jobBody, type Job } from '../wire/job.ts';
import { laneOf, type Needs } from '../wire/needs.ts';
import { readAnswer, type Expected } from '../wire/read-answer.ts';
import { pieceHead, type Measures } from '../wire/transfer.ts';
import type { Answer } from './answer-box.ts';
import type { Session } from './live-workers.ts';
import type { Ticket } from './work-queue.ts';

/** Somebody who waits for a job. */
export interface Waiter {
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** The worker that has a job in hand. Moments are milliseconds of `performance.now`, as all here. */
interface Holder {
  readonly fingerprint: string;
  readonly session: string;
  readonly since: number;
  /** It has given a sign of life, and until then need give no other. */
  readonly until: number;
}

/** So often may workers begin a job and not come back: then it is the job. */
export const mostBegun = 3;

/** A job under way. */
export class JobEntry {
  readonly id: string;
  readonly lane: string;
  readonly needs: Needs;
  /** When it was asked for, or a person began to wait for it. */
  since = performance.now();
  readonly waiters = new Set<Waiter>();
  /** Workers that shall not have it, by their fingerprints: they have answered it wrongly, or not at all. */
  readonly refused = new Set<string>();
  /** When it was put into the queue last, or that was tried. */
  queuedAt = 0;
  priority: MlPriority;
  readonly #expected: Expected;
  readonly #body: readonly Uint8Array[];
  #measures: Measures = { length: 0, each: 0 };
  #holder: Holder | null = null;
  #begun = 0;

  /**
   * @param dimensions of the space of pictures and texts; null where the job has nothing to do with it
   * @throws RangeError for a picture that has not as many bytes as its size says
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
    return this.#begun >= mostBegun;
  }

  /** @param each bytes of a piece */
  handTo(session: Session, lease: number, each: number): void {
    this.#begun += 1;
    this.#measures = { length: lengthOf(this.#body), each };
    this.#holder = null;
    this.extend(session, lease);
  }

  /** Its holder lives. A server that was started again learns so who has it. */
  extend({ fingerprint, id }: Session, lease: number): void {
    const now = performance.now();
    this.#holder = { fingerprint, session: id, since: this.#holder?.since ?? now, until: now + lease };
  }

  /** Its holder has not tried, or cannot now: that counts for nothing. */
  giveBack(): void {
    this.#begun -= 1;
    this.takeAway();
  }

  takeAway(): void {
    this.#holder = null;
  }

  /** Its holder shall not have it again. */
  refuse(fingerprint: string): void {
    this.refused.add(fingerprint);
    this.takeAway();
  }

  /** As pieces of memory, with what stands before them. */
  piece(piece: number): Uint8Array[] {
    const { length, each } = this.#measures;
    const bytes = cut(this.#body, piece * each, Math.min(length, (piece + 1) * each));
    return [pieceHead(piece, this.#measures), ...bytes];
  }

  /** @throws NotAuthentic, WrongShape, WorkerFailure */
  read({ pieces }: Answer, key: Uint8Array): Output {
    const opened = pieces.map((piece) => openPiece({ job: this.id, lane: this.lane }, piece, key));
    return readAnswer(Buffer.concat(opened), this.#expected);
  }
}
