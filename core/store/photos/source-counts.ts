import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn, rawOn } from '../../db/statements.ts';

type Row = readonly [source: number, photos: number];

/** Counts of the photos of a source that are not deleted. */
export interface CountOfSource {
  readonly photos: number;
  /** The number of hidden ones among them. */
  readonly hidden: number;
}

/** The number of photos of each source, by its id. */
export class SourceCounts {
  readonly #first: Statement<[], number>;
  readonly #others: Statement<[], Row>;
  readonly #hidden: Statement<[], Row>;
  readonly #among: Statement<[string], Row>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    const deleted = 'SELECT count(*) FROM photos INDEXED BY photos_deleted WHERE deleted_at IS NOT NULL';
    const furtherSources = 'FROM photos WHERE source > 0 AND deleted_at IS NULL';
    // All photos minus the few that belong to other sources or are deleted, so that no table is scanned.
    this.#first = plucked(`SELECT (SELECT count(*) FROM photos) - (${deleted}) - (SELECT count(*) ${furtherSources})`);
    this.#others = raw(`SELECT source, count(*) ${furtherSources} GROUP BY source`);
    this.#hidden = raw(`
      SELECT p.source, count(*) FROM photo_flags f CROSS JOIN photos p ON p.id = f.photo_id
      WHERE f.hidden = 1 AND p.deleted_at IS NULL GROUP BY p.source`);
    this.#among = raw(`
      SELECT p.source, count(*) FROM json_each(?) some CROSS JOIN photos p ON p.id = some.value
      WHERE p.deleted_at IS NULL AND p.id NOT IN (SELECT photo_id FROM photo_flags WHERE hidden = 1)
      GROUP BY p.source`);
  }

  read(): ReadonlyMap<number, CountOfSource> {
    const hidden = new Map(this.#hidden.all());
    const all: Row[] = [[0, this.#first.get() ?? 0], ...this.#others.all()];
    return new Map(all.map(([source, photos]) => [source, { photos, hidden: hidden.get(source) ?? 0 }]));
  }

  /** The counts of only these photos, without hidden ones. */
  among(photos: Iterable<number>): ReadonlyMap<number, number> {
    return new Map(this.#among.all(JSON.stringify([...photos])));
  }
}
