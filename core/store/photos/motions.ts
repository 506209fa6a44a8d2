import type { Db, Statement } from '../../db/open.ts';

/** The motion part of a live photo. */
export interface Motion {
  /** The revision of the photo's content to which it belongs. */
  readonly rev: string;
  readonly mediaType: string;
  /** Bytes; null if unknown. */
  readonly size: number | null;
  /** The position of its first byte in the photo's file; null if the source has it as a separate file. */
  readonly start: number | null;
}

/** A motion part in the photo's own file. */
interface MotionInside {
  readonly mediaType: string;
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/** A photo whose file must be searched for a motion part. */
export interface MotionDue {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
}

type Row = Motion & { readonly id: number };

/** The motion parts of photos. A separate file in the source takes precedence over a part inside the photo's file. */
export class Motions {
  readonly #of: Statement<[number], Motion>;
  readonly #tell: Statement<[Omit<Row, 'start'>]>;
  readonly #untell: Statement<[number]>;
  readonly #find: Statement<[Row]>;
  readonly #lose: Statement<[number]>;
  readonly #showLive: Statement<[number]>;
  readonly #belong: Statement<[{ id: number; rev: string }]>;
  readonly #await: Statement<[number]>;
  readonly #due: Statement<[{ limit: number; sources: string }], MotionDue>;
  readonly #settle: Statement<[number]>;

  constructor(db: Db) {
    this.#of = db.prepare('SELECT rev, media_type AS mediaType, size, start FROM motions WHERE photo_id = ?');
    const put = 'INSERT INTO motions (photo_id, rev, media_type, size, start) VALUES (:id, :rev, :mediaType, :size';
    const replace = 'ON CONFLICT (photo_id) DO UPDATE SET rev = :rev, media_type = :mediaType, size = :size';
    this.#tell = db.prepare(`
      ${put}, NULL) ${replace}, start = NULL
      WHERE (rev, media_type, size, start) IS NOT (:rev, :mediaType, :size, NULL)`);
    this.#untell = db.prepare('DELETE FROM motions WHERE photo_id = ? AND start IS NULL');
    this.#find = db.prepare(`${put}, :start) ${replace}, start = :start WHERE motions.start IS NOT NULL`);
    this.#lose = db.prepare('DELETE FROM motions WHERE photo_id = ? AND start IS NOT NULL');
    this.#showLive = db.prepare(`UPDATE photos SET kind = 'live' WHERE id = ? AND kind = 'image'`);
    this.#belong = db.prepare('UPDATE motions SET rev = :rev WHERE photo_id = :id AND rev <> :rev');
    this.#await = db.prepare('INSERT OR IGNORE INTO motions_due (photo_id) VALUES (?)');
    this.#due = db.prepare(`
      SELECT p.id, p.uid, p.rev FROM motions_due d JOIN photos p ON p.id = d.photo_id
      WHERE p.deleted_at IS NULL AND p.indexed_rev IS p.rev
        AND +p.source IN (SELECT value FROM json_each(:sources))
      ORDER BY d.photo_id LIMIT :limit`);
    this.#settle = db.prepare('DELETE FROM motions_due WHERE photo_id = ?');
  }

  of(id: number): Motion | undefined {
    return this.#of.get(id);
  }

  /** Stores the motion part that the source has as a separate file; null for none. Must be called in a transaction. */
  told(id: number, rev: string, motion: { readonly mediaType: string; readonly size: number | null } | null): void {
    if (motion) this.#tell.run({ id, rev, mediaType: motion.mediaType, size: motion.size });
    // There may be one inside the file, which was ignored until now.
    else if (this.#untell.run(id).changes > 0) this.#await.run(id);
  }

  /**
   * Stores the motion part inside the photo's file; null if there is none, or the file was not searched. Must be called in a
   * transaction, before the photo is described, since it becomes a live photo.
   */
  found(id: number, rev: string, motion: MotionInside | null): void {
    this.#settle.run(id);
    if (!motion) {
      this.#lose.run(id);
      return;
    }
    const { mediaType, start, length } = motion;
    this.#find.run({ id, rev, mediaType, start, size: length });
    this.#showLive.run(id);
  }

  /** Records that the photo has another revision with the same content. Must be called in a transaction. */
  belongs(id: number, rev: string): void {
    this.#belong.run({ id, rev });
  }

  /** Some of the photos of these sources whose files must be searched for a motion part. */
  due(limit: number, sources: readonly number[]): MotionDue[] {
    return this.#due.all({ limit, sources: JSON.stringify(sources) });
  }
}

/**
 * SQL for the kind under which a photo is listed, with the parameters `kind` (from the source) and `id`: a picture is a live
 * photo if a motion part was found inside its file.
 */
export const shownKind = `CASE WHEN :kind = 'image' AND EXISTS
  (SELECT 1 FROM motions m WHERE m.photo_id = :id AND m.start IS NOT NULL) THEN 'live' ELSE :kind END`;
