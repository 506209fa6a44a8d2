import type { MemoryBudget } from './memory-budget.ts';

/** Bytes that a process may keep of earlier jobs without being asked for them. */
const littleKept = 32 * 1024 * 1024;

/** A process that has more than this after a job is replaced: what WebAssembly took, it never gives back. */
const mostResident = 256 * 1024 * 1024;

/** What one process has of the memory that many share: for the job in hand, and what it keeps of earlier ones. */
export class ProcessMemory {
  readonly #budget: MemoryBudget;
  /** Bytes that it had in memory before its first job, and that it has now. */
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

  /** Whether its job has asked for memory. */
  get isAsked(): boolean {
    return this.#waiting !== undefined || this.#releaseJob !== undefined;
  }

  /** Whether others would have more of it if it ended. */
  get keepsMuch(): boolean {
    return this.#kept > littleKept;
  }

  /** Whether the process should end after its job: it has grown too large, or keeps what others wait for. */
  get shouldEnd(): boolean {
    return this.#resident > mostResident || (this.keepsMuch && this.#budget.isShort);
  }

  /** Before its first job. */
  begin(resident: number): void {
    this.#own = resident;
  }

  /** After a job. */
  grow(resident: number): void {
    this.#resident = resident;
  }

  /**
   * Waits for the bytes that a job needs. It takes what the process has kept of others first.
   * @param onFull called when it has to wait, and others wait for what it keeps
   * @returns whether it has them; not when there are never as many, or nobody waits any more
   */
  async take(bytes: number, { urgent, onFull }: { urgent: boolean; onFull: () => void }): Promise<boolean> {
    if (bytes > this.limit) return false;
    const waiting = (this.#waiting = new AbortController());
    this.#releaseKept?.();
    this.#releaseKept = undefined;
    const wanted = Math.min(this.limit, Math.max(bytes, this.#kept));
    try {
      const taken = this.#budget.take(wanted, { urgent, signal: waiting.signal });
      if (this.#budget.isShort && this.keepsMuch) onFull();
      this.#releaseJob = await taken;
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

  /** The job is over. What the process keeps of it counts until it ends; a little does not, nobody could be given it. */
  endJob(): void {
    this.#releaseKept?.();
    this.#releaseKept = this.keepsMuch ? this.#budget.hold(Math.min(this.#kept, this.limit)) : undefined;
    this.release();
  }

  /** Gives back what the job has. */
  release(): void {
    this.#releaseJob?.();
    this.#releaseJob = undefined;
  }

  /** The process has ended. */
  end(): void {
    this.#releaseKept?.();
    this.stopWaiting();
    this.release();
  }

  get #kept(): number {
    return Math.max(0, this.#resident - this.#own);
  }
}
