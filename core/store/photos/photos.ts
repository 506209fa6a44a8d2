import type { Db, Statement } from '../../db/open.ts';
import type { Sight } from '../../domain/sight.ts';
import type { PhotoFault } from '../../domain/photo-fault.ts';
import { shownName } from './shown-name.ts';
import type { AlbumRef, Cover, FileName, PersonRef, PhotoDetail, PhotoKind, PhotoState } from '../../domain/photo.ts';

interface SummaryRow {
  id: number;
  uid: string;
  kind: PhotoKind;
  takenAt: number;
  takenAtLocal: string;
  duration: number | null;
  place: string | null;
  width: number | null;
  height: number | null;
  thumbhash: Buffer | null;
  thumbRevision: number;
  fault: PhotoFault | null;
  fileName: string | null;
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
  lat: number | null;
  lng: number | null;
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
  p.id, p.uid, p.kind, p.taken_at AS takenAt, p.taken_at_local AS takenAtLocal, p.duration, l.label AS place, p.width,
  p.height, p.thumbhash, p.thumb_revision AS thumbRevision, p.fault, ${shownName} AS fileName,
  coalesce(f.archived, 0) AS archived, coalesce(f.hidden, 0) AS hidden,
  EXISTS (SELECT 1 FROM favorites v WHERE v.user_id = :userId AND v.photo_id = p.id) AS favorite`;

const detail = `
  p.name, p.caption, p.mime, p.size, p.sha1, p.camera, p.lens, p.lat, p.lng, l.city, l.country, p.state`;

/** A photo that a viewer asks for by its uid. */
interface Asked {
  readonly uid: string;
  readonly userId: number;
  readonly seesHidden: 0 | 1;
}

/** Whether the viewer may see the photo `p`. */
const isSeen = '(:seesHidden OR NOT EXISTS (SELECT 1 FROM photo_flags WHERE photo_id = p.id AND hidden = 1))';

/** Reads single photos; lists are read by `PhotoSummaries`. */
export class Photos {
  readonly #tags: Statement<[number], string>;
  readonly #detail: Statement<[Asked], DetailRow>;
  readonly #albums: Statement<[number], AlbumRef>;
  readonly #people: Statement<[number], PersonRef>;
  readonly #autoTags: Statement<[number], string>;
  readonly #listedId: Statement<[Asked], number>;
  readonly #file: Statement<[Asked], PhotoFile>;
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
      WHERE p.uid = :uid AND p.deleted_at IS NULL AND ${isSeen}`);
    this.#albums = db.prepare(`
      SELECT a.uid, a.name FROM album_photos ap JOIN albums a ON a.id = ap.album_id
      WHERE ap.photo_id = ? ORDER BY a.name, a.uid`);
    this.#people = db.prepare(`
      SELECT DISTINCT n.id, n.name FROM faces f JOIN people n ON n.id = f.person_id
      WHERE f.photo_id = ? ORDER BY n.name IS NULL, n.name, n.id`);
    this.#autoTags = db
      .prepare<[number], string>('SELECT tag FROM auto_tags WHERE photo_id = ? ORDER BY score DESC, tag')
      .pluck();
    this.#listedId = db
      .prepare<[Asked], number>(`SELECT p.id FROM photos p WHERE p.uid = :uid AND p.listed = 1 AND ${isSeen}`)
      .pluck();
    this.#file = db.prepare(`
      SELECT p.id, p.uid, p.rev, p.kind, p.name, p.mime, p.size, p.thumb_revision AS thumbRevision
      FROM photos p WHERE p.uid = :uid AND p.deleted_at IS NULL AND ${isSeen}`);
    this.#names = db.prepare('SELECT id, name, size FROM photos WHERE id IN (SELECT value FROM json_each(?))');
    this.#exif = db.prepare<[number], string>('SELECT exif FROM photo_exif WHERE photo_id = ?').pluck();
    this.#covers = db.prepare(`
      SELECT id, uid, thumb_revision AS thumbRevision FROM photos
      WHERE id IN (SELECT value FROM json_each(?)) AND thumb_revision > 0 AND fault IS NULL`);
    this.#visibleCover = db.prepare(`
      SELECT p.id, p.uid, p.thumb_revision AS thumbRevision
      FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.uid = ? AND p.listed = 1 AND p.thumb_revision > 0 AND p.fault IS NULL AND coalesce(f.hidden, 0) = 0`);
  }

  /** One photo, indexed or not; undefined when the viewer may not see it, or upstream has deleted it. */
  detail(uid: string, sight: Sight): PhotoDetail | undefined {
    const row = this.#detail.get(asked(uid, sight));
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
  listedId(uid: string, sight: Sight): number | undefined {
    return this.#listedId.get(asked(uid, sight));
  }

  file(uid: string, sight: Sight): PhotoFile | undefined {
    return this.#file.get(asked(uid, sight));
  }

  /** Names and sizes of the files of photos, by id. */
  names(ids: readonly number[]): Map<number, FileName> {
    return new Map(this.#names.all(JSON.stringify(ids)).map((row) => [row.id, row]));
  }

  /** Those of these photos that may be covers, by id. */
  covers(ids: readonly number[]): Map<number, Cover> {
    return new Map(this.#covers.all(JSON.stringify(ids)).map((row) => [row.id, row]));
  }

  /** The photo as a cover, if it may be one and everybody may see it. */
  visibleCover(uid: string): Cover | undefined {
    return this.#visibleCover.get(uid);
  }

  /** The tags of EXIF and XMP; empty when there are none. */
  exif(id: number): Record<string, unknown> {
    const json = this.#exif.get(id);
    return json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>);
  }
}

const asked = (uid: string, { userId, seesHidden }: Sight): Asked => ({ uid, userId, seesHidden: seesHidden ? 1 : 0 });
