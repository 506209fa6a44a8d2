import type { MemoryBudget } from './memory-budget.ts';

/** Bytes that a process may keep from earlier jobs without being told to release them. */
const littleKept = 32 * 1024 * 1024;

/** A process with more resident memory than this after a job is replaced: WebAssembly never releases memory. */
const maxResident = 256 * 1024 * 1024;

/** The share of one process in a common memory budget: for the current job, and kept from earlier ones. */
export class ProcessMemory {
  readonly #budget: MemoryBudget;
  /** Resident bytes before its first job, and now. */
  #own = Infinity;
  #resident = 0;
  #releaseJob: (() => void) | undefined;
  #releaseKept: (() => void) | undefined;
  #waiting: AbortController | undefined;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  get limit(): number {
    return this.#budget.limit;
  }

  /** Whether its job has requested memory. */
  get isAsked(): boolean {
    return this.#waiting !== undefined || this.#releaseJob !== undefined;
  }

  /** Whether ending it would release much memory. */
  get keepsMuch(): boolean {
    return this.#kept > littleKept;
  }

  /** Whether the process should end after its job: it has grown too large, or keeps memory that others wait for. */
  get shouldEnd(): boolean {
    return this.#resident > maxResident || (this.keepsMuch && this.#budget.isShort);
  }

  /** To be called before its first job. */
  begin(resident: number): void {
    this.#own = resident;
  }

  /** To be called after a job. */
  grow(resident: number): void {
    this.#resident = resident;
  }

  /**
   * Waits for the bytes that a job needs. Memory kept from earlier jobs is used first.
   * @param onFull called if it has to wait while others wait for what it keeps
   * @returns whether it got them; false if they exceed the limit, or waiting was cancelled
   */
  async take(bytes: number, { urgent, onFull }: { urgent: boolean; onFull: () => void }): Promise<boolean> {
    if (bytes > this.limit) return false;
    const waiting = (this.#waiting = new AbortController());
    this.#releaseKept?.();
    this.#releaseKept = undefined;
    const amount = Math.min(this.limit, Math.max(bytes, this.#kept));
    try {
      const reservation = this.#budget.take(amount, { urgent, signal: waiting.signal });
      if (this.#budget.isShort && this.keepsMuch) onFull();
      this.#releaseJob = await reservation;
      return true;
    } catch {
      return false;
    } finally {
      this.#waiting = undefined;
    }
  }

  stopWaiting(): void {
    this.#waiting?.abort(new Error('Nobody waits for the memory any more.'));
  }

  /** Ends the job. Memory that the process keeps of it counts until the process ends, except for small amounts. */
  endJob(): void {
    this.#releaseKept?.();
    this.#releaseKept = this.keepsMuch ? this.#budget.hold(Math.min(this.#kept, this.limit)) : undefined;
    this.release();
  }

  /** Releases the job's memory. */
  release(): void {
    this.#releaseJob?.();
    this.#releaseJob = undefined;
  }

  /** To be called when the process has ended. */
  end(): void {
    this.#releaseKept?.();
    this.stopWaiting();
    this.release();
  }

  get #kept(): number {
    return Math.max(0, this.#resident - this.#own);
  }
}
