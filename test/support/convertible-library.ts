import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { vectorToHalfBlob } from '../../core/db/vectors.ts';
import { faceCropPath } from '../../core/domain/face-crop-path.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import { LibraryKeys } from '../../core/encryption/library-keys.ts';
import type { LibrarySettings } from '../../core/encryption/library-settings.ts';
import { pluginFilesEncryption } from '../../core/encryption/plugin-files.ts';
import { facesFolder, indexFile, pluginsFolder, thumbsFolder, vectorsFolder } from '../../core/settings/data-folder.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { indexCopies } from '../../core/upkeep/index-copies.ts';
import { Snapshots } from '../../core/upkeep/snapshots/snapshots.ts';
import type { ConversionReport, Form } from '../../core/upkeep/conversion/conversion.ts';
import { convertLibrary, type ConversionOptions } from '../../core/upkeep/conversion/convert-library.ts';
import { readPlainSettings, writePlainSettings } from '../../core/upkeep/plain-settings.ts';
import { recordOf } from '../../core/upkeep/snapshots/snapshot-record.ts';
import { isSigned, plainSnapshotKey } from '../../core/upkeep/snapshots/snapshot-signature.ts';
import { openSqlite, unseal, type SqliteEncryption } from '../../core/plugin-api/toolkit/index.ts';
import { filesBelow } from './files-below.ts';
import { openIndex } from './index-file.ts';
import { PhotoRows } from './photo-rows.ts';
import { seededRandom } from './seed.ts';

export interface LibraryPlace {
  readonly dataDir: string;
  readonly backupDir: string;
}

/** The access token of a reader of the library. */
export const readerToken = 'a'.repeat(64);

/** Bytes that a plain library contains, by name: texts of users, and the first bytes of pictures and databases. */
export const telling: Readonly<Record<string, Buffer>> = {
  'a file name': Buffer.from('Strandkorb-Ahrenshoop.jpg'),
  'a caption': Buffer.from('Grandmother laughs at the gull'),
  'a caption that only the log has': Buffer.from('Written a moment before the kill'),
  'a name': Buffer.from('Wilhelmine Quandt'),
  // Includes the quantisation table that follows. The first three bytes alone occur by chance in some megabytes of
  // encrypted data.
  'the start of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0x00, 0x43, 0x00]),
  'the start of a WebP': Buffer.from('WEBPVP8'),
  'the start of a database': Buffer.from('SQLite format 3'),
  'a vector': Buffer.from('not only a number'),
  'a note of a plugin': Buffer.from('Takeout/Holidays 1987/grandmother.jpg'),
  'a note that only the log of a plugin has': Buffer.from('Takeout/Holidays 1988/uncle.jpg'),
  'the name of a plugin that is switched off': Buffer.from('"backup-remote"'),
  'the signing secret': Buffer.from('0c'.repeat(32)),
};

/** The library's settings. They are in the keyring while the library is encrypted. */
const librarySettings: LibrarySettings = {
  signingSecret: Buffer.alloc(32, 0x0c),
  plugins: { enabled: ['webhooks'], disabled: ['backup-remote'] },
};

/** Converts the library as the program does. */
export function convertPlace(
  place: LibraryPlace,
  keys: LibraryKeys,
  to: Form,
  options: Partial<ConversionOptions> = {},
): Promise<ConversionReport> {
  const { signal } = new AbortController();
  return convertLibrary(place, keys, to, { settings: librarySettings, signal, ...options });
}

/** A library's keys, the same ones for each call. */
export const keysOf = (byte = 5): LibraryKeys =>
  new LibraryKeys(Buffer.alloc(32, byte), { library: '00000000-0000-4000-8000-000000000000', cipher: 'aegis-256x2' });

/**
 * A plain library of a few photos as it is after a kill, with all kinds of data that are converted: an index with a
 * write-ahead log, a replaced index, pictures including damaged ones, vectors, settings, databases of plugins, and a
 * snapshot.
 */
export async function makeLibrary(folder: string, { photos = 8 } = {}): Promise<LibraryPlace> {
  const place = { dataDir: join(folder, 'data'), backupDir: join(folder, 'backups') };
  const index = indexFile(place.dataDir);
  mkdirSync(place.dataDir);
  const db = openIndex(index);
  try {
    const ids = fillIndex(db, photos);
    await writePictures(place.dataDir, ids);
    writePlainSettings(place.dataDir, librarySettings);
    const key = plainSnapshotKey(librarySettings.signingSecret);
    const snapshots = new Snapshots(place.backupDir, indexCopies(index), key);
    await snapshots.take({ signal: new AbortController().signal });
    await snapshots.close();
    const snapshot = join(place.backupDir, snapshotIn(place));
    // File systems store whole seconds exactly.
    const taken = Math.floor(statSync(snapshot).mtimeMs / 1000);
    utimesSync(snapshot, taken, taken);
    cpSync(snapshot, join(place.dataDir, 'index-replaced-20260101T000000.000Z.sqlite3'));
    db.pragma('wal_autocheckpoint = 0');
    db.prepare(`UPDATE photos SET caption = 'Written a moment before the kill' WHERE id = ?`).run(ids[0]);
    // Copies the files as they are while the index is in use.
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
  for (const file of pluginDatabases(place)) writePluginDatabase(file);
  return place;
}

const pluginDatabases = ({ dataDir }: LibraryPlace): string[] =>
  ['takeout-source/takeout.sqlite3', '@me+chart/deep/chart.db'].map((name) => join(pluginsFolder(dataDir), name));

/** Writes the database as it is after a kill. */
function writePluginDatabase(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const made = `${file}.made`;
  const db = openSqlite(made);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON notes (text)');
  const add = db.prepare('INSERT INTO notes (text) VALUES (?)');
  add.run('Takeout/Holidays 1987/grandmother.jpg');
  db.pragma('wal_checkpoint(TRUNCATE)');
  add.run('Takeout/Holidays 1988/uncle.jpg');
  for (const ending of ['', '-wal']) cpSync(made + ending, file + ending);
  db.close();
  for (const ending of ['', '-wal', '-shm']) rmSync(made + ending, { force: true });
  // The file that a plugin's lock leaves.
  writeFileSync(join(dirname(file), 'lock.sqlite3'), '');
}

function notesIn(file: string, encryption: SqliteEncryption | null): unknown {
  // Read-only, so that the log is not moved into the database.
  const db = openSqlite(file, { encryption, readonly: true });
  try {
    return db.prepare('SELECT text FROM notes INDEXED BY by_text ORDER BY text').pluck().all();
  } finally {
    db.close();
  }
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
  // Ids have gaps, as in any library.
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
  // The server was killed while it wrote this file.
  writeFileSync(`${thumbPath(thumbsFolder(dataDir), 1002)}.new`, webp.subarray(0, 100));
}

interface Reading {
  /** The settings of the keyring. */
  readonly settings?: LibrarySettings;
  /** Tables to leave out. */
  readonly without?: readonly string[];
}

/**
 * All data of a library in either form: rows of all tables with their row ids, pictures, settings and snapshots.
 * @param keys null for a plain library.
 * @throws Error for data that cannot be decrypted with them
 */
export function contentOf(
  place: LibraryPlace,
  keys: LibraryKeys | null,
  { settings = librarySettings, without = [] }: Reading = {},
): Record<string, unknown> {
  const { dataDir, backupDir } = place;
  const opened = (purpose: 'thumbnails' | 'faces', name: string, path: string): string => {
    const bytes = readFileSync(path);
    return (keys ? unseal(keys.of(purpose), name, bytes) : bytes).toString('base64');
  };
  const pictures = (purpose: 'thumbnails' | 'faces', folder: string): unknown =>
    filesBelow(folder)
      .filter(({ stats, name }) => stats.isFile() && !name.endsWith('.new'))
      .map(({ name, path }) => [name, opened(purpose, `${purpose}/${Number.parseInt(basename(name))}`, path)]);
  const snapshot = join(backupDir, snapshotIn(place));
  const key = keys ? keys.of('snapshots') : plainSnapshotKey(librarySettings.signingSecret);
  const inFiles = ['signing-secret', 'plugins.json'].filter((name) => existsSync(join(dataDir, name)));
  const record = recordOf(snapshot);
  const { size, mtimeMs } = statSync(snapshot);
  const sha256 = createHash('sha256').update(readFileSync(snapshot)).digest('hex');
  return {
    index: rowsOf(indexFile(dataDir), keys?.index, without),
    replaced: readdirSync(dataDir)
      .filter((name) => name.startsWith('index-replaced') && name.endsWith('.sqlite3'))
      .map((name) => [name, rowsOf(join(dataDir, name), keys?.index)]),
    thumbs: pictures('thumbnails', thumbsFolder(dataDir)),
    faces: pictures('faces', facesFolder(dataDir)),
    settings: keys ? (inFiles.length > 0 ? inFiles : settings) : readPlainSettings(dataDir),
    notes: pluginDatabases(place)
      .filter((file) => existsSync(file))
      .map((file) => {
        const plugin = file.includes('@me') ? '@me/chart' : 'takeout-source';
        return [plugin, notesIn(file, keys && pluginFilesEncryption(keys, plugin))];
      }),
    snapshot: [basename(snapshot), mtimeMs, rowsOf(snapshot, keys?.index)],
    isRecorded: record?.size === size && record.sha256 === sha256 && isSigned(snapshot, record, key),
  };
}

function rowsOf(file: string, encryption: SqliteEncryption | undefined, without: readonly string[] = []): unknown {
  const db = openDatabase(file, { readonly: true, encryption });
  try {
    const tables = db
      .prepare<[], { name: string; wr: number }>(
        `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name`,
      )
      .all();
    const rows = tables
      .filter(({ name }) => !['sqlite_schema', ...without].includes(name))
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

/** The names of telling bytes that are found below the library's folders and the other folders. */
export function foundIn({ dataDir, backupDir }: LibraryPlace, others: readonly string[] = []): string[] {
  const files = [dataDir, backupDir, ...others].flatMap(filesBelow).filter(({ stats }) => stats.isFile());
  const contents = files.map(({ path }) => readFileSync(path));
  return Object.entries(telling).flatMap(([what, bytes]) => (contents.some((one) => one.includes(bytes)) ? what : []));
}
