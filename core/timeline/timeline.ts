import { setImmediate } from 'node:timers/promises';
import type { Db, Statement } from '../db/open.ts';
import { cachedUntilWrite } from '../db/write-stamp.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { Cameras } from './cameras.ts';
import { TimelineColumns } from './columns.ts';
import { GONE, type TimelineEntry } from './entry.ts';
import { TimelineRows } from './rows.ts';
import { TimelineVersions } from './versions.ts';

/** A library up to this size merges new photos at once; a larger one at most once per `mergePause`. */
const mergeAtOnce = 20_000;
/** Milliseconds. */
const mergePause = 1000;
/** The number of processed rows of `timeline_changes` that may accumulate before they are deleted. */
const trimAfter = 500;

/**
 * All listed photos in timeline order, in memory. Derived from SQLite, which is the source of truth.
 *
 * [Note: how the timeline follows] Triggers write the id of each changed photo into `timeline_changes`. Before each answer,
 * `follow` reads the new ids and their rows. A change that leaves a photo at its position (a flag, a place, a removal) is
 * applied in place and visible at once: a user sees their own edit. New photos and new capture times move everything after
 * them, which costs some milliseconds at a million photos, so during an import they are collected and merged about once a
 * second.
 */
export class Timeline {
  readonly #db: Db;
  readonly #rows: TimelineRows;
  readonly #now: () => number;
  readonly #newestChange: () => number | null;
  readonly #changesSince: Statement<[number], number>;
  readonly #trim: Statement<[number]>;

  readonly #listeners: ((ids: readonly number[]) => void)[] = [];
  #columns: TimelineColumns | undefined;
  #loading: Promise<void> | undefined;
  /** The ids that have a position in the columns. */
  #placed = new IdSet();
  /** Photos that the next merge moves to a new position. */
  readonly #waiting = new Set<number>();
  #gone = 0;
  #seenChange = 0;
  #trimmedTo = 0;
  #mergedAt = -Infinity;
  readonly #versions = new TimelineVersions();

  /** @param now monotonic milliseconds */
  constructor(db: Db, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#rows = new TimelineRows(db);
    this.#now = now;
    const newestChange = db.prepare<[], number | null>('SELECT max(seq) FROM timeline_changes').pluck();
    this.#newestChange = cachedUntilWrite(db, () => newestChange.get() ?? null);
    this.#changesSince = db
      .prepare<[number], number>('SELECT DISTINCT photo_id FROM timeline_changes WHERE seq > ?')
      .pluck();
    this.#trim = db.prepare('DELETE FROM timeline_changes WHERE seq <= ?');
  }

  /** The photos as of the last `follow`. */
  get columns(): TimelineColumns {
    return this.#columns ?? this.#load();
  }

  get isLoaded(): boolean {
    return this.#columns !== undefined;
  }

  /** Increases with each change of the columns: values computed from an older version are out of date. */
  get version(): number {
    return this.#versions.now;
  }

  /** The positions of photos that changed in place since a version; undefined if positions have become invalid. */
  readonly changesSince = (version: number): Uint32Array | undefined => this.#versions.changesSince(version);

  /** The largest possible id, which is the size to choose for sets of ids. */
  get capacity(): number {
    return this.#placed.bytes * 8 - 1;
  }

  /** @param listener called before an answer is given, with the ids of photos that changed, appeared or disappeared */
  onChanged(listener: (ids: readonly number[]) => void): void {
    this.#listeners.push(listener);
  }

  /** The cameras of the photos in `columns`. */
  get cameras(): Cameras {
    return this.#rows.cameras;
  }

  readonly uidsOf = (ids: readonly number[]): string[] => this.#rows.uidsOf(ids);

  /**
   * Catches up with SQLite. Earlier positions are invalid if `version` has changed.
   * @param options.merge merges new photos at once instead of waiting for the next merge
   */
  follow(options: { merge?: boolean } = {}): TimelineColumns {
    // Inside a transaction, rows may still be rolled back, so they are not read.
    if (this.#db.inTransaction && this.#columns) return this.#columns;
    if (!this.#columns) return this.#load();
    const newest = this.#newestChange() ?? 0;
    if (newest > this.#seenChange) this.#take(this.#columns, newest);
    if (this.#waiting.size > 0 || (options.merge && this.#gone > 0)) this.#mergeIfDue(options.merge ?? false);
    return this.#columns;
  }

  /**
   * Starts to read the library in slices, between which other work runs. A caller that does not wait for it reads the
   * library in one go.
   */
  startLoading(signal: AbortSignal): void {
    if (this.#columns) return;
    this.#loading = this.#loadInSlices(signal)
      .catch(() => undefined)
      .finally(() => {
        this.#loading = undefined;
      });
  }

  /** Resolves when the photos are loaded, or cannot be read; undefined if nothing is being loaded. */
  get loading(): Promise<void> | undefined {
    return this.#loading;
  }

  async #loadInSlices(signal: AbortSignal): Promise<void> {
    // The next `follow` reads changes during the loading again, whether or not a slice included them.
    const newestChange = this.#newestChange() ?? 0;
    const columns = new TimelineColumns();
    for (const slice of this.#rows.slices()) {
      for (const entry of slice) columns.append(entry);
      await setImmediate();
      signal.throwIfAborted();
      if (this.#columns) return;
    }
    this.#begin(columns, newestChange);
  }

  #load(): TimelineColumns {
    const columns = new TimelineColumns();
    const newestChange = this.#db.transaction(() => {
      const newest = this.#newestChange() ?? this.#seenChange;
      for (const slice of this.#rows.slices()) for (const entry of slice) columns.append(entry);
      return newest;
    })();
    return this.#begin(columns, newestChange);
  }

  /** @param newestChange the newest change that the columns include */
  #begin(unsorted: TimelineColumns, newestChange: number): TimelineColumns {
    const columns = unsorted.sorted(this.uidsOf);
    this.#seenChange = newestChange;
    const placed = new IdSet(columns.length);
    for (let i = 0; i < columns.length; i++) placed.add(columns.id[i]!);
    this.#columns = columns;
    this.#placed = placed;
    this.#waiting.clear();
    this.#gone = 0;
    this.#mergedAt = this.#now();
    this.#versions.moved();
    this.#forgetSeenChanges();
    return columns;
  }

  /** The position of a photo as of the last `follow`; undefined if it has none yet. */
  positionOf({ id, takenAt }: { readonly id: number; readonly takenAt: number }): number | undefined {
    const { columns } = this;
    if (!this.#placed.has(id)) return undefined;
    const position = columns.positionAt(id, takenAt);
    return position >= 0 ? position : this.#positions(columns, [id], new Map()).get(id);
  }

  #take(columns: TimelineColumns, newest: number): void {
    const changed = this.#changesSince.all(this.#seenChange);
    for (const listener of this.#listeners) listener(changed);
    if (changed.length > 1000 && changed.length > columns.length / 8) {
      this.#load();
      return;
    }
    this.#seenChange = newest;
    const entries = new Map(this.#rows.some(changed).map((entry) => [entry.id, entry]));
    const positions = this.#positions(columns, changed, entries);
    for (const id of changed) {
      const position = positions.get(id);
      const entry = entries.get(id);
      if (!entry) this.#waiting.delete(id);
      else if (position === undefined || columns.takenAt[position] !== entry.takenAt) this.#waiting.add(id);
      if (position === undefined) continue;
      if (!entry) this.#markGone(columns, position);
      else if (columns.takenAt[position] === entry.takenAt) {
        columns.put(position, entry);
        // A photo that moved in the store has a new uid, by which photos of the same second are sorted.
        if (columns.isInOrder(position, this.uidsOf)) this.#waiting.delete(id);
        else this.#waiting.add(id);
      }
    }
    if (positions.size > 0) this.#versions.changedInPlace([...positions.values()]);
    if (this.#seenChange - this.#trimmedTo > trimAfter) this.#forgetSeenChanges();
  }

  /** The positions of changed photos. Most are found by their capture time; the others in one pass over all ids. */
  #positions(
    columns: TimelineColumns,
    ids: readonly number[],
    entries: ReadonlyMap<number, TimelineEntry>,
  ): Map<number, number> {
    const positions = new Map<number, number>();
    const missing = new IdSet();
    for (const id of ids) {
      if (!this.#placed.has(id)) continue;
      const takenAt = entries.get(id)?.takenAt;
      const position = takenAt === undefined ? -1 : columns.positionAt(id, takenAt);
      if (position >= 0) positions.set(id, position);
      else missing.add(id);
    }
    if (missing.size === 0) return positions;
    for (let i = 0; i < columns.length; i++) {
      const id = columns.id[i]!;
      if (missing.has(id) && (columns.flags[i]! & GONE) === 0) positions.set(id, i);
    }
    return positions;
  }

  #markGone(columns: TimelineColumns, position: number): void {
    columns.flags[position] = columns.flags[position]! | GONE;
    this.#placed.delete(columns.id[position]!);
    this.#gone++;
  }

  #mergeIfDue(force: boolean): void {
    const columns = this.#columns!;
    const isDue = columns.length < mergeAtOnce || this.#now() - this.#mergedAt >= mergePause;
    if (!isDue && !force) return;
    const ids = [...this.#waiting];
    this.#waiting.clear();
    const entries = this.#rows.some(ids);
    // Photos that already have a position are moved.
    for (const position of this.#positions(columns, ids, new Map()).values()) this.#markGone(columns, position);
    columns.merge(entries, this.uidsOf);
    for (const entry of entries) this.#placed.add(entry.id);
    this.#gone = 0;
    this.#mergedAt = this.#now();
    this.#versions.moved();
  }

  /** Keeps the table of changes small. This is not urgent: if another process is writing, a later call does it. */
  #forgetSeenChanges(): void {
    try {
      this.#trim.run(this.#seenChange);
      this.#trimmedTo = this.#seenChange;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))) throw error;
    }
  }
}
