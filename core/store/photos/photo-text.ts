import type { Db, Statement } from '../../db/open.ts';
import { indexedText } from '../../domain/index-tokens.ts';
import { textKinds, type PhotoTexts, type TextKind } from '../../domain/photo-texts.ts';

/** The number of photos whose texts are composed at once: about 3 ms. */
const batch = 50;

/** Separates texts of one kind. */
const between = ' · ';
const idsInJson = 'SELECT value FROM json_each(?)';

/**
 * Without a limit, SQLite would merge this into the aggregate around it, where it uses no index of what a view combines: it
 * would read the photos of all albums first.
 */
const inAlbums = `
  SELECT a.name FROM every_album_photo ap JOIN every_album a ON a.id = ap.album_id
  WHERE ap.photo_id = photos.id LIMIT -1`;

const texts = `
  SELECT photos.id, photos.name, photos.caption,
    (SELECT group_concat(tags.name, '${between}') FROM photo_tags JOIN tags ON tags.id = photo_tags.tag_id
      WHERE photo_tags.photo_id = photos.id) AS tags,
    (SELECT group_concat(name, '${between}') FROM
      (SELECT name FROM people WHERE id IN (SELECT person_id FROM faces WHERE faces.photo_id = photos.id)
        UNION SELECT name FROM source_people WHERE source_people.photo_id = photos.id)) AS people,
    places.label AS place,
    (SELECT group_concat(name, '${between}') FROM (${inAlbums})) AS albums,
    concat_ws('${between}', photos.camera, photos.lens) AS camera,
    (SELECT group_concat(tag, '${between}') FROM auto_tags WHERE photo_id = photos.id) AS auto_tags,
    (SELECT group_concat(text, '${between}' ORDER BY line) FROM text_lines WHERE photo_id = photos.id) AS written
  FROM photos LEFT JOIN places ON places.id = photos.place_id
  WHERE photos.id IN (${idsInJson})`;

type TextRow = { readonly id: number } & Readonly<Record<TextKind, string | null>>;

/** The texts of photos, composed from other tables, and written into the full-text index. `TextIndex` reads that index. */
export class PhotoText {
  readonly #remove: Statement<[string]>;
  readonly #put: Statement<[number, ...(string | null)[]]>;
  readonly #texts: Statement<[string], TextRow>;

  constructor(db: Db) {
    this.#remove = db.prepare(`DELETE FROM photo_text WHERE rowid IN (${idsInJson})`);
    this.#put = db.prepare(`
      INSERT INTO photo_text (rowid, ${textKinds.join(', ')}) VALUES (?, ${textKinds.map(() => '?').join(', ')})`);
    this.#texts = db.prepare(texts);
  }

  /** The texts of photos, by id. */
  of(photoIds: readonly number[]): Map<number, PhotoTexts> {
    const rows = this.#texts.all(JSON.stringify(photoIds));
    return new Map(
      rows.map((row) => {
        const entries = textKinds.map((kind) => [kind, row[kind]?.split(between).filter((text) => text !== '') ?? []]);
        return [row.id, Object.fromEntries(entries) as PhotoTexts];
      }),
    );
  }

  /** Composes the rows of these photos again. Must be called in the transaction that changes the other tables. */
  refresh(photoIds: readonly number[]): void {
    const ids = JSON.stringify(photoIds);
    this.#remove.run(ids);
    for (const row of this.#texts.all(ids)) {
      const forIndex = textKinds.map((kind) => (row[kind] === null ? null : indexedText(row[kind])));
      this.#put.run(row.id, ...forIndex);
    }
  }
}

/**
 * Photos whose rows in the full-text index contain outdated names of people or albums, or are from a version of the program
 * that indexed texts differently. Such a photo is recorded in the
 * transaction that changes a name or the owner of a face: mostly by triggers, and for albums of the store by `noteAlbum`. A
 * person with ten thousand photos is therefore renamed at once, and the texts follow in batches, after a restart if
 * necessary.
 */
export class StaleTexts {
  readonly #db: Db;
  readonly #text: Pick<PhotoText, 'refresh'>;
  readonly #next: Statement<[number], number>;
  readonly #forget: Statement<[string]>;
  readonly #note: Statement<[string]>;
  readonly #noteAlbum: Statement<[string]>;

  constructor({ db, text }: { db: Db; text: Pick<PhotoText, 'refresh'> }) {
    this.#db = db;
    this.#text = text;
    this.#next = db.prepare<[number], number>('SELECT photo_id FROM stale_texts LIMIT ?').pluck();
    this.#forget = db.prepare('DELETE FROM stale_texts WHERE photo_id IN (SELECT value FROM json_each(?))');
    this.#note = db.prepare('INSERT OR IGNORE INTO stale_texts (photo_id) SELECT value FROM json_each(?)');
    this.#noteAlbum = db.prepare(`
      INSERT OR IGNORE INTO stale_texts (photo_id)
      SELECT photo_id FROM album_photos WHERE album_id = (SELECT id FROM albums WHERE uid = ?)`);
  }

  /** Records photos. To be called in the transaction that removes them from an album. */
  note(photos: readonly number[]): void {
    this.#note.run(JSON.stringify(photos));
  }

  /** Records the photos of an album of the store. To be called in the transaction that renames it, before that. */
  noteAlbum(uid: string): void {
    this.#noteAlbum.run(uid);
  }

  /**
   * Composes some texts again.
   * @returns whether there may be more
   */
  refreshSome(): boolean {
    return this.#db
      .transaction(() => {
        const photos = this.#next.all(batch);
        if (photos.length === 0) return false;
        this.#text.refresh(photos);
        this.#forget.run(JSON.stringify(photos));
        return photos.length === batch;
      })
      .immediate();
  }
}
