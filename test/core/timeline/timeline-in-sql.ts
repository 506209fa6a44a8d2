import fc from 'fast-check';
import type { Db } from '../../../core/db/open.ts';
import type { PhotoFilter, TimeWindow } from '../../../core/timeline/photo-filter.ts';
import { PhotoFlags } from '../../../core/store/photos/photo-flags.ts';
import { PhotoFolders } from '../../../core/store/photos/photo-folders.ts';
import { PhotoRows } from '../../support/photo-rows.ts';

const uid = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
const time = fc.integer({ min: 0, max: 6 });
const label = fc.constantFrom('Lisbon, Portugal', 'Porto, Portugal');

/** A change of the library. */
export const step = fc.record({
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constant('add') },
    { weight: 1, arbitrary: fc.constantFrom('move', 'delete', 'vanish', 'return', 'flags') },
    { weight: 1, arbitrary: fc.constantFrom('favor', 'tag', 'album', 'person', 'place', 'folder', 'stack', 'stack') },
  ),
  uid,
  time,
  label,
  path: fc.constantFrom(null, '', '2019', '2019/Lisbon', '2019b'),
  kind: fc.constantFrom('image', 'video', 'live', 'raw'),
  on: fc.boolean(),
  other: fc.boolean(),
  look: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: of });
const often = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined, freq: 2 });

/** A query for a list. */
export const query = fc.record({
  filter: fc.record({
    archived: fc.constantFrom('without', 'without', 'with', 'only'),
    hidden: fc.constantFrom('without', 'with', 'only'),
    kind: maybe(fc.constantFrom('image', 'video', 'live', 'raw')),
    place: maybe(label),
    tag: maybe(fc.constant('Sea')),
    album: maybe(fc.constant('trip')),
    person: maybe(fc.constant(7)),
    people: maybe(fc.constant([[8, 7]])),
    placePart: maybe(fc.constant('LISB')),
    still: maybe(fc.constant<true>(true)),
    favoritesOf: maybe(fc.constant(1)),
    folder: maybe(fc.record({ path: fc.constantFrom('', '2019', '2019/Lisbon', 'none'), below: fc.boolean() })),
    stackedFor: often(fc.constant(1)),
  }),
  window: fc.record({ before: often(time), beforeUid: often(uid), after: maybe(time) }),
});

/** Applies changes to an index, as the indexer and users would. */
export class World {
  readonly #db: Db;
  readonly #rows: PhotoRows;
  readonly #flags: PhotoFlags;

  constructor(db: Db, rows: PhotoRows) {
    this.#db = db;
    this.#rows = rows;
    this.#flags = new PhotoFlags(db);
    db.exec(`INSERT INTO albums (id, uid, name) VALUES (3, 'trip', 'Trip');
             INSERT INTO tags (id, name, key) VALUES (5, 'Sea', 'sea');
             INSERT INTO people (id, name, created_at) VALUES (7, 'Ann', 0)`);
  }

  apply({ what, uid, time, label, path, kind, on, other }: Step): void {
    const id = this.#db.prepare<[string], number>('SELECT id FROM photos WHERE uid = ?').pluck().get(uid);
    if (what === 'add') {
      if (id === undefined)
        this.#rows.add({
          uid,
          takenAt: time,
          kind: kind,
          indexed: on || other,
          ...(other ? { place: label } : {}),
        });
      return;
    }
    if (id === undefined) return;
    const run = (sql: string, ...values: unknown[]): void => {
      this.#db.prepare(sql).run(...values);
    };
    const member = (table: string, column: string, owner: number, extra = ''): void => {
      run(`DELETE FROM ${table} WHERE ${column} = ${owner} AND photo_id = ?`, id);
      if (on)
        run(`INSERT INTO ${table} (${column}, photo_id ${extra && ', position'}) VALUES (${owner}, ? ${extra})`, id);
    };
    if (what === 'move') run('UPDATE photos SET taken_at = ?, indexed_at = 1 WHERE id = ?', time, id);
    if (what === 'delete') run('DELETE FROM photos WHERE id = ?', id);
    if (what === 'vanish') run('UPDATE photos SET deleted_at = 9 WHERE id = ?', id);
    if (what === 'return') run('UPDATE photos SET deleted_at = NULL WHERE id = ?', id);
    if (what === 'place') run('UPDATE photos SET place_id = ? WHERE id = ?', this.#rows.place(label), id);
    if (what === 'folder') new PhotoFolders(this.#db).put(id, path);
    if (what === 'flags') this.#flags.change(id, 1, { archived: on, hidden: other });
    if (what === 'favor') this.#flags.change(id, other ? 1 : 2, { favorite: on });
    if (what === 'tag') member('photo_tags', 'tag_id', 5, ', 0');
    if (what === 'album') member('album_photos', 'album_id', 3);
    if (what === 'stack') {
      run('DELETE FROM stack_photos WHERE photo_id = ?', id);
      const [stack, cover] = [time < 3 ? 1 : 2, other ? 1 : 0];
      if (on) run(`INSERT INTO stack_photos (photo_id, stack_id, cover) VALUES (?, ${stack}, ${cover})`, id);
    }
    if (what === 'person') {
      run('DELETE FROM faces WHERE photo_id = ?', id);
      if (on) {
        run(
          `INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score)
           VALUES (?, 7, 0, 0, 1, 1, '[]', 1)`,
          id,
        );
      }
    }
  }
}

/** The result of the query in SQL. @returns ids in the order of the timeline */
export function naiveAnswer(db: Db, filter: PhotoFilter, window: TimeWindow): number[] {
  const yes = (condition: boolean, sql: string): string => (condition ? `AND ${sql}` : '');
  return db
    .prepare<[Record<string, unknown>], number>(
      `WITH p AS (SELECT p.*, row_number() OVER (
           PARTITION BY CASE WHEN coalesce(f.archived, 0) + coalesce(f.hidden, 0) = 0 THEN coalesce(s.stack_id, -p.id)
             ELSE -p.id END
           ORDER BY s.cover DESC, p.id IN (SELECT photo_id FROM favorites WHERE user_id = :stackedFor) DESC,
             p.kind IN ('raw', 'video'), p.thumb_revision = 0, p.taken_at, p.uid) AS place
       FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id LEFT JOIN places l ON l.id = p.place_id
         LEFT JOIN stack_photos s ON s.photo_id = p.id
       WHERE p.indexed_at IS NOT NULL AND p.deleted_at IS NULL
       ${yes(filter.archived === 'without', 'coalesce(f.archived, 0) = 0')}
       ${yes(filter.archived === 'only', 'f.archived = 1')}
       ${yes(filter.hidden === 'without', 'coalesce(f.hidden, 0) = 0')}
       ${yes(filter.hidden === 'only', 'f.hidden = 1')}
       ${yes(filter.kind !== undefined, 'p.kind = :kind')}
       ${yes(filter.place !== undefined, 'l.label = :place')}
       ${yes(filter.tag !== undefined, `p.id IN (SELECT photo_id FROM photo_tags JOIN tags t ON t.id = tag_id WHERE t.name = :tag)`)}
       ${yes(filter.album !== undefined, 'p.id IN (SELECT photo_id FROM album_photos JOIN albums a ON a.id = album_id WHERE a.uid = :album)')}
       ${yes(filter.person !== undefined, 'p.id IN (SELECT photo_id FROM faces WHERE person_id = :person)')}
       ${yes(filter.people !== undefined, 'p.id IN (SELECT photo_id FROM faces WHERE person_id IN (7, 8))')}
       ${yes(filter.placePart !== undefined, `l.label LIKE '%lisb%'`)}
       ${yes(filter.still === true, `p.kind <> 'video'`)}
       ${yes(filter.favoritesOf !== undefined, 'p.id IN (SELECT photo_id FROM favorites WHERE user_id = :favoritesOf)')}
       ${yes(filter.folder !== undefined, `p.folder_id IN (SELECT id FROM folders WHERE path = :path OR (:below AND (:path = '' OR path LIKE :path || '/%')))`)}
       ) SELECT p.id FROM p WHERE 1 ${yes(filter.stackedFor !== undefined, 'p.place = 1')}
       ${yes(window.before !== undefined && window.beforeUid === undefined, 'p.taken_at < :before')}
       ${yes(window.before !== undefined && window.beforeUid !== undefined, '(p.taken_at < :before OR (p.taken_at = :before AND p.uid > :beforeUid))')}
       ${yes(window.after !== undefined, 'p.taken_at > :after')}
       ORDER BY p.taken_at DESC, p.uid`,
    )
    .pluck()
    .all({
      ...{ stackedFor: null, ...filter, hidden: null, people: null, folder: null, ...window },
      path: filter.folder?.path ?? null,
      below: Number(filter.folder?.below ?? false),
    });
}
