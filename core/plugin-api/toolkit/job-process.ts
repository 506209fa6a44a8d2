import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { abortable } from './abortable.ts';
import { FrameReader, sendFrame, type Frame } from './byte-pipe.ts';
import { JobFailure } from './job-failure.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { ProcessMemory } from './process-memory.ts';
import { jobPipe } from './serve-jobs.ts';

export interface Job {
  readonly task: string;
  /** Sent as JSON. */
  readonly facts: unknown;
  /** Must not change before the answer arrives. */
  readonly bytes: readonly Uint8Array[];
  /** Whether a person waits for it. */
  readonly urgent: boolean;
  readonly signal: AbortSignal;
}

/** The result of a child process. It may be compromised by the bytes it handles, so the result is untrusted input. */
export interface JobAnswer {
  readonly facts: unknown;
  readonly bytes: readonly Uint8Array<ArrayBuffer>[];
}

/** How a process ended. */
export interface ProcessEnd {
  /** Whether it was ready for jobs. */
  readonly wasReady: boolean;
  /** As text: `was ended by SIGKILL`. */
  readonly how: string;
  /** Whether it was ended to release memory kept from earlier jobs, rather than because of this one. */
  readonly renewed: boolean;
  /** Whether it was killed because of a timeout. */
  readonly late: boolean;
  /** Whether something else killed it, as the system does when memory is short. */
  readonly killed: boolean;
  /** The end of its error output. */
  readonly lastWords: string;
}

interface RunningJob {
  readonly job: Job;
  resolve(answer: JobAnswer): void;
  reject(error: Error): void;
}

/** The process of a job ended before the result. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

interface Settings {
  readonly memory: MemoryBudget;
  /** Timeout of one job in seconds, without the time in which it waits for memory. */
  readonly patience: number;
  /** Maximum bytes of one result. */
  readonly mostBytes: number;
  /** Called whenever it is ready for another job. */
  readonly onFree: () => void;
}

/** The most milliseconds until a process is ready. */
const startTimeout = 30_000;
/** The most milliseconds that an aborted job may continue. */
const abandonedTimeout = 2000;
/** Milliseconds after which the pipes of an ended process count as closed. */
const closeTimeout = 2000;
/** How many characters of its error output are kept. */
const lastWords = 2000;

/** A child process that does one job at a time. */
export class JobProcess {
  readonly #child: ChildProcess;
  readonly #settings: Settings;
  readonly #memory: ProcessMemory;
  readonly #pipe: Duplex | undefined;
  readonly ended: Promise<ProcessEnd>;
  #ready = false;
  #late = false;
  #over = false;
  #retired = false;
  #words = '';
  #inHand: RunningJob | undefined;
  #timer: NodeJS.Timeout | undefined;
  #renewed = false;

  /** @param child started with pipes as its descriptors 0, 2 and `jobPipe` */
  constructor(child: ChildProcess, settings: Settings) {
    this.#child = child;
    this.#settings = settings;
    this.#memory = new ProcessMemory(settings.memory);
    // If too many files are open, there are no pipes.
    this.#pipe = (child.stdio as (Duplex | null)[] | undefined)?.[jobPipe] ?? undefined;
    // The end of the process is handled elsewhere.
    for (const stream of this.#streams) stream.on('error', () => undefined);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-lastWords);
    });
    const reader = new FrameReader((frame) => {
      this.#heard(frame);
    }, settings.mostBytes);
    this.#pipe?.on('data', (chunk: Uint8Array) => {
      try {
        reader.push(chunk);
      } catch {
        // The process sent invalid data.
        this.end();
      }
    });
    this.ended = new Promise((resolve) => {
      const end = (code: unknown, signal?: unknown): void => {
        if (this.#over) return;
        this.#over = true;
        const ending = typeof signal === 'string' ? `was ended by ${signal}` : `ended with ${String(code)}`;
        resolve({
          wasReady: this.#ready,
          how: ending,
          renewed: this.#renewed,
          late: this.#late,
          killed: signal === 'SIGKILL' && !this.#retired,
          lastWords: this.#words,
        });
        this.#finish(ending);
      };
      // Not at `exit`, since its last result may still arrive. Processes that it has started may keep the pipes open
      // forever.
      child.once('close', end);
      child.once('exit', (code, signal) => {
        setTimeout(end, closeTimeout, code, signal).unref();
      });
      child.once('error', (error) => {
        if (child.pid === undefined) end(error.message);
      });
    });
    this.#patience(startTimeout);
    this.#hold(false);
  }

  /** The process id, once it is ready. */
  get pid(): number | undefined {
    return this.#ready ? this.#child.pid : undefined;
  }

  get busy(): boolean {
    return this.#inHand !== undefined;
  }

  /** Whether it takes no more jobs. */
  get retired(): boolean {
    return this.#retired;
  }

  /** @throws JobFailure, JobInterrupted, or the reason of the job's signal */
  run(job: Job): Promise<JobAnswer> {
    if (this.#inHand) throw new Error('The process has a job in hand');
    const start = (resolve: RunningJob['resolve'], reject: RunningJob['reject']): void => {
      const inHand: RunningJob = { job, resolve, reject };
      this.#inHand = inHand;
      this.#hold(true);
      if (this.#ready) this.#begin(job);
    };
    const abandon = (): void => {
      this.#memory.stopWaiting();
      const timer = setTimeout(() => {
        if (this.#inHand?.job === job) this.end();
      }, abandonedTimeout);
      timer.unref();
    };
    return abortable(job.signal, start, { onAbort: abandon });
  }

  /** Ends the process if it is idle and keeps memory. */
  giveUp(): void {
    if (!this.busy && this.#memory.keepsMuch) this.end();
  }

  /** Ends the process, even if a job is running. */
  end(): void {
    this.#retired = true;
    // The caller may wait for its end, so it must keep this process alive.
    if (!this.#over) this.#hold(true);
    this.#child.kill('SIGKILL');
  }

  #begin({ task, facts, bytes }: Job): void {
    this.#patience();
    try {
      if (this.#pipe) sendFrame(this.#pipe, { task, facts }, bytes);
    } catch (error) {
      // The facts are too long: nothing was sent to the process.
      this.#settle((inHand) => {
        inHand.reject(error as Error);
      });
    }
  }

  #heard({ head, pieces }: Frame): void {
    if (head['ready'] === true && !this.#ready) {
      this.#ready = true;
      this.#memory.begin(residentOf(head));
      clearTimeout(this.#timer);
      if (this.#inHand) this.#begin(this.#inHand.job);
    } else if (!this.#inHand) this.end();
    else if (typeof head['need'] === 'number' && !this.#memory.isAsked) void this.#grant(head['need']);
    else if (isFailure(head['failed'])) {
      const { kind, message } = head['failed'];
      this.#memory.grow(residentOf(head));
      this.#settle((inHand) => {
        inHand.reject(new JobFailure(kind, message));
      });
    } else if ('done' in head) {
      this.#memory.grow(residentOf(head));
      this.#settle((inHand) => {
        inHand.resolve({ facts: head['done'], bytes: pieces });
      });
    } else this.end();
  }

  async #grant(bytes: number): Promise<void> {
    const { job } = this.#inHand ?? {};
    clearTimeout(this.#timer);
    let granted = false;
    if (job && !job.signal.aborted) {
      const onFull = (): void => {
        // It would wait while holding memory that others wait for. The job starts again in a new process.
        this.#renewed = true;
        this.end();
      };
      granted = await this.#memory.take(bytes, { urgent: job.urgent, onFull });
      if (granted && (this.#over || this.#inHand?.job !== job)) this.#memory.release();
    }
    if (this.#over || !this.#pipe) return;
    this.#patience();
    sendFrame(this.#pipe, { granted, limit: this.#memory.limit });
  }

  /** Kills the process after a timeout. */
  #patience(milliseconds = this.#settings.patience * 1000): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#late = true;
      this.end();
    }, milliseconds);
    this.#timer.unref();
  }

  #settle(tell: (inHand: RunningJob) => void): void {
    const inHand = this.#inHand;
    clearTimeout(this.#timer);
    if (this.#over) this.#memory.end();
    else {
      if (this.#memory.shouldEnd) this.end();
      this.#memory.endJob();
    }
    this.#inHand = undefined;
    this.#hold(false);
    if (inHand) tell(inHand);
    this.#settings.onFree();
  }

  #finish(ending: string): void {
    this.#retired = true;
    this.#pipe?.destroy();
    this.#settle((inHand) => {
      inHand.reject(new JobInterrupted(`The process ${ending}.`));
    });
  }

  /** An idle process must not keep this process alive. */
  #hold(on: boolean): void {
    for (const handle of [this.#child, ...this.#streams]) {
      if (on) handle.ref();
      else handle.unref();
    }
  }

  get #streams(): Socket[] {
    return [this.#child.stdin, this.#child.stderr, this.#pipe].filter((stream) => stream instanceof Socket);
  }
}

/** From a process that may be compromised: only numbers that the budget can handle. */
const residentOf = ({ resident }: Frame['head']): number =>
  Number.isSafeInteger(resident) && Number(resident) >= 0 ? Number(resident) : Infinity;

function isFailure(value: unknown): value is { kind: string; message: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, message } = value as Record<string, unknown>;
  return typeof kind === 'string' && typeof message === 'string' && message.length <= 2000;
}
