import type { Db, Statement } from '../db/open.ts';
import type { AlbumRef, Cover, FileName, PersonRef, PhotoDetail, PhotoKind, PhotoState } from '../domain/photo.ts';

interface SummaryRow {
  id: number;
  uid: string;
  kind: PhotoKind;
  takenAt: number;
  width: number | null;
  height: number | null;
  thumbhash: Buffer | null;
  thumbRevision: number;
  archived: number;
  hidden: number;
  favorite: number;
}

interface DetailRow extends SummaryRow {
  name: string;
  caption: string | null;
  mime: string;
  size: number;
  sha1: Buffer | null;
  camera: string | null;
  lens: string | null;
  takenAtLocal: string;
  lat: number | null;
  lng: number | null;
  place: string | null;
  city: string | null;
  country: string | null;
  state: PhotoState;
}

/** What serving a photo's bytes needs to know. */
export interface PhotoFile {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
  readonly kind: PhotoKind;
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** 0: no thumbnail. */
  readonly thumbRevision: number;
}

const summary = `
  p.id, p.uid, p.kind, p.taken_at AS takenAt, p.width, p.height, p.thumbhash, p.thumb_revision AS thumbRevision,
  coalesce(f.archived, 0) AS archived, coalesce(f.hidden, 0) AS hidden,
  EXISTS (SELECT 1 FROM favorites v WHERE v.user_id = :user AND v.photo_id = p.id) AS favorite`;

const detail = `
  p.name, p.caption, p.mime, p.size, p.sha1, p.camera, p.lens, p.taken_at_local AS takenAtLocal, p.lat, p.lng,
  l.label AS place, l.city, l.country, p.state`;

/** Reads single photos; lists are read by `PhotoSummaries`. */
export class Photos {
  readonly #tags: Statement<[number], string>;
  readonly #detail: Statement<[{ user: number; uid: string }], DetailRow>;
  readonly #albums: Statement<[number], AlbumRef>;
  readonly #people: Statement<[number], PersonRef>;
  readonly #autoTags: Statement<[number], string>;
  readonly #listedId: Statement<[string], number>;
  readonly #file: Statement<[string], PhotoFile>;
  readonly #names: Statement<[string], FileName>;
  readonly #exif: Statement<[number], string>;
  readonly #covers: Statement<[string], Cover>;
  readonly #visibleCover: Statement<[string], Cover>;

  constructor(db: Db) {
    this.#tags = db
      .prepare<[number], string>(
        'SELECT t.name FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id WHERE pt.photo_id = ? ORDER BY pt.position',
      )
      .pluck();
    this.#detail = db.prepare(`
      SELECT ${summary}, ${detail}
      FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id LEFT JOIN places l ON l.id = p.place_id
      WHERE p.uid = :uid AND p.deleted_at IS NULL`);
    this.#albums = db.prepare(`
      SELECT a.uid, a.name FROM album_photos ap JOIN albums a ON a.id = ap.album_id
      WHERE ap.photo_id = ? ORDER BY a.name, a.uid`);
    this.#people = db.prepare(`
      SELECT DISTINCT n.id, n.name FROM faces f JOIN people n ON n.id = f.person_id
      WHERE f.photo_id = ? ORDER BY n.name IS NULL, n.name, n.id`);
    this.#autoTags = db
      .prepare<[number], string>('SELECT tag FROM auto_tags WHERE photo_id = ? ORDER BY score DESC, tag')
      .pluck();
    this.#listedId = db.prepare<[string], number>('SELECT id FROM photos WHERE uid = ? AND listed = 1').pluck();
    this.#file = db.prepare(`
      SELECT id, uid, rev, kind, name, mime, size, thumb_revision AS thumbRevision
      FROM photos WHERE uid = ? AND deleted_at IS NULL`);
    this.#names = db.prepare('SELECT id, name, size FROM photos WHERE id IN (SELECT value FROM json_each(?))');
    this.#exif = db.prepare<[number], string>('SELECT exif FROM photo_exif WHERE photo_id = ?').pluck();
    this.#covers = db.prepare(`
      SELECT id, uid, thumb_revision AS thumbRevision FROM photos WHERE id IN (SELECT value FROM json_each(?))`);
    this.#visibleCover = db.prepare(`
      SELECT p.id, p.uid, p.thumb_revision AS thumbRevision
      FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.uid = ? AND p.listed = 1 AND p.thumb_revision > 0 AND coalesce(f.hidden, 0) = 0`);
  }

  /** One photo, whether indexed yet or not; undefined when there is none, or upstream has deleted it. */
  detail(uid: string, user: number): PhotoDetail | undefined {
    const row = this.#detail.get({ user, uid });
    if (!row) return undefined;
    return {
      ...row,
      thumbhash: row.thumbhash?.toString('base64') ?? null,
      archived: row.archived === 1,
      hidden: row.hidden === 1,
      favorite: row.favorite === 1,
      tags: this.tags(row.id),
      albums: this.#albums.all(row.id),
      people: this.#people.all(row.id),
      autoTags: this.#autoTags.all(row.id),
    };
  }

  /** The tags of one photo, in their order. */
  tags(id: number): string[] {
    return this.#tags.all(id);
  }

  /** The id of a photo that lists show. */
  listedId(uid: string): number | undefined {
    return this.#listedId.get(uid);
  }

  file(uid: string): PhotoFile | undefined {
    return this.#file.get(uid);
  }

  /** What the files of photos are called and how large they are, by id. */
  names(ids: readonly number[]): Map<number, FileName> {
    return new Map(this.#names.all(JSON.stringify(ids)).map((row) => [row.id, row]));
  }

  /** What it takes to show the small pictures of photos, by id. */
  covers(ids: readonly number[]): Map<number, Cover> {
    return new Map(this.#covers.all(JSON.stringify(ids)).map((row) => [row.id, row]));
  }

  /** A photo that was chosen for a cover, if it can be shown. */
  visibleCover(uid: string): Cover | undefined {
    return this.#visibleCover.get(uid);
  }

  /** All that EXIF and XMP said; empty when nothing. */
  exif(id: number): Record<string, unknown> {
    const json = this.#exif.get(id);
    return json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>);
  }
}
