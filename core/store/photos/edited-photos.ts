import type { Db, Statement } from '../../db/open.ts';
import type { Turn } from '../../domain/turn.ts';

/** A photo with user edits, with its effective facts. */
export interface EditedPhotoRow {
  readonly id: number;
  readonly uid: string;
  /** The name of the file. */
  readonly name: string;
  readonly takenAt: number;
  readonly takenAtLocal: string;
  /** 1 if its date differs from the date of its file by decision. */
  readonly isRedated: 0 | 1;
  /** The edited position; null if there is none. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly caption: string | null;
  readonly rotation: Turn;
  /** The EXIF orientation of the file, if it was read. */
  readonly orientation: unknown;
  /** Epoch seconds. */
  readonly editedAt: number;
  /** The modification time of the file according to its source; null if unknown. */
  readonly modifiedAt: number | null;
  readonly tags: readonly string[];
  readonly people: readonly string[];
}

interface Row extends Omit<EditedPhotoRow, 'tags' | 'people'> {
  readonly tags: string;
  readonly people: string;
}

/** Reads the photos with user edits, and the names of all files. */
export class EditedPhotos {
  readonly #after: Statement<[number, number], Row>;
  readonly #names: Statement<[number, number], { id: number; name: string }>;

  constructor(db: Db) {
    this.#after = db.prepare(`
      SELECT p.id, p.uid, p.name, p.taken_at AS takenAt, p.taken_at_local AS takenAtLocal,
        (p.taken_at, p.taken_at_local) IS NOT (e.file_taken_at, e.file_taken_at_local)
          OR e.taken_at_local IS NOT NULL AS isRedated,
        e.lat, e.lng, e.caption, e.rotation, x.exif ->> '$.ifd0.Orientation' AS orientation,
        e.edited_at AS editedAt, p.modified_at AS modifiedAt,
        (SELECT json_group_array(name) FROM (SELECT t.name FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
          WHERE pt.photo_id = p.id ORDER BY pt.position)) AS tags,
        (SELECT json_group_array(name) FROM (SELECT DISTINCT n.name FROM faces f JOIN people n ON n.id = f.person_id
          WHERE f.photo_id = p.id AND n.name IS NOT NULL ORDER BY n.name)) AS people
      FROM photo_edits e JOIN photos p ON p.id = e.photo_id LEFT JOIN photo_exif x ON x.photo_id = p.id
      WHERE e.photo_id > ? AND p.deleted_at IS NULL ORDER BY e.photo_id LIMIT ?`);
    this.#names = db.prepare('SELECT id, name FROM photos WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?');
  }

  /** The next photos after the one with an id. */
  after(id: number, limit: number): EditedPhotoRow[] {
    return this.#after
      .all(id, limit)
      .map((row) => ({ ...row, tags: JSON.parse(row.tags) as string[], people: JSON.parse(row.people) as string[] }));
  }

  /** The names of the next files after the photo with an id, including photos without edits. */
  namesAfter(id: number, limit: number): { readonly id: number; readonly name: string }[] {
    return this.#names.all(id, limit);
  }
}
