import type { Db, Statement } from '../../db/open.ts';
import type { Turn } from '../../domain/turn.ts';

/** A photo about which people decided something, as it counts now. */
export interface EditedPhotoRow {
  readonly id: number;
  readonly uid: string;
  /** The name of its file. */
  readonly name: string;
  readonly takenAt: number;
  readonly takenAtLocal: string;
  /** 1: people decided on another date than that of its file. */
  readonly isRedated: 0 | 1;
  /** The decided position; null for none. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly caption: string | null;
  readonly rotation: Turn;
  /** The EXIF orientation of the file, if it was read. */
  readonly orientation: unknown;
  /** Epoch seconds. */
  readonly editedAt: number;
  /** When the file was last changed, by its source; null where that is not known. */
  readonly modifiedAt: number | null;
  readonly tags: readonly string[];
  readonly people: readonly string[];
}

interface Row extends Omit<EditedPhotoRow, 'tags' | 'people'> {
  readonly tags: string;
  readonly people: string;
}

/** Reads the photos about which people decided something, and the names of all files. */
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

  /** The names of the next files after the photo with an id, edited or not. */
  namesAfter(id: number, limit: number): { readonly id: number; readonly name: string }[] {
    return this.#names.all(id, limit);
  }
}
