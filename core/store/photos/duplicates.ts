import type { DuplicateTotal } from '../../domain/duplicate-total.ts';
import type { Db, Statement } from '../../db/open.ts';

/** Photos with one and the same content. */
export interface DuplicateGroup {
  readonly sha1: Buffer;
  /** Bytes of one copy. */
  readonly size: number;
  /** Ids, newest capture first. */
  readonly photos: readonly number[];
}

interface Content {
  sha1: Buffer;
  size: number;
  waste: number;
}

/** Finds photos that are there more than once, by the SHA-1 of their content. */
export class Duplicates {
  readonly #contents: Statement<[], Content>;
  readonly #visibleCopies: Statement<[Buffer], number>;
  readonly #total: Statement<[], DuplicateTotal>;
  readonly #hiddenPart: Statement<[], DuplicateTotal>;

  constructor(db: Db) {
    this.#contents = db.prepare(`
      SELECT sha1, size, (copies - 1) * size AS waste FROM content_copies
      WHERE copies > 1 ORDER BY (copies - 1) * size DESC, sha1 DESC`);
    this.#visibleCopies = db
      .prepare<[Buffer], number>(
        `
      SELECT p.id FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.sha1 = ? AND p.listed = 1 AND coalesce(f.hidden, 0) = 0
      ORDER BY p.taken_at DESC, p.uid`,
      )
      .pluck();
    // The index on the waste has all that this needs.
    this.#total = db.prepare(`
      SELECT count(*) AS groups, coalesce(sum((copies - 1) * size), 0) AS bytes FROM content_copies WHERE copies > 1`);
    this.#hiddenPart = db.prepare(`
      WITH touched AS (
        SELECT c.size, c.copies, count(*) AS hidden
        FROM photo_flags f CROSS JOIN photos p ON p.id = f.photo_id JOIN content_copies c ON c.sha1 = p.sha1
        WHERE f.hidden = 1 AND p.listed = 1 AND c.copies > 1 GROUP BY c.sha1)
      SELECT coalesce(sum(copies - hidden < 2), 0) AS groups, coalesce(sum(min(hidden, copies - 1) * size), 0) AS bytes
      FROM touched`);
  }

  /** Of all groups, without hidden photos. Few are hidden, so what they add is taken off the sum of all. */
  total(): DuplicateTotal {
    const all = this.#total.get() ?? { groups: 0, bytes: 0 };
    const hidden = this.#hiddenPart.get() ?? { groups: 0, bytes: 0 };
    return { groups: all.groups - hidden.groups, bytes: all.bytes - hidden.bytes };
  }

  /**
   * The groups that waste the most bytes, without hidden photos.
   *
   * `content_copies` counts hidden copies too, so its waste is an upper bound. Reading stops where no content that follows
   * can be among the largest.
   */
  largest(limit: number): DuplicateGroup[] {
    const groups: DuplicateGroup[] = [];
    const waste = (group: DuplicateGroup): number => (group.photos.length - 1) * group.size;
    for (const content of this.#contents.iterate()) {
      const last = groups[limit - 1];
      if (last && waste(last) >= content.waste) break;
      const photos = this.#visibleCopies.all(content.sha1);
      if (photos.length < 2) continue;
      const group = { sha1: content.sha1, size: content.size, photos };
      const behind = groups.findLastIndex((other) => waste(other) >= waste(group));
      groups.splice(behind + 1, 0, group);
    }
    return groups.slice(0, limit);
  }
}
