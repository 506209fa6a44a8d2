import { join } from 'node:path';
import { expect } from 'chai';
import { migrate, schemaVersion } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { schemaFlaw } from '../../../core/db/own-schema.ts';
import { oldSchemas, putOldIndex } from '../../support/old-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const names = (db: Db, sql: string): (string | null)[] => db.prepare<[], string | null>(sql).pluck().all();

/** Users' decisions and the indexer's results, with names instead of ids. */
const contentOf = (db: Db) => ({
  photos: names(
    db,
    `SELECT name || ' ' || hex(sha1) || ' ' || state FROM photos WHERE deleted_at IS NULL ORDER BY name`,
  ),
  favourites: names(db, 'SELECT name FROM favorites JOIN photos ON photos.id = photo_id'),
  tags: names(
    db,
    'SELECT photos.name || tags.name FROM photo_tags, tags, photos WHERE tags.id = tag_id AND photos.id = photo_id ORDER BY 1',
  ),
  captions: names(db, 'SELECT caption FROM photos ORDER BY name'),
  flags: names(
    db,
    `SELECT name || ' ' || hidden || archived FROM photo_flags JOIN photos ON photos.id = photo_id ORDER BY 1`,
  ),
  faces: names(
    db,
    `SELECT photos.name || ' ' || coalesce(people.name, 'nobody') FROM faces JOIN photos ON photos.id = photo_id
    LEFT JOIN people ON people.id = person_id ORDER BY 1`,
  ),
  users: names(db, `SELECT username || ' ' || role || ' ' || password_hash FROM users`),
  albums: names(
    db,
    `SELECT albums.name || ' ' || photos.name FROM album_photos, albums, photos
    WHERE albums.id = album_id AND photos.id = photo_id ORDER BY 1`,
  ),
});

const ownAlbums = (db: Db) =>
  names(
    db,
    `SELECT own_albums.name || ' ' || photos.name FROM own_album_photos, own_albums, photos
    WHERE own_albums.id = album_id AND photos.id = photo_id ORDER BY 1`,
  );

describe('an index of an older version', () => {
  for (const schema of oldSchemas) {
    it(`of schema ${schema} is migrated with its photos, people, albums and decisions, to the schema of a new one`, () =>
      withTempFolder((folder) => {
        const file = join(folder, 'index.sqlite3');
        putOldIndex(file, schema);
        const db = openDatabase(file);
        try {
          expect(schemaVersion(db)).to.equal(schema);
          const before = contentOf(db);
          const albums = schema < 16 ? [] : ownAlbums(db);
          expect([before.photos.length, before.tags.length, before.favourites.length]).to.deep.equal([4, 2, 1]);
          expect(before.faces).to.include('photo-0.jpg Anna').and.have.length(4);

          expect(migrate(db, migrations)).to.have.length(migrations.length - schema);
          expect(contentOf(db)).to.deep.equal(before);
          expect(ownAlbums(db)).to.deep.equal(albums);
          expect(albums).to.have.length(schema < 16 ? 0 : 2);
          expect(schemaFlaw(db, migrations.length)).to.equal(undefined);
          expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
          expect(db.pragma('foreign_key_check')).to.deep.equal([]);
        } finally {
          db.close();
        }
      }));
  }
});
