import { createHash } from 'node:crypto';
import type { PhotoKind, SourceNode } from 'photofinch/plugin-api';
import type { SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { extensionOf, stemOf } from '../export/media-types.ts';
import type { PhotoFacts } from '../export/side-file.ts';
import type { Journal } from './journal.ts';

/** A file of a photo with the data of its side file. */
interface FileRow {
  readonly id: number;
  readonly folder: string;
  readonly name: string;
  readonly size: number;
  readonly mtime_ms: number;
  readonly kind: PhotoKind;
  readonly media_type: string;
  readonly facts: string | null;
}

interface PhotoRow {
  readonly id: number;
  readonly uid: string;
  readonly capture_time: number;
  readonly node: string;
  readonly gone: 0 | 1;
}

interface Motion {
  readonly mediaType: string;
  readonly size: number;
}

/** A node without the fields that are columns of the table. */
export type StoredNode = Omit<SourceNode, 'uid' | 'rev' | 'sha1' | 'captureTime'>;

/**
 * The photos and albums made of the files. A photo is a content: `Photos from 2019/a.jpg` and `Trip/a.jpg` are one photo in
 * an album. Its uid is derived from the content, so that a newer export of the same account has the same photos.
 */
export class Photos {
  readonly #journal: Journal;
  readonly #files: SqliteStatement<[string], FileRow>;
  readonly #motion: SqliteStatement<[string], Motion>;
  readonly #photo: SqliteStatement<[string], PhotoRow>;
  readonly #insert: SqliteStatement<[{ sha1: string; time: number; node: string; seq: number }], number>;
  readonly #update: SqliteStatement<[{ id: number; time: number; node: string; gone: 0 | 1; seq: number }]>;
  readonly #albumsOf: SqliteStatement<[number], number>;
  readonly #albumIn: SqliteStatement<[string], number>;
  readonly #join: SqliteStatement<[number, number]>;
  readonly #leave: SqliteStatement<[number, number]>;
  readonly #countAlbum: SqliteStatement<[{ id: number; by: 1 | -1; seq: number }]>;
  readonly #album: SqliteStatement<[string], { id: number; name: string }>;
  readonly #addAlbum: SqliteStatement<[{ uid: string; folder: string; name: string; seq: number }]>;
  readonly #renameAlbum: SqliteStatement<[{ id: number; name: string; seq: number }]>;

  constructor(journal: Journal) {
    const { db } = journal;
    this.#journal = journal;
    // Files with a side file come first, and of several side files that of the newest export.
    this.#files = db.prepare(`
      SELECT files.id, files.folder, files.name, files.read_size AS size, files.read_mtime_ms AS mtime_ms, files.kind, files.media_type, side.facts
      FROM files LEFT JOIN files AS side ON side.id = files.side_id
      WHERE files.sha1 = ? AND files.main_id IS NULL ORDER BY side.facts IS NULL, side.mtime_ms DESC, side.path DESC, files.path`);
    this.#motion = db.prepare(`
      SELECT motion.media_type AS mediaType, motion.read_size AS size FROM files AS still JOIN files AS motion ON motion.main_id = still.id
      WHERE still.sha1 = ? AND motion.media_type IS NOT NULL ORDER BY motion.path LIMIT 1`);
    this.#photo = db.prepare('SELECT id, uid, capture_time, node, gone FROM photos WHERE sha1 = ?');
    this.#insert = db
      .prepare<[{ sha1: string; time: number; node: string; seq: number }], number>(
        'INSERT INTO photos (uid, sha1, capture_time, node, seq) VALUES (:sha1, :sha1, :time, :node, :seq) RETURNING id',
      )
      .pluck();
    this.#update = db.prepare(
      'UPDATE photos SET capture_time = :time, node = :node, gone = :gone, seq = :seq WHERE id = :id',
    );
    this.#albumsOf = db.prepare<[number], number>('SELECT album_id FROM album_members WHERE photo_id = ?').pluck();
    this.#albumIn = db.prepare<[string], number>('SELECT id FROM albums WHERE folder = ?').pluck();
    this.#join = db.prepare('INSERT INTO album_members (album_id, photo_id) VALUES (?, ?)');
    this.#leave = db.prepare('DELETE FROM album_members WHERE album_id = ? AND photo_id = ?');
    this.#countAlbum = db.prepare('UPDATE albums SET photos = photos + :by, seq = :seq WHERE id = :id');
    this.#album = db.prepare('SELECT id, name FROM albums WHERE folder = ?');
    this.#addAlbum = db.prepare('INSERT INTO albums (uid, folder, name, seq) VALUES (:uid, :folder, :name, :seq)');
    this.#renameAlbum = db.prepare('UPDATE albums SET name = :name, seq = :seq WHERE id = :id');
  }

  /** Makes a folder an album with this name, or removes the album if the name is empty. To be called in a transaction. */
  putAlbum(folder: string, name: string): void {
    const album = this.#album.get(folder);
    if (!album && name === '') return;
    if (!album) {
      const uid = `a${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
      this.#addAlbum.run({ uid, folder, name, seq: this.#journal.nextSeq() });
    } else if (album.name !== name) {
      this.#renameAlbum.run({ id: album.id, name, seq: this.#journal.nextSeq() });
    }
  }

  /**
   * Updates the photo with this content. To be called in a transaction.
   * @param isAlbum whether photos of a folder are in an album
   */
  settle(sha1: string, isAlbum: (folder: string) => boolean): void {
    const files = this.#files.all(sha1).map((file) => ({ file, facts: factsOf(file) }));
    const untrashed = files.filter(({ facts }) => !facts?.trashed);
    const previous = this.#photo.get(sha1);
    const [first] = untrashed;
    if (!first) {
      if (previous?.gone === 0) {
        this.#update.run({
          id: previous.id,
          time: previous.capture_time,
          node: previous.node,
          gone: 1,
          seq: this.#journal.nextSeq(),
        });
        this.#putIntoAlbums(previous.id, []);
      }
      return;
    }
    const time = captureTime(first.file, first.facts);
    const node = JSON.stringify(nodeOf(first.file, first.facts, this.#motion.get(sha1)));
    const id = previous?.id ?? this.#insert.get({ sha1, time, node, seq: this.#journal.nextSeq() }) ?? 0;
    if (previous && (previous.gone === 1 || previous.capture_time !== time || previous.node !== node)) {
      this.#update.run({ id, time, node, gone: 0, seq: this.#journal.nextSeq() });
    }
    const folders = [...new Set(untrashed.map(({ file }) => file.folder))].filter(isAlbum);
    this.#putIntoAlbums(
      id,
      folders.flatMap((folder) => this.#albumIn.get(folder) ?? []),
    );
  }

  #putIntoAlbums(photo: number, albums: readonly number[]): void {
    const present = this.#albumsOf.all(photo);
    const joining = albums.filter((album) => !present.includes(album));
    const leaving = present.filter((album) => !albums.includes(album));
    for (const id of joining) {
      this.#join.run(id, photo);
      this.#countAlbum.run({ id, by: 1, seq: this.#journal.nextSeq() });
    }
    for (const id of leaving) {
      this.#leave.run(id, photo);
      this.#countAlbum.run({ id, by: -1, seq: this.#journal.nextSeq() });
    }
  }
}

const factsOf = ({ facts }: FileRow): PhotoFacts | null => (facts === null ? null : (JSON.parse(facts) as PhotoFacts));

const modifiedTime = ({ mtime_ms }: FileRow): number => Math.floor(mtime_ms / 1000);

const captureTime = (file: FileRow, facts: PhotoFacts | null): number => facts?.takenAt ?? modifiedTime(file);

/** The name before Google shortened or numbered it. An edited photo has the title of its original. */
function nameOf(file: string, title: string | null): string {
  if (title === null || extensionOf(title) !== extensionOf(file)) return file;
  const unnumbered = stemOf(file).replace(/\(\d{1,5}\)$/, '');
  return title.toLowerCase().startsWith(unnumbered.toLowerCase()) ? title : file;
}

function nodeOf(file: FileRow, facts: PhotoFacts | null, motion: Motion | undefined): StoredNode {
  return {
    kind: motion && file.kind === 'image' ? 'live' : file.kind,
    name: nameOf(file.name, facts?.title ?? null),
    // If a content is in several folders, the first one; file names contain no slashes.
    path: `${file.folder}/${file.name}`,
    mediaType: file.media_type,
    size: file.size,
    captureTimeSource: facts?.takenAt == null ? 'mtime' : 'upstream',
    utcOffset: null,
    modifiedTime: modifiedTime(file),
    caption: facts?.caption ?? null,
    location: facts?.location ?? null,
    camera: null,
    media: null,
    people: (facts?.people ?? []).map((name) => ({ name })),
    favourite: facts?.favourite ?? false,
    ...(motion && file.kind === 'image' && { motion }),
    errors: [],
  };
}
