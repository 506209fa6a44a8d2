import { setImmediate } from 'node:timers/promises';
import type { Db, Statement } from '../db/open.ts';
import { pluckedOn, rawOn } from '../db/statements.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { LabelQuery } from '../domain/photo-findings.ts';
import { sizedCache } from '../domain/sized-cache.ts';
import type { Timeline } from './timeline.ts';

/** The size of the cache, in bytes. */
const cacheSize = 32 * 1024 * 1024;
/** The number of rows to read at a time: some milliseconds. */
const pageSize = 5000;
/** The number of stored changes: a set that lags further behind is read again. */
const maxChanges = 20_000;

interface KnownSet {
  readonly ids: IdSet;
  /** The number of changes that it includes. */
  seen: number;
}

/** A photo with the sum of its scores. */
type Sum = [id: number, score: number];

/**
 * The photos that show a thing, as sets of ids. A thing as frequent as `person` may have a million photos: each set is read
 * once, and afterwards only changed photos are read again.
 */
export class ThingSets {
  readonly #timeline: Timeline;
  readonly #page: Statement<[{ label: number; below: number; after: number; limit: number }], Sum>;
  readonly #labels: Statement<[string], number>;
  readonly #some: Statement<[{ ids: string; labels: string }], Sum>;
  readonly #known = sizedCache<KnownSet>(cacheSize);
  #changed: number[] = [];
  /** The number of changes that were dropped. */
  #forgotten = 0;

  constructor({ db, timeline }: { db: Db; timeline: Timeline }) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    this.#timeline = timeline;
    this.#labels = plucked('SELECT id FROM labels WHERE name IN (SELECT value FROM json_each(?))');
    // Two bounds let a page start where the previous one ended; only rows with an equal score are scanned again.
    this.#page = raw(`
      SELECT photo_id, score FROM photo_labels
      WHERE label_id = :label AND score <= :below AND (score < :below OR photo_id > :after)
      ORDER BY score DESC, photo_id LIMIT :limit`);
    this.#some = raw(`
      SELECT photo_id, sum(score) FROM photo_labels
      WHERE photo_id IN (SELECT value FROM json_each(:ids))
        AND label_id IN (SELECT id FROM labels WHERE name IN (SELECT value FROM json_each(:labels)))
      GROUP BY photo_id`);
    timeline.onChanged((ids) => {
      for (const id of ids) this.#changed.push(id);
      if (this.#changed.length <= maxChanges) return;
      this.#forgotten += this.#changed.length;
      this.#changed = [];
    });
  }

  /**
   * Reads the sets of some things in advance, in slices, so that `photos` has nothing left to read.
   * @throws the signal's reason
   */
  async ready(queries: readonly LabelQuery[], signal: AbortSignal): Promise<void> {
    this.#timeline.follow();
    for (const query of queries) {
      if (this.#current(query)) continue;
      const seen = this.#seen;
      const reading = this.#reading(query);
      let step = reading.next();
      while (!step.done) {
        await setImmediate();
        signal.throwIfAborted();
        step = reading.next();
      }
      this.#known.set(keyOf(query), { ids: step.value, seen });
    }
  }

  /** Whether the sets of some things have been read, so that `photos` need not read them. */
  areReady(queries: readonly LabelQuery[]): boolean {
    this.#timeline.follow();
    return queries.every((query) => this.#current(query) !== undefined);
  }

  /** The photos that show a thing. @param capacity the largest expected photo id */
  photos(query: LabelQuery, capacity: number): IdSet {
    const cached = this.#current(query);
    if (cached) return this.#caughtUp(query, cached);
    const seen = this.#seen;
    const reading = this.#reading(query, capacity);
    let step = reading.next();
    while (!step.done) step = reading.next();
    this.#known.set(keyOf(query), { ids: step.value, seen });
    return step.value;
  }

  /** Whether one photo shows a thing, without reading a set. */
  has({ labels, least }: LabelQuery, photo: number): boolean {
    const [sum] = this.#some.all({ ids: JSON.stringify([photo]), labels: JSON.stringify(labels) });
    return sum !== undefined && sum[1] >= least;
  }

  get #seen(): number {
    return this.#forgotten + this.#changed.length;
  }

  #current(query: LabelQuery): KnownSet | undefined {
    const cached = this.#known.get(keyOf(query));
    return cached && cached.seen >= this.#forgotten ? cached : undefined;
  }

  #caughtUp({ labels, least }: LabelQuery, cached: KnownSet): IdSet {
    if (cached.seen === this.#seen) return cached.ids;
    const changed = [...new Set(this.#changed.slice(cached.seen - this.#forgotten))];
    for (const id of changed) cached.ids.delete(id);
    const sums = this.#some.all({ ids: JSON.stringify(changed), labels: JSON.stringify(labels) });
    for (const [id, score] of sums) if (Math.min(1, score) >= least) cached.ids.add(id);
    cached.seen = this.#seen;
    return cached.ids;
  }

  /** Returns the set; each step reads a page of rows. */
  *#reading({ labels, least }: LabelQuery, capacity = this.#timeline.capacity): Generator<undefined, IdSet> {
    const ids = new IdSet(capacity);
    const all = this.#labels.all(JSON.stringify(labels));
    const sums = all.length > 1 ? new Map<number, number>() : undefined;
    for (const label of all) {
      let last: Sum = [0, 2];
      for (let isLast = false; !isLast;) {
        const page = this.#page.all({ label, below: last[1], after: last[0], limit: pageSize });
        for (const [id, score] of page) {
          const sum = sums ? Math.min(1, score + (sums.get(id) ?? 0)) : score;
          sums?.set(id, sum);
          if (sum >= least) ids.add(id);
        }
        last = page.at(-1) ?? last;
        // The remaining scores of this label are too low on their own.
        isLast = page.length < pageSize || (!sums && last[1] < least);
        yield;
      }
    }
    return ids;
  }
}

const keyOf = ({ labels, least }: LabelQuery): string => JSON.stringify([labels, least]);
