import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '@hapi/hapi';
import type { Db } from '../../core/db/open.ts';
import type { VectorIndexProvider } from '../../core/plugin-api/index.ts';
import { indexFile } from '../../core/settings/data-folder.ts';
import { AlikeRows } from './alike-rows.ts';
import { libraryIn, type LibraryServer } from './library-server.ts';

/** Ids that must not be found: of photos, people and albums. */
export interface Secrets {
  readonly photos: ReadonlySet<number>;
  readonly people: readonly number[];
  readonly albums: readonly string[];
}

/**
 * What is withheld from a user by others or by themself, or from anybody at all. It is read directly from the tables;
 * the test provides the results of album rules.
 */
export function secretsOf(
  db: Db,
  user: { id: number; isReader: boolean; isAdmin?: boolean } | 'anybody',
  ofRule: (albumUid: string) => readonly number[] = () => [],
): Secrets {
  const column = <T>(sql: string, ...given: (number | string)[]): T[] =>
    db
      .prepare<unknown[], T>(sql)
      .pluck()
      .all(...given);
  const mine =
    user === 'anybody'
      ? 'own = 0'
      : `iif(own, user_id = ${user.id}, ${Number(!user.isAdmin)}
           AND (user_id = ${user.id} OR (user_id IS NULL AND ${Number(user.isReader)})))`;
  const people = column<number>(`SELECT person_id FROM withholdings WHERE person_id IS NOT NULL AND ${mine}`);
  const albums = column<string>(`SELECT album_uid FROM withholdings WHERE album_uid IS NOT NULL AND ${mine}`);
  const photos = new Set([
    ...(user === 'anybody' ? [] : column<number>('SELECT photo_id FROM own_hidden_photos WHERE user_id = ?', user.id)),
    ...people.flatMap((id) => column<number>('SELECT photo_id FROM faces WHERE person_id = ?', id)),
    ...people.flatMap((id) =>
      column<number>(
        'SELECT photo_id FROM source_people WHERE name_key = (SELECT name_key FROM people WHERE id = ?)',
        id,
      ),
    ),
    ...albums.flatMap((uid) =>
      column<number>(
        'SELECT photo_id FROM every_album_photo JOIN every_album ON every_album.id = album_id WHERE uid = ?',
        uid,
      ),
    ),
    ...albums.flatMap((uid) => ofRule(uid)),
  ]);
  return { photos, people, albums };
}

/** The same library as if it had never had some photos, people and albums: with the same ids, users and signatures. */
export async function libraryWithout(
  s: LibraryServer,
  { photos, people, albums }: Secrets,
  vectorIndex?: VectorIndexProvider,
): Promise<{ server: Server; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinch-'));
  cpSync(s.dataDir, dataDir, { recursive: true, filter: (path) => !/index\.sqlite3|lock\.sqlite3/.test(path) });
  await s.db.backup(indexFile(dataDir));
  const copy = await libraryIn(dataDir, {}, vectorIndex);
  copy.clock.now = s.now;
  const { db } = copy;
  const given = { photos: JSON.stringify([...photos]), people: JSON.stringify(people), albums: JSON.stringify(albums) };
  const isSecret = 'photo_id IN (SELECT value FROM json_each(:photos))';
  db.transaction(() => {
    // People who are only in secret photos, and albums with only secret photos.
    for (const sql of [
      `DELETE FROM people WHERE id IN (SELECT value FROM json_each(:people))
         OR (id IN (SELECT person_id FROM faces WHERE ${isSecret})
           AND id NOT IN (SELECT person_id FROM faces WHERE person_id IS NOT NULL AND NOT ${isSecret}))`,
      ...['albums', 'own_albums'].map(
        (table) => `DELETE FROM ${table} WHERE uid IN (SELECT value FROM json_each(:albums))
          OR (id IN (SELECT album_id FROM every_album_photo WHERE ${isSecret})
            AND id NOT IN (SELECT album_id FROM every_album_photo WHERE NOT ${isSecret}))`,
      ),
      'DELETE FROM photos WHERE id IN (SELECT value FROM json_each(:photos))',
      'DELETE FROM tags WHERE id NOT IN (SELECT tag_id FROM photo_tags)',
      'DELETE FROM merge_records WHERE target_id NOT IN (SELECT id FROM people)',
      `DELETE FROM withholdings WHERE album_uid NOT IN (SELECT uid FROM every_album)
         OR person_id IN (SELECT value FROM json_each(:people))`,
      'DELETE FROM labels WHERE id NOT IN (SELECT label_id FROM photo_labels)',
    ]) {
      db.prepare(sql).run(given);
    }
  })();
  // Groups similar photos again, like the indexer.
  db.prepare('UPDATE photo_hashes SET grouped = 0').run();
  await new AlikeRows(db).run();
  return { server: copy.server, stop: copy.stop };
}
