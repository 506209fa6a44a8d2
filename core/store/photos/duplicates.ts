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
