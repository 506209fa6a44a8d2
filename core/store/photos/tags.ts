import type { Db, Statement } from '../../db/open.ts';
import { maxTags, tagKey } from '../../domain/tag-names.ts';
import type { PhotoText } from './photo-text.ts';
import { isNotWithheld, type ScopeParameters } from './scope-parameters.ts';

export interface TagCount {
  readonly name: string;
  readonly count: number;
}

interface CountRow {
  tagId: number;
  count: number;
}

/** A position in the list of tags on photos. */
export interface TagMark {
  readonly tagId: number;
  readonly photo: number;
}

/** The tags of photos that are withheld from a viewer. */
interface KeptTags {
  /** The key of the withheld photos. */
  readonly withheld: number;
  readonly counts: ReadonlyMap<number, number>;
}

const noneKept: KeptTags = { withheld: 0, counts: new Map() };

/** A tag on a photo. */
interface TagRow {
  readonly tagId: number;
  readonly key: string;
  readonly fromSource: 0 | 1;
}

/**
 * The tags that users set, and those that photos have in their store. A tag of the store that users removed stays removed. A
 * tag without photos does not exist.
 */
export class Tags {
  readonly #db: Db;
  readonly #text: Pick<PhotoText, 'refresh'>;
  readonly #on: Statement<[number], TagRow>;
  readonly #clear: Statement<[number], number>;
  readonly #ensure: Statement<[string, string]>;
  readonly #put: Statement<[key: string, photo: number, position: number]>;
  readonly #append: Statement<[{ key: string; photo: number; fromSource: 0 | 1 }]>;
  readonly #own: Statement<[{ key: string; photo: number }]>;
  readonly #takeOff: Statement<[number, number]>;
  readonly #refused: Statement<[number], string>;
  readonly #refuse: Statement<[number, string]>;
  readonly #allow: Statement<[number, string]>;
  readonly #dropUnused: Statement<[string]>;
  readonly #follow: readonly Statement<[{ from: number; to: number }]>[];
  readonly #names: Statement<[], { id: number; name: string }>;
  readonly #countsAfter: Statement<[TagMark & { limit: number }], CountRow & { photo: number }>;
  readonly #invisibleCounts: Statement<[ScopeParameters], CountRow>;
  readonly #countsOf: Statement<[string], CountRow>;

  constructor(parts: { db: Db; text: Pick<PhotoText, 'refresh'> }) {
    const { db, text } = parts;
    this.#db = db;
    this.#text = text;
    this.#clear = db.prepare<[number], number>('DELETE FROM photo_tags WHERE photo_id = ? RETURNING tag_id').pluck();
    this.#on = db.prepare(`
      SELECT tag_id AS tagId, key, from_source AS fromSource FROM photo_tags JOIN tags ON tags.id = tag_id
      WHERE photo_id = ? ORDER BY position`);
    // A known tag keeps its first spelling.
    this.#ensure = db.prepare('INSERT INTO tags (name, key) VALUES (?, ?) ON CONFLICT (key) DO NOTHING');
    this.#put = db.prepare(
      'INSERT INTO photo_tags (tag_id, photo_id, position) VALUES ((SELECT id FROM tags WHERE key = ?), ?, ?)',
    );
    this.#append = db.prepare(`
      INSERT OR IGNORE INTO photo_tags (tag_id, photo_id, position, from_source)
      SELECT id, :photo, (SELECT coalesce(max(position), -1) + 1 FROM photo_tags WHERE photo_id = :photo), :fromSource
      FROM tags WHERE key = :key`);
    this.#own = db.prepare(`
      UPDATE photo_tags SET from_source = 0
      WHERE photo_id = :photo AND tag_id = (SELECT id FROM tags WHERE key = :key) AND from_source = 1`);
    this.#takeOff = db.prepare('DELETE FROM photo_tags WHERE tag_id = ? AND photo_id = ?');
    this.#refused = db.prepare<[number], string>('SELECT key FROM tag_refusals WHERE photo_id = ?').pluck();
    this.#refuse = db.prepare('INSERT OR IGNORE INTO tag_refusals (photo_id, key) VALUES (?, ?)');
    this.#allow = db.prepare('DELETE FROM tag_refusals WHERE photo_id = ? AND key = ?');
    this.#dropUnused = db.prepare(`
      DELETE FROM tags
      WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM photo_tags WHERE tag_id = tags.id)`);
    // Tags of the store are not copied: the store has them on the other photo, too.
    this.#follow = [
      `INSERT OR IGNORE INTO photo_tags (tag_id, photo_id, position)
         SELECT tag_id, :to, position FROM photo_tags WHERE photo_id = :from AND from_source = 0`,
      'INSERT OR IGNORE INTO tag_refusals (photo_id, key) SELECT :to, key FROM tag_refusals WHERE photo_id = :from',
    ].map((sql) => db.prepare(sql));
    this.#names = db.prepare('SELECT id, name FROM tags');
    this.#countsAfter = db.prepare(`
      SELECT tag_id AS tagId, count(*) AS count, max(photo_id) AS photo FROM (
        SELECT tag_id, photo_id FROM photo_tags WHERE (tag_id, photo_id) > (:tagId, :photo)
        ORDER BY tag_id, photo_id LIMIT :limit)
      GROUP BY tag_id ORDER BY tag_id`);
    this.#invisibleCounts = db.prepare(`
      SELECT pt.tag_id AS tagId, count(*) AS count
      FROM (SELECT photo_id FROM photo_flags WHERE hidden = 1 AND NOT :hidden
            UNION SELECT id FROM photos WHERE deleted_at IS NOT NULL) gone
      CROSS JOIN photo_tags pt ON pt.photo_id = gone.photo_id
      WHERE ${isNotWithheld('gone.photo_id')}
      GROUP BY pt.tag_id`);
    this.#countsOf = db.prepare(`
      SELECT pt.tag_id AS tagId, count(*) AS count
      FROM json_each(?) some CROSS JOIN photo_tags pt ON pt.photo_id = some.value
      GROUP BY pt.tag_id`);
  }

  /**
   * Replaces the tags of a photo. Tags that it also has in its store become tags of users, which stay when the store removes
   * them.
   * @param names a result of `tagNames`
   */
  replace(photo: number, names: readonly string[]): void {
    this.#db
      .transaction(() => {
        const fromStore = this.#on.all(photo).filter(({ fromSource }) => fromSource === 1);
        const ofSource = new Set(fromStore.map(({ key }) => key));
        const before = this.#clear.all(photo);
        names.forEach((name, position) => {
          const key = tagKey(name);
          this.#ensure.run(name, key);
          ofSource.delete(key);
          this.#put.run(key, photo, position);
          this.#allow.run(photo, key);
        });
        for (const key of ofSource) this.#refuse.run(photo, key);
        this.#dropUnused.run(JSON.stringify(before));
        this.#text.refresh([photo]);
      })
      .immediate();
  }

  /**
   * Adds some tags to a photo, which become tags of users, and removes others. All other tags stay as they are. Must be
   * called in a transaction.
   * @param changes.added a result of `tagNames`
   * @param changes.removed keys of tags
   */
  change(photo: number, { added, removed }: { added: readonly string[]; removed: ReadonlySet<string> }): void {
    const current = this.#on.all(photo);
    const keys = new Set(current.map(({ key }) => key));
    const names = new Map(added.map((name) => [tagKey(name), name]));
    const dropped = current.filter(({ key }) => removed.has(key) && !names.has(key));
    for (const { tagId, key, fromSource } of dropped) {
      this.#takeOff.run(tagId, photo);
      if (fromSource === 1) this.#refuse.run(photo, key);
    }
    for (const [key, name] of names) {
      this.#ensure.run(name, key);
      if (keys.has(key)) this.#own.run({ key, photo });
      else this.#append.run({ key, photo, fromSource: 0 });
      this.#allow.run(photo, key);
    }
    if (dropped.length > 0) this.#dropUnused.run(JSON.stringify(dropped.map(({ tagId }) => tagId)));
    if (dropped.length > 0 || [...names.keys()].some((key) => !keys.has(key))) this.#text.refresh([photo]);
  }

  /**
   * Stores the tags that the photo has in its store now, without those that users removed. Must be called in a transaction;
   * the caller refreshes the photo's text.
   * @param names a result of `usableTags`
   * @returns whether the photo's tags have changed
   */
  takeIn(photo: number, names: readonly string[]): boolean {
    const current = this.#on.all(photo);
    const refused = new Set(names.length === 0 ? [] : this.#refused.all(photo));
    const named = names.map((name) => [tagKey(name), name] as const).filter(([key]) => !refused.has(key));
    const isOwn = new Set(current.filter(({ fromSource }) => fromSource === 0).map(({ key }) => key));
    // Tags of users come first, so that all tags together stay below the limit of a photo.
    const expected = new Map(named.filter(([key]) => !isOwn.has(key)).slice(0, Math.max(0, maxTags - isOwn.size)));
    const dropped = current.filter(({ key, fromSource }) => fromSource === 1 && !expected.has(key));
    for (const { key } of current) expected.delete(key);
    for (const { tagId } of dropped) this.#takeOff.run(tagId, photo);
    for (const [key, name] of expected) {
      this.#ensure.run(name, key);
      this.#append.run({ key, photo, fromSource: 1 });
    }
    if (dropped.length > 0) this.#dropUnused.run(JSON.stringify(dropped.map(({ tagId }) => tagId)));
    return dropped.length > 0 || expected.size > 0;
  }

  /** Copies the tags of the photo `from` to the photo `to`; the caller refreshes its text. */
  followPhoto(rows: { from: number; to: number }): void {
    for (const step of this.#follow) step.run(rows);
  }

  /**
   * Counts the photos of each tag, by its id, including hidden photos.
   * @param after the end of the previous part
   * @param limit the number of photos to count, with one for each of their tags
   * @returns the end of this part; undefined at the end of all
   */
  count(into: Map<number, number>, after: TagMark | undefined, limit: number): TagMark | undefined {
    let remaining = limit;
    let last: TagMark | undefined;
    for (const { tagId, count, photo } of this.#countsAfter.all({ ...(after ?? { tagId: 0, photo: 0 }), limit })) {
      into.set(tagId, (into.get(tagId) ?? 0) + count);
      remaining -= count;
      last = { tagId, photo };
    }
    return remaining > 0 ? undefined : last;
  }

  /** Counts the tags of some photos, including hidden ones. @param into the number of photos by tag */
  countOf(photos: readonly number[], into: Map<number, number>): void {
    for (const { tagId, count } of this.#countsOf.all(JSON.stringify(photos))) {
      into.set(tagId, (into.get(tagId) ?? 0) + count);
    }
  }

  /**
   * All tags by number of photos, without those that are withheld from the viewer, and without hidden ones unless included.
   * @param all the result of `count`
   * @param withheldTags the key of the withheld photos, and their number by tag, the result of `countOf`
   */
  visible(all: ReadonlyMap<number, number>, withheldTags: KeptTags = noneKept, withHidden = false): TagCount[] {
    const { withheld, counts: without } = withheldTags;
    const rows = this.#invisibleCounts.all({ withheld, hidden: withHidden ? 1 : 0 });
    const invisible = new Map(rows.map(({ tagId, count }) => [tagId, count]));
    return this.#names
      .all()
      .map(({ id, name }) => ({
        name,
        count: (all.get(id) ?? 0) - (invisible.get(id) ?? 0) - (without.get(id) ?? 0),
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}
