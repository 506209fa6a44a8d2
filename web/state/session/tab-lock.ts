/** What all tabs of one browser see. */
interface SharedNotes {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** The browser's own locks, as far as they are needed here. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface Dependencies {
  /** Absent on plain HTTP, other than of this very machine: browsers keep it for secure origins. */
  readonly locks: Locks | undefined;
  readonly notes: SharedNotes;
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
}

const name = 'photofinch.renew';

/** Milliseconds. The lease of a page that went away in the middle of its work is waited for that long. */
const leaseTime = 4000;
/** So often a lease is drawn out while the work goes on; a hidden tab gets a turn once a second. */
const beat = 1000;
/** Until one tab has surely seen what another wrote down: each has its own copy of the notes. */
const settling = 80;
const look = 40;

interface Lease {
  readonly holder: string;
  readonly until: number;
}

/**
 * Lets one tab at a time do a piece of work that must not be done twice at once.
 *
 * Where the browser has locks they keep tabs apart. Elsewhere a lease in the shared notes does: who finds none writes
 * down its own, waits until all tabs see the same, and has it when it is still its own. A lease is kept in both cases,
 * since a page that is reloaded loses its lock while its request is still on its way.
 */
export class TabLock {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const { locks } = this.#with;
    return locks ? locks.request(name, () => this.#leased(work, 0)) : this.#leased(work, settling);
  }

  async #leased<T>(work: () => Promise<T>, settled: number): Promise<T> {
    const { notes } = this.#with;
    const me = Math.random().toString(36).slice(2);
    do {
      while (this.#holder() !== undefined) await this.#with.pause(look);
      this.#write(me);
      if (settled > 0) await this.#with.pause(settled);
    } while (this.#holder() !== me);

    let working = true;
    const drawOut = async (): Promise<void> => {
      for (;;) {
        await this.#with.pause(beat);
        if (!working) return;
        this.#write(me);
      }
    };
    void drawOut();
    try {
      return await work();
    } finally {
      working = false;
      if (this.#holder() === me) notes.removeItem(name);
    }
  }

  #write(holder: string): void {
    this.#with.notes.setItem(name, JSON.stringify({ holder, until: this.#with.now() + leaseTime } satisfies Lease));
  }

  #holder(): string | undefined {
    const lease = readLease(this.#with.notes.getItem(name));
    const left = lease ? lease.until - this.#with.now() : 0;
    // One that ends later than any can was written by a clock that has been set back since.
    return left > 0 && left <= leaseTime ? lease?.holder : undefined;
  }
}

function readLease(note: string | null): Lease | undefined {
  try {
    const { holder, until } = JSON.parse(note ?? '') as Partial<Lease>;
    return typeof holder === 'string' && typeof until === 'number' ? { holder, until } : undefined;
  } catch {
    return undefined;
  }
}
