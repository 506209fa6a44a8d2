import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { randomNumbers } from '../support/random-numbers.ts';

const placeCount = 300;
const albumCount = 200;
const tagCount = 60;
const editCount = 100_000;
/** 2026-11-01T00:00:00Z: the newest photo of every generated library. */
export const newestPhoto = 1_793_491_200;
const years = 20;

/** The user whose favourites are in the library. */
export const viewer = { userId: 1, username: 'viewer', role: 'write' } as const;

/**
 * Generates an index of `count` photos in `dataDir` without indexing anything: twenty years in bursts and trips, most of
 * them at one of 300 places, 200 albums, tags, 1 % favourites, 5 % archived, 1 % hidden, 2 % copies. It is always the same.
 *
 * The rows are written without triggers and indexes, which are created again for the finished tables.
 * @param options.edited with captions by users for 100,000 of the photos
 */
export function makeLibrary(dataDir: string, count: number, options: { edited?: true } = {}): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const db = openDatabase(join(dataDir, 'index.sqlite3'));
  try {
    migrate(db, migrations);
    db.pragma('synchronous = OFF');
    withoutIndexesAndTriggers(db, () => {
      db.transaction(() => {
        writeSets(db);
        writePhotos(db, count);
        if (options.edited) writeEdits(db, count);
        db.exec(`
          INSERT INTO content_copies (sha1, size, copies)
          SELECT sha1, min(size), count(*) FROM photos WHERE sha1 IS NOT NULL GROUP BY sha1;
        `);
      })();
    });
    db.exec('ANALYZE');
  } finally {
    db.close();
  }
  return Promise.resolve();
}

function withoutIndexesAndTriggers(db: Db, write: () => void): void {
  const objects = db
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all();
  for (const { type, name } of objects) db.exec(`DROP ${type} "${name}"`);
  write();
  for (const { sql } of objects) db.exec(sql);
}

function writeSets(db: Db): void {
  db.prepare(
    `INSERT INTO users (id, username, display_name, role, password_hash, created_at) VALUES (?, ?, 'Viewer', ?, '!', 0)`,
  ).run(viewer.userId, viewer.username, viewer.role);
  const place = db.prepare('INSERT INTO places (id, label, city, country) VALUES (?, ?, ?, ?)');
  for (let i = 1; i <= placeCount; i++) place.run(i, `City ${i}, Country ${i % 40}`, `City ${i}`, `Country ${i % 40}`);
  const album = db.prepare('INSERT INTO albums (id, uid, name) VALUES (?, ?, ?)');
  for (let i = 1; i <= albumCount; i++) album.run(i, `album-${i}`, `Album ${i}`);
  const tag = db.prepare('INSERT INTO tags (id, name, key) VALUES (?, ?, ?)');
  for (let i = 1; i <= tagCount; i++) tag.run(i, `Tag ${i}`, `tag ${i}`);
}

function writePhotos(db: Db, count: number): void {
  const random = randomNumbers(20_261_101);
  const oneIn = (n: number): boolean => random() * n < 1;
  const below = (n: number): number => Math.floor(random() * n);

  const photo = db.prepare(`
    INSERT INTO photos (id, uid, rev, indexed_rev, kind, name, mime, size, sha1, taken_at, taken_at_local, width, height,
      camera, lat, lng, place_id, thumbhash, thumb_revision, state, added_at, indexed_at)
    VALUES (?, ?, '1', '1', ?, ?, 'image/jpeg', ?, ?, ?, ?, 4032, 3024, 'Camera 7', ?, ?, ?, ?, 1, 'indexed', 0, 1)`);
  const flags = db.prepare('INSERT INTO photo_flags (photo_id, archived, hidden) VALUES (?, ?, ?)');
  const favorite = db.prepare(`INSERT INTO favorites (user_id, photo_id) VALUES (${viewer.userId}, ?)`);
  const tagged = db.prepare('INSERT OR IGNORE INTO photo_tags (tag_id, photo_id, position) VALUES (?, ?, ?)');
  const inAlbum = db.prepare('INSERT INTO album_photos (album_id, photo_id) VALUES (?, ?)');
  const analysis = db.prepare('INSERT INTO analyses (photo_id) VALUES (?)');

  const thumbhash = Buffer.from('1QcSHQRnh493V4dIh4eXh1h4kJUI', 'base64');
  const averagePause = (years * 365.25 * 86_400) / count;
  let takenAt = newestPhoto;
  let place = 1;
  let album = 1;
  let sha1 = Buffer.alloc(20);
  let size = 3_000_000;
  for (let id = 1; id <= count; id++) {
    // Most photos come in bursts of seconds, some in the same second; longer pauses compensate for that.
    takenAt -= oneIn(4)
      ? Math.floor(random() * averagePause * 8)
      : below(Math.min(12, 1 + Math.ceil(averagePause / 60)));
    if (oneIn(80)) place = 1 + Math.floor(placeCount * random() ** 2);
    if (oneIn(300)) album = 1 + below(albumCount);
    if (!oneIn(50)) {
      sha1 = Buffer.alloc(20);
      sha1.writeUInt32BE(below(2 ** 32), 0);
      sha1.writeUInt32BE(id, 16);
      size = 1_000_000 + below(6_000_000);
    }
    const located = random() < 0.7;
    const lat = located ? placeLatitude(place) + (random() - 0.5) / 5 : null;
    const lng = located ? placeLongitude(place) + (random() - 0.5) / 5 : null;
    const kind = oneIn(25) ? 'video' : oneIn(20) ? 'live' : oneIn(60) ? 'raw' : 'image';
    const local = new Date((takenAt + 7200) * 1000).toISOString().slice(0, 19);
    photo.run(
      id,
      `${below(2 ** 30).toString(36)}~${id.toString(36)}`,
      kind,
      `IMG_${id}.jpg`,
      size,
      sha1,
      takenAt,
      local,
      lat,
      lng,
      located ? place : null,
      thumbhash,
    );
    analysis.run(id);
    const archived = oneIn(20);
    const hidden = oneIn(100);
    if (archived || hidden) flags.run(id, Number(archived), Number(hidden));
    if (oneIn(100)) favorite.run(id);
    if (oneIn(6)) {
      tagged.run(1 + Math.floor(tagCount * random() ** 2), id, 0);
      tagged.run(1 + below(tagCount), id, 1);
    }
    if (oneIn(3)) inAlbum.run(album, id);
  }
}

const placeLatitude = (place: number): number => ((place * 37) % 110) - 45;
const placeLongitude = (place: number): number => ((place * 73) % 350) - 175;

function writeEdits(db: Db, count: number): void {
  const step = Math.max(1, Math.floor(count / editCount));
  db.exec(`
    INSERT INTO photo_edits (photo_id, caption, edited_at, file_taken_at, file_taken_at_local, file_lat, file_lng, file_place_id)
      SELECT id, 'What we saw that day', 0, taken_at, taken_at_local, lat, lng, place_id FROM photos WHERE id % ${step} = 0;
    UPDATE photos SET caption = 'What we saw that day' WHERE id % ${step} = 0;
  `);
}
