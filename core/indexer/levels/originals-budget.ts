import { bytesToday, dayIn, daySeconds } from '../../domain/budget-day.ts';
import { instantAt } from '../../domain/time-zone.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';

interface Dependencies {
  readonly state: SyncState;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly config: { readonly originalsBudget: number };
  /** The zone in which days begin. */
  readonly timeZone: () => string;
  /** Whether each byte of originals costs; where not, all of them may be read. */
  readonly metered: () => boolean;
}

/** An original that was paid for. */
export interface Payment {
  /**
   * The original turns out to have this many bytes.
   * @returns false if those may not be read today; nothing is paid then
   */
  raise(bytes: number): boolean;
  /** Counts bytes that have arrived. */
  count(bytes: number): void;
  /** The original costs the bytes that arrived. To be called once, last. */
  settle(): void;
}

/**
 * How many bytes of originals may still be read today, where each byte costs. A photo is paid for before it is read, so that
 * a process that dies over it has not read it for nothing; days begin at midnight of the library's zone.
 */
export class OriginalsBudget {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * How many bytes of one photo may be read now; Infinity without a limit. The first photo of a day may be larger than the
   * budget of the day.
   */
  left(): number {
    const { config, metered } = this.#with;
    if (!metered()) return Infinity;
    if (config.originalsBudget === 0) return 0;
    const used = this.used();
    return used === 0 ? Infinity : Math.max(0, config.originalsBudget - used);
  }

  /** @returns null when they may not be read today */
  pay(bytes: number): Payment | null {
    if (!this.#spend(bytes)) return null;
    let paid = bytes;
    let came = 0;
    return {
      raise: (more) => {
        if (more <= paid) return true;
        this.#charge(-paid);
        const isCovered = this.#spend(more);
        paid = isCovered ? more : 0;
        return isCovered;
      },
      count: (piece) => {
        came += piece;
      },
      settle: () => {
        this.#charge(came - paid);
      },
    };
  }

  /** Bytes that were read today. */
  used(): number {
    return bytesToday(this.#with.state.get('originals_read'), this.#day());
  }

  /** When the next day begins, in epoch seconds. */
  renewedAt(): number {
    return instantAt((this.#day() + 1) * daySeconds, this.#with.timeZone());
  }

  #spend(bytes: number): boolean {
    if (Math.max(1, bytes) > this.left()) return false;
    this.#charge(bytes);
    return true;
  }

  #charge(bytes: number): void {
    const { state, transact, metered } = this.#with;
    if (bytes === 0 || !metered()) return;
    transact(() => {
      state.set('originals_read', { day: this.#day(), bytes: Math.max(0, this.used() + bytes) });
    });
  }

  #day(): number {
    const { clock, timeZone } = this.#with;
    return dayIn(timeZone(), clock());
  }
}
