import type { AlikeGroup } from '../../domain/duplicate-groups.ts';
import type { DuplicateTotal } from '../../domain/duplicate-total.ts';
import { convincingSimilarity, minSimilarity } from '../../domain/near-duplicate.ts';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { NearPair } from './near-duplicates.ts';
import type { ScopeParameters } from './scope-parameters.ts';

/** A photo with the facts that determine the best one of a group. */
export interface RankedPhoto {
  readonly id: number;
  /** Pixels of the upright picture; 0 if unknown. */
  readonly pixels: number;
  /** Bytes. */
  readonly size: number;
}

/** A visible photo of a group. */
export interface GroupPhoto extends RankedPhoto {
  /** The photo that represents all photos with the same content. */
  readonly content: number;
}

/** A stored group. Its waste includes hidden photos, and is an upper bound. */
export interface StoredGroup {
  readonly best: number;
  /** Bytes. */
  readonly waste: number;
}

type Hidden = Pick<ScopeParameters, 'hidden'>;

/** Groups of near duplicates, each named by its best photo. */
export class NearGroups {
  readonly #ungrouped: Statement<[number], number>;
  readonly #partners: Statement<[{ id: number }], number>;
  readonly #groupsOf: Statement<[string], number>;
  readonly #membersOf: Statement<[string], number>;
  readonly #flag: Statement<[string]>;
  readonly #unflag: Statement<[string]>;
  readonly #remove: Statement<[string]>;
  readonly #addGroup: Statement<[StoredGroup]>;
  readonly #addMember: Statement<[{ id: number; best: number }]>;
  readonly #ranked: Statement<[string], RankedPhoto>;
  readonly #waste: Statement<[string], number>;
  readonly #total: Statement<[], DuplicateTotal>;
  readonly #inexact: Statement<[Hidden & { withheld: string }], StoredGroup>;
  readonly #largest: Statement<[], StoredGroup>;
  readonly #visible: Statement<[Hidden & { best: number }], GroupPhoto>;
  readonly #pairs: Statement<[string], NearPair>;
  readonly #version: Statement<[], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const ids = '(SELECT value FROM json_each(?))';
    // If no model has compared a pair, the hashes decide: see [Note: when two photos are near duplicates].
    const holds = `CASE WHEN similarity IS NULL THEN sure
      ELSE similarity >= CASE sure WHEN 1 THEN ${minSimilarity} ELSE ${convincingSimilarity} END END`;
    this.#ungrouped = plucked('SELECT photo_id FROM photo_hashes WHERE grouped = 0 ORDER BY photo_id LIMIT ?');
    this.#partners = plucked(`
      SELECT high_id FROM near_duplicates WHERE low_id = :id AND ${holds}
      UNION ALL SELECT low_id FROM near_duplicates WHERE high_id = :id AND ${holds}`);
    this.#groupsOf = plucked(`SELECT DISTINCT best_id FROM near_group_members WHERE photo_id IN ${ids}`);
    this.#membersOf = plucked(`SELECT photo_id FROM near_group_members WHERE best_id IN ${ids}`);
    this.#flag = db.prepare(`UPDATE photo_hashes SET grouped = 0 WHERE photo_id IN ${ids}`);
    this.#unflag = db.prepare(`UPDATE photo_hashes SET grouped = 1 WHERE photo_id IN ${ids}`);
    this.#remove = db.prepare(`DELETE FROM near_groups WHERE best_id IN ${ids}`);
    this.#addGroup = db.prepare('INSERT INTO near_groups (best_id, waste) VALUES (:best, :waste)');
    this.#addMember = db.prepare('INSERT INTO near_group_members (photo_id, best_id) VALUES (:id, :best)');
    this.#ranked = db.prepare(`
      SELECT id, coalesce(width * height, 0) AS pixels, size FROM photos WHERE id IN ${ids}`);
    // The size of the photos and their copies, without the largest one.
    this.#waste = plucked(`
      WITH contents AS (SELECT id, sha1 FROM photos WHERE id IN ${ids})
      SELECT coalesce(sum(size) - max(size), 0) FROM photos WHERE deleted_at IS NULL AND id IN
        (SELECT id FROM contents UNION SELECT p.id FROM contents c JOIN photos p ON p.sha1 = c.sha1)`);
    this.#largest = db.prepare('SELECT best_id AS best, waste FROM near_groups ORDER BY waste DESC, best_id');
    this.#total = db.prepare('SELECT count(*) AS groups, coalesce(sum(waste), 0) AS bytes FROM near_groups');
    this.#inexact = db.prepare(`
      WITH unseen AS (
        SELECT p.id, p.sha1 FROM photo_flags f CROSS JOIN photos p ON p.id = f.photo_id WHERE f.hidden = 1 AND NOT :hidden
        UNION ALL SELECT id, sha1 FROM photos WHERE deleted_at IS NOT NULL
        UNION ALL SELECT p.id, p.sha1 FROM json_each(:withheld) w CROSS JOIN photos p ON p.id = w.value)
      SELECT best_id AS best, waste FROM near_groups WHERE best_id IN (
        SELECT m.best_id FROM unseen u CROSS JOIN near_group_members m ON m.photo_id = u.id
        UNION SELECT m.best_id FROM unseen u CROSS JOIN photos c ON c.sha1 = u.sha1
          CROSS JOIN near_group_members m ON m.photo_id = c.id)`);
    this.#visible = db.prepare(`
      WITH contents AS (SELECT c.id, c.sha1 FROM near_group_members m JOIN photos c ON c.id = m.photo_id WHERE m.best_id = :best),
        photo_of AS (SELECT id, id AS content FROM contents
          UNION SELECT p.id, c.id FROM contents c JOIN photos p ON p.sha1 = c.sha1)
      SELECT p.id, coalesce(p.width * p.height, 0) AS pixels, p.size, min(o.content) AS content
      FROM photo_of o JOIN photos p ON p.id = o.id LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.listed = 1 AND (:hidden OR coalesce(f.hidden, 0) = 0) GROUP BY p.id`);
    this.#pairs = db.prepare(`
      SELECT low_id AS low, high_id AS high FROM near_duplicates WHERE low_id IN ${ids} AND ${holds}`);
    this.#version = plucked(`SELECT version FROM facet_versions WHERE facet = 'near_groups'`);
  }

  /** Incremented whenever a group is added or removed. */
  get version(): number {
    return this.#version.get() ?? 0;
  }

  /** Photos whose pairs have changed since the last grouping. */
  ungrouped(limit: number): number[] {
    return this.#ungrouped.all(limit);
  }

  /** The near duplicates of a photo. */
  partners(id: number): number[] {
    return this.#partners.all({ id });
  }

  /** Pairs among some photos. */
  pairs(ids: readonly number[]): NearPair[] {
    return this.#pairs.all(JSON.stringify(ids));
  }

  ranked(ids: readonly number[]): RankedPhoto[] {
    return this.#ranked.all(JSON.stringify(ids)).toSorted(bestFirst);
  }

  /**
   * Replaces all groups that contain these photos. Other photos of those groups must be grouped again. Must be called in a
   * transaction.
   */
  replace(photos: readonly number[], groups: readonly AlikeGroup[]): void {
    const all = JSON.stringify(photos);
    const previous = JSON.stringify(this.#groupsOf.all(all));
    this.#flag.run(JSON.stringify(this.#membersOf.all(previous)));
    this.#remove.run(previous);
    this.#unflag.run(all);
    for (const { best, others } of groups) {
      const members = [best, ...others];
      this.#addGroup.run({ best, waste: this.#waste.get(JSON.stringify(members)) ?? 0 });
      for (const id of members) this.#addMember.run({ id, best });
    }
  }

  /** The total of all stored groups. */
  total(): DuplicateTotal {
    return this.#total.get() ?? { groups: 0, bytes: 0 };
  }

  /**
   * Groups with photos or copies that lists do not show, so that their stored waste is too large.
   * @param withheld ids of photos that are withheld from the viewer
   */
  inexact(withheld: Iterable<number>, withHidden: boolean): StoredGroup[] {
    return this.#inexact.all({ withheld: JSON.stringify([...withheld]), hidden: withHidden ? 1 : 0 });
  }

  /** Largest waste first. */
  largest(): IterableIterator<StoredGroup> {
    return this.#largest.iterate();
  }

  /** The photos of a group that lists show, including copies. */
  visible(best: number, withHidden: boolean): GroupPhoto[] {
    return this.#visible.all({ best, hidden: withHidden ? 1 : 0 }).toSorted(bestFirst);
  }
}

/** Most pixels, then most bytes: the other photos were usually made from this one. */
function bestFirst(a: RankedPhoto, b: RankedPhoto): number {
  return b.pixels - a.pixels || b.size - a.size || a.id - b.id;
}
