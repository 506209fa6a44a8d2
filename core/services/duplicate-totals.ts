import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { WithheldItems, WithheldFrom } from '../domain/withheld.ts';
import type { Audience } from '../domain/viewer-scope.ts';
import { DuplicateTally } from '../domain/duplicate-tally.ts';
import type { DuplicateTotal } from '../domain/duplicate-total.ts';
import type { Duplicates } from '../store/photos/duplicates.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** The number of contents, or of changed photos, to read before other requests get a turn: some three milliseconds. */
const readAtOnce = 200;
/**
 * Up to this number, changed photos are updated one by one. After more changes, such as a first import, everything is
 * recounted.
 */
const maxChanged = 10_000;

/** Number of sets of withheld photos with cached totals. */
const maxKept = 8;

/** The contents that have withheld copies. */
interface KeptCopies {
  /** Including the withheld photos. */
  readonly whole: DuplicateTally;
  /** Without the withheld photos. */
  readonly seen: DuplicateTally;
  /** Photos whose copies must be recounted. */
  readonly due: Set<number>;
}

/**
 * Totals of duplicates in the whole library, always with or always without hidden photos. The first request counts all copies
 * in slices; after that, a changed photo costs only a recount of its own copies.
 */
export class DuplicateTotals {
  readonly #duplicates: Pick<Duplicates, 'visibleAfter' | 'visibleWith'>;
  readonly #timeline: Pick<Timeline, 'follow'>;
  readonly #withheld: WithheldFrom;
  readonly #withHidden: boolean;
  readonly #kept = new LRUCache<number, KeptCopies>({ max: maxKept });
  /** Photos that changed since the last count. */
  readonly #changed = new Set<number>();
  /** Replaced after too many changes. */
  #tally: DuplicateTally | undefined;
  #counted = false;
  #counting: Promise<void> | undefined;

  constructor(parts: {
    duplicates: Pick<Duplicates, 'visibleAfter' | 'visibleWith'>;
    timeline: Pick<Timeline, 'follow' | 'onChanged'>;
    withheld: WithheldFrom;
    /** False by default. */
    withHidden?: boolean;
  }) {
    this.#withheld = parts.withheld;
    this.#withHidden = parts.withHidden ?? false;
    this.#duplicates = parts.duplicates;
    this.#timeline = parts.timeline;
    parts.timeline.onChanged((ids) => {
      if (ids.length > maxChanged) this.#kept.clear();
      for (const { due } of this.#kept.values()) for (const id of ids) due.add(id);
      if (!this.#tally) return;
      for (const id of ids) this.#changed.add(id);
      if (this.#changed.size > maxChanged) this.#forget();
    });
  }

  /** The current total, without photos that are withheld from the audience. */
  async now(audience: Audience): Promise<DuplicateTotal> {
    for (;;) {
      const withheld = this.#withheld(audience);
      const withheldTotal = await this.#lessWithout(withheld);
      const { groups, bytes } = await this.#all();
      // The set of withheld photos changed during the count.
      if (this.#withheld(audience).version !== withheld.version) continue;
      return { groups: groups - withheldTotal.groups, bytes: bytes - withheldTotal.bytes };
    }
  }

  async #all(): Promise<DuplicateTotal> {
    for (;;) {
      this.#timeline.follow();
      if (!this.#tally || !this.#counted) {
        this.#counting ??= this.#countAll().finally(() => {
          this.#counting = undefined;
        });
        await this.#counting;
        continue;
      }
      this.#takeSome(this.#tally);
      if (this.#changed.size === 0) return this.#tally.total;
      await setImmediate();
    }
  }

  /**
   * The waste caused by withheld photos: for contents with withheld copies, the difference between counting these copies and
   * not.
   */
  async #lessWithout({ key, photos }: WithheldItems): Promise<DuplicateTotal> {
    if (key === 0) return { groups: 0, bytes: 0 };
    const known = this.#kept.get(key) ?? {
      whole: new DuplicateTally(),
      seen: new DuplicateTally(),
      due: new Set(photos),
    };
    this.#kept.set(key, known);
    const { whole, seen, due } = known;
    while (due.size > 0) {
      const batch = takeFrom(due);
      for (const tally of [whole, seen]) for (const id of batch) tally.remove(id);
      for (const content of this.#duplicates.visibleWith(batch, this.#withHidden)) {
        const remaining = content.photos.filter((id) => !photos.has(id));
        if (remaining.length === content.photos.length) continue;
        whole.put(content);
        seen.put({ ...content, photos: remaining });
      }
      if (due.size > 0) await setImmediate();
    }
    return { groups: whole.total.groups - seen.total.groups, bytes: whole.total.bytes - seen.total.bytes };
  }

  #forget(): void {
    this.#tally = undefined;
    this.#counted = false;
    this.#changed.clear();
  }

  /**
   * Counts everything. Photos that change during the count are recounted afterwards, since a slice may or may not have seen
   * them.
   */
  async #countAll(): Promise<void> {
    this.#forget();
    const tally = new DuplicateTally();
    this.#tally = tally;
    let after: { waste: number; sha1: Buffer } | undefined;
    do {
      const { contents, last } = this.#duplicates.visibleAfter(after, readAtOnce, this.#withHidden);
      for (const content of contents) tally.put(content);
      after = last;
      await setImmediate();
    } while (after && this.#tally === tally);
    this.#counted = this.#tally === tally;
  }

  #takeSome(tally: DuplicateTally): void {
    const batch = takeFrom(this.#changed);
    if (batch.length === 0) return;
    for (const id of batch) tally.remove(id);
    for (const content of this.#duplicates.visibleWith(batch, this.#withHidden)) tally.put(content);
  }
}

/** Takes as many ids out of a set as may be read at once. */
function takeFrom(ids: Set<number>): number[] {
  const batch: number[] = [];
  for (const id of ids) {
    if (batch.length === readAtOnce) break;
    batch.push(id);
    ids.delete(id);
  }
  return batch;
}
