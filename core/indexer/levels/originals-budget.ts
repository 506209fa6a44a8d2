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
  /** The time zone in which days begin. */
  readonly timeZone: () => string;
  /** Whether reading originals is costly; if not, there is no limit. */
  readonly metered: () => boolean;
}

/** An original for which bytes of the budget are reserved. */
export interface Payment {
  /**
   * To be called if the original turns out to have this many bytes.
   * @returns false if these may not be read today; nothing is reserved then
   */
  raise(bytes: number): boolean;
  /** Adds bytes that have arrived. */
  count(bytes: number): void;
  /** Replaces the reserved bytes by those that arrived. To be called once, at the end. */
  settle(): void;
}

/**
 * The daily budget for reading originals, if reading is costly. Bytes are reserved before a photo is read, so that a crash
 * during the read does not make it free; days begin at midnight in the library's time zone.
 */
export class OriginalsBudget {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * How many bytes of one photo may be read now; Infinity without a limit. The first photo of a day may exceed the daily
   * budget.
   */
  left(): number {
    const { config, metered } = this.#with;
    if (!metered()) return Infinity;
    if (config.originalsBudget === 0) return 0;
    const used = this.used();
    return used === 0 ? Infinity : Math.max(0, config.originalsBudget - used);
  }

  /** @returns null if the photo may not be read today */
  pay(bytes: number): Payment | null {
    if (!this.#spend(bytes)) return null;
    let paid = bytes;
    let came = 0;
    return {
      raise: (total) => {
        if (total <= paid) return true;
        this.#charge(-paid);
        const isCovered = this.#spend(total);
        paid = isCovered ? total : 0;
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
