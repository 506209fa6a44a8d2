import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { vectorToHalfBlob } from '../../core/db/vectors.ts';
import { faceCropPath } from '../../core/domain/face-crop-path.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import { LibraryKeys } from '../../core/encryption/library-keys.ts';
import { signingSecret } from '../../core/services/signing-secret.ts';
import { facesFolder, indexFile, thumbsFolder, vectorsFolder } from '../../core/settings/data-folder.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { indexCopies } from '../../core/upkeep/index-copies.ts';
import { Snapshots } from '../../core/upkeep/snapshots/snapshots.ts';
import { isSealed, recordOf, sealingSecret, sealKey } from '../../core/upkeep/snapshots/snapshot-seal.ts';
import { unseal, type SqliteEncryption } from '../../core/plugin-api/toolkit/index.ts';
import { filesBelow } from './files-below.ts';
import { openIndex } from './index-file.ts';
import { PhotoRows } from './photo-rows.ts';
import { seededRandom } from './seed.ts';

export interface LibraryPlace {
  readonly dataDir: string;
  readonly backupDir: string;
}

/** By which a reader of the library is signed in. */
export const readerToken = 'a'.repeat(64);

/** What stands in a plain library, by what it is: texts of people, and how pictures and databases begin. */
export const telling: Readonly<Record<string, Buffer>> = {
  'a file name': Buffer.from('Strandkorb-Ahrenshoop.jpg'),
  'a caption': Buffer.from('Grandmother laughs at the gull'),
  'a caption that only the log has': Buffer.from('Written a moment before the kill'),
  'a name': Buffer.from('Wilhelmine Quandt'),
  // With the table that follows: the three bytes alone are found by chance in some megabytes of encrypted ones.
  'the start of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0x00, 0x43, 0x00]),
  'the start of a WebP': Buffer.from('WEBP'),
  'the start of a database': Buffer.from('SQLite format 3'),
  'a vector': Buffer.from('not only a number'),
};

/** Keys of a library, the same ones each time. */
export const keysOf = (byte = 5): LibraryKeys =>
  new LibraryKeys(Buffer.alloc(32, byte), { library: '00000000-0000-4000-8000-000000000000', cipher: 'aegis-256x2' });

/**
 * A plain library of a few photos as a kill leaves it, with all that a conversion turns over: an index with a write-ahead log,
 * one that was replaced, pictures, damaged ones among them, vectors, a signing secret, a snapshot.
 */
export async function makeLibrary(folder: string, { photos = 8 } = {}): Promise<LibraryPlace> {
  const place = { dataDir: join(folder, 'data'), backupDir: join(folder, 'backups') };
  const index = indexFile(place.dataDir);
  mkdirSync(place.dataDir);
  const db = openIndex(index);
  try {
    const ids = fillIndex(db, photos);
    await writePictures(place.dataDir, ids);
    const key = sealKey(signingSecret(undefined, place.dataDir));
    const snapshots = new Snapshots(place.backupDir, indexCopies(index), key);
    await snapshots.take({ signal: new AbortController().signal });
    await snapshots.close();
    const snapshot = join(place.backupDir, snapshotIn(place));
    // File systems keep whole seconds exactly.
    const taken = Math.floor(statSync(snapshot).mtimeMs / 1000);
    utimesSync(snapshot, taken, taken);
    cpSync(snapshot, join(place.dataDir, 'index-replaced-20260101T000000.000Z.sqlite3'));
    db.pragma('wal_autocheckpoint = 0');
    db.prepare(`UPDATE photos SET caption = 'Written a moment before the kill' WHERE id = ?`).run(ids[0]);
    // As it lies there while it is in use.
    for (const ending of ['', '-wal']) cpSync(index + ending, `${index}${ending}.kept`);
  } finally {
    db.close();
  }
  for (const ending of ['', '-wal']) {
    cpSync(`${index}${ending}.kept`, index + ending);
    rmSync(`${index}${ending}.kept`);
  }
  mkdirSync(join(vectorsFolder(place.dataDir), 'image'), { recursive: true });
  writeFileSync(join(vectorsFolder(place.dataDir), 'image', 'rows'), 'not only a number');
  return place;
}

export const snapshotIn = ({ backupDir }: LibraryPlace): string =>
  readdirSync(backupDir).find((name) => name.endsWith('.sqlite3')) ?? '';

function fillIndex(db: Db, photos: number): number[] {
  const rows = new PhotoRows(db);
  const random = seededRandom();
  const ids = Array.from({ length: photos }, (_, at) =>
    rows.add({
      uid: `photo ${at}`,
      name: at === 3 ? 'Strandkorb-Ahrenshoop.jpg' : `IMG_${at}.jpg`,
      takenAt: at * 86_400,
    }),
  );
  db.prepare('UPDATE photos SET caption = ? WHERE id = ?').run('Grandmother laughs at the gull', ids[1]);
  rows.person('Wilhelmine Quandt', ids.slice(1, 4));
  // Ids have gaps, as those of any library.
  db.prepare('DELETE FROM photos WHERE id = ?').run(ids.splice(2, 1)[0]);
  new CurrentModels(db).set('image', { model: 'given@1', dimensions: 16, thresholds: null });
  const put = db.prepare(`INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (?, 'given@1', ?)`);
  for (const id of ids) {
    const vector = Float32Array.from({ length: 16 }, () => random() - 0.5);
    const length = Math.hypot(...vector);
    put.run(id, vectorToHalfBlob(vector.map((value) => value / length)));
  }
  new PhotoText(db).refresh(ids);
  db.prepare(
    `INSERT INTO users (id, username, display_name, role, password_hash, created_at) VALUES (1, 'r', 'r', 'read', '!', 0)`,
  ).run();
  db.prepare(
    `INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at) VALUES (?, 1, 'access', 'f', 0, 9000000000)`,
  ).run(createHash('sha256').update(readerToken).digest());
  return ids;
}

async function writePictures(dataDir: string, ids: readonly number[]): Promise<void> {
  const noise = { width: 64, height: 64, channels: 3 as const, background: '#845' };
  const webp = await sharp({ create: noise }).webp().toBuffer();
  const jpeg = await sharp({ create: noise }).jpeg().toBuffer();
  const write = (file: string, bytes: Uint8Array): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  };
  for (const id of ids) {
    write(thumbPath(thumbsFolder(dataDir), id), Buffer.concat([webp, randomBytes(id * 10)]));
    write(faceCropPath(facesFolder(dataDir), id), Buffer.concat([jpeg, randomBytes(id * 10)]));
  }
  write(thumbPath(thumbsFolder(dataDir), 1000), Buffer.from('not a picture at all'));
  write(thumbPath(thumbsFolder(dataDir), 1001), Buffer.alloc(0));
  // The server was killed while it wrote this one.
  writeFileSync(`${thumbPath(thumbsFolder(dataDir), 1002)}.new`, webp.subarray(0, 100));
}

/**
 * All that a library holds, whichever form it has: rows of all tables with their row ids, pictures, the secret, snapshots.
 * @param keys null for a plain one. @throws for what cannot be opened with them
 */
export function contentOf(place: LibraryPlace, keys: LibraryKeys | null): Record<string, unknown> {
  const { dataDir, backupDir } = place;
  const opened = (purpose: 'thumbnails' | 'faces' | 'secrets', name: string, path: string): string => {
    const bytes = readFileSync(path);
    return (keys ? unseal(keys.of(purpose), name, bytes) : bytes).toString('base64');
  };
  const pictures = (purpose: 'thumbnails' | 'faces', folder: string): unknown =>
    filesBelow(folder)
      .filter(({ stats, name }) => stats.isFile() && !name.endsWith('.new'))
      .map(({ name, path }) => [name, opened(purpose, `${purpose}/${Number.parseInt(basename(name))}`, path)]);
  const snapshot = join(backupDir, snapshotIn(place));
  const secret = opened('secrets', 'signing-secret', join(dataDir, 'signing-secret'));
  const sealedBy = sealingSecret(keys, Buffer.from(Buffer.from(secret, 'base64').toString('utf8').trim(), 'hex'));
  const record = recordOf(snapshot);
  const { size, mtimeMs } = statSync(snapshot);
  const sha256 = createHash('sha256').update(readFileSync(snapshot)).digest('hex');
  return {
    index: rowsOf(indexFile(dataDir), keys?.index),
    replaced: readdirSync(dataDir)
      .filter((name) => name.startsWith('index-replaced') && name.endsWith('.sqlite3'))
      .map((name) => [name, rowsOf(join(dataDir, name), keys?.index)]),
    thumbs: pictures('thumbnails', thumbsFolder(dataDir)),
    faces: pictures('faces', facesFolder(dataDir)),
    secret,
    snapshot: [basename(snapshot), mtimeMs, rowsOf(snapshot, keys?.index)],
    isRecorded: record?.size === size && record.sha256 === sha256 && isSealed(snapshot, record, sealedBy),
  };
}

function rowsOf(file: string, encryption: SqliteEncryption | undefined): unknown {
  const db = openDatabase(file, { readonly: true, encryption });
  try {
    const tables = db
      .prepare<[], { name: string; wr: number }>(
        `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name`,
      )
      .all();
    const rows = tables
      .filter(({ name }) => name !== 'sqlite_schema')
      .map(({ name, wr }) => {
        const all = db
          .prepare(`SELECT ${wr ? '' : 'rowid, '}* FROM "${name}" ORDER BY 1`)
          .raw()
          .all();
        return [name, all.length, createHash('sha256').update(JSON.stringify(all)).digest('hex')];
      });
    const schema = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').raw().all();
    const version = db.pragma('user_version', { simple: true });
    return { rows, schema, version, application: db.pragma('application_id', { simple: true }) };
  } finally {
    db.close();
  }
}

/** Which of the telling bytes are found below the folders of a library. */
export function foundIn({ dataDir, backupDir }: LibraryPlace): string[] {
  const files = [dataDir, backupDir].flatMap(filesBelow).filter(({ stats }) => stats.isFile());
  const contents = files.map(({ path }) => readFileSync(path));
  return Object.entries(telling).flatMap(([what, bytes]) => (contents.some((one) => one.includes(bytes)) ? what : []));
}
