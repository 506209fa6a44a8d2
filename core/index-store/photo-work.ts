import type { Db, Statement } from '../db/open.ts';
import type { PhotoKind } from '../domain/photo.ts';
import { retryDelay } from '../domain/retry-delay.ts';
import { MovedDecisions } from './moved-decisions.ts';

/** A photo that waits to be read. */
export interface DuePhoto {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
}

/** What the source and the photo's own metadata say; changes without new content, as by a rename. */
export interface PhotoDescription {
  readonly kind: PhotoKind;
  readonly name: string;
  readonly takenAt: number;
  readonly takenAtLocal: string;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly caption: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly placeId: number | null;
}

/** Everything that indexing finds out about one content. */
export interface IndexedPhoto extends PhotoDescription {
  readonly rev: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: Uint8Array | null;
  /** px of the upright picture; null when unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null when the photo has no thumbnail. */
  readonly thumbhash: Uint8Array | null;
  readonly hasThumbnail: boolean;
  /** JSON. */
  readonly exif: string;
}

interface PhotoIdentity {
  readonly uid: string;
  readonly rev: string;
  readonly inHand: number;
}

export interface WorkCounts {
  /** Photos that may be read now. */
  readonly due: number;
  readonly failed: number;
}

/** After so many deaths of the server over a photo, the photo is to blame. */
const MAX_DEATHS = 3;

/** The queue of photos to read, and what comes of each: `pending` → `indexed` or `failed`. */
export class PhotoWork {
  readonly #due: Statement<[{ now: number; limit: number }], DuePhoto>;
  readonly #dueCount: Statement<[number], number>;
  readonly #failedCount: Statement<[], number>;
  readonly #nextRetry: Statement<[], number | null>;
  readonly #take: Statement<[number]>;
  readonly #postpone: Statement<[{ id: number; now: number }]>;
  readonly #inHand: Statement<[], { id: number; attempts: number; deaths: number }>;
  readonly #markDeath: Statement<
    [{ id: number; attempts: number; deaths: number; state: string; error: string | null; retryAt: number }]
  >;
  readonly #attempts: Statement<[number], number>;
  readonly #fail: Statement<[{ id: number; reason: string; attempts: number; retryAt: number }]>;
  readonly #identify: Statement<[Pick<IndexedPhoto, 'kind' | 'name' | 'mime' | 'size'> & { id: number }]>;
  readonly #retryFailed: Statement<[]>;
  readonly #readAgain: Statement<[string]>;
  readonly #holds: Statement<[{ id: number; rev: string; sha1: Uint8Array | null }], number>;
  readonly #heir: Statement<[{ id: number; sha1: Uint8Array }], number>;
  readonly #describe: Statement<[PhotoDescription & { id: number }]>;
  readonly #store: Statement<
    [Omit<IndexedPhoto, 'exif' | 'hasThumbnail'> & { id: number; hasThumbnail: number; now: number }]
  >;
  readonly #exif: Statement<[{ id: number; exif: string }]>;
  readonly #exifOf: Statement<[number], string>;
  readonly #moveAlbums: Statement<[{ from: number; to: number }]>;
  readonly #decisions: MovedDecisions;
  readonly #meetAgain: Statement<[{ from: number; to: number }]>;
  readonly #identity: Statement<[number], PhotoIdentity & { wasIndexed: number }>;
  readonly #moveTags: Statement<[{ from: number; to: number }]>;
  readonly #moveFavorites: Statement<[{ from: number; to: number }]>;
  readonly #moveFlags: Statement<[{ from: number; to: number }]>;
  readonly #remove: Statement<[number]>;
  readonly #rename: Statement<[PhotoIdentity & { id: number }]>;
  readonly #moved: Statement<[{ from: number; to: number; since: number }], { id: number; sha1: Buffer }>;

  constructor(db: Db) {
    const waiting = `FROM photos WHERE state <> 'indexed' AND deleted_at IS NULL`;
    this.#due = db.prepare(`SELECT id, uid, rev ${waiting} AND retry_at <= :now ORDER BY retry_at, id LIMIT :limit`);
    this.#dueCount = db.prepare<[number], number>(`SELECT count(*) ${waiting} AND retry_at <= ?`).pluck();
    this.#failedCount = db
      .prepare<[], number>(`SELECT count(*) FROM photos WHERE state = 'failed' AND deleted_at IS NULL`)
      .pluck();
    this.#nextRetry = db.prepare<[], number | null>(`SELECT min(retry_at) ${waiting}`).pluck();

    this.#take = db.prepare('UPDATE photos SET in_hand = 1 WHERE id = ?');
    this.#postpone = db.prepare('UPDATE photos SET in_hand = 0, retry_at = :now WHERE id = :id');
    this.#inHand = db.prepare('SELECT id, attempts, deaths FROM photos WHERE in_hand = 1');
    this.#markDeath = db.prepare(`
      UPDATE photos SET in_hand = 0, attempts = :attempts, deaths = :deaths, state = :state, error = :error,
        retry_at = :retryAt
      WHERE id = :id`);
    this.#attempts = db.prepare<[number], number>('SELECT attempts FROM photos WHERE id = ?').pluck();
    this.#fail = db.prepare(`
      UPDATE photos SET state = 'failed', error = :reason, attempts = :attempts, retry_at = :retryAt, in_hand = 0
      WHERE id = :id`);
    this.#identify = db.prepare(`
      UPDATE photos SET kind = :kind, name = :name, mime = :mime, size = :size
      WHERE id = :id AND indexed_rev IS NULL`);
    this.#readAgain = db.prepare(`
      UPDATE photos SET state = 'pending', retry_at = 0
      WHERE id IN (SELECT value FROM json_each(?)) AND state = 'indexed'`);
    this.#retryFailed = db.prepare(`UPDATE photos SET retry_at = 0 WHERE state = 'failed' AND deleted_at IS NULL`);

    this.#describe = db.prepare(`
      UPDATE photos SET kind = :kind, name = :name,
        taken_at = :takenAt, taken_at_local = :takenAtLocal, camera = :camera, lens = :lens, caption = :caption,
        lat = :lat, lng = :lng, place_id = :placeId
      WHERE id = :id
        AND (kind, name, taken_at, taken_at_local, camera, lens, caption, lat, lng, place_id) IS NOT
          (:kind, :name, :takenAt, :takenAtLocal, :camera, :lens, :caption, :lat, :lng, :placeId)`);
    this.#store = db.prepare(`
      UPDATE photos SET kind = :kind, name = :name, mime = :mime, size = :size, sha1 = :sha1,
        taken_at = :takenAt, taken_at_local = :takenAtLocal, camera = :camera, lens = :lens, caption = :caption,
        lat = :lat, lng = :lng, place_id = :placeId, width = :width, height = :height, thumbhash = :thumbhash,
        thumb_revision = CASE WHEN :hasThumbnail THEN thumbs_made + 1 ELSE 0 END,
        thumbs_made = thumbs_made + :hasThumbnail,
        indexed_rev = :rev, state = CASE WHEN rev = :rev THEN 'indexed' ELSE 'pending' END,
        error = NULL, attempts = 0, deaths = 0, retry_at = 0, in_hand = 0, indexed_at = coalesce(indexed_at, :now)
      WHERE id = :id`);
    this.#exif = db.prepare(`
      INSERT INTO photo_exif (photo_id, exif) VALUES (:id, :exif)
      ON CONFLICT (photo_id) DO UPDATE SET exif = excluded.exif`);
    this.#exifOf = db.prepare<[number], string>('SELECT exif FROM photo_exif WHERE photo_id = ?').pluck();

    this.#holds = db
      .prepare<[{ id: number; rev: string; sha1: Uint8Array | null }], number>(
        // The bytes may be newer than the revision: what is known of them decides.
        'SELECT CASE WHEN :sha1 IS NULL THEN indexed_rev IS :rev ELSE sha1 IS :sha1 END FROM photos WHERE id = :id',
      )
      .pluck();
    this.#heir = db
      .prepare<[{ id: number; sha1: Uint8Array }], number>(
        // The plus: by the hash, and not through all deleted photos, of which there may be very many.
        `SELECT id FROM photos WHERE sha1 = :sha1 AND +deleted_at IS NOT NULL AND id <> :id
         ORDER BY deleted_at DESC, id LIMIT 1`,
      )
      .pluck();
    this.#identity = db.prepare(`
      SELECT uid, rev, in_hand AS inHand, indexed_at IS NOT NULL AS wasIndexed FROM photos WHERE id = ?`);
    this.#moveAlbums = db.prepare(`
      INSERT OR IGNORE INTO album_photos (album_id, photo_id, added_at)
      SELECT album_id, :to, added_at FROM album_photos WHERE photo_id = :from`);
    this.#moveTags = db.prepare(`
      INSERT OR IGNORE INTO photo_tags (tag_id, photo_id, position)
      SELECT tag_id, :to, position FROM photo_tags WHERE photo_id = :from`);
    this.#moveFavorites = db.prepare(`
      INSERT OR IGNORE INTO favorites (user_id, photo_id) SELECT user_id, :to FROM favorites WHERE photo_id = :from`);
    this.#moveFlags = db.prepare(`
      INSERT INTO photo_flags (photo_id, archived, hidden)
      SELECT :to, archived, hidden FROM photo_flags WHERE photo_id = :from
      ON CONFLICT (photo_id) DO UPDATE SET
        archived = max(archived, excluded.archived), hidden = max(hidden, excluded.hidden)`);
    this.#decisions = new MovedDecisions(db);
    this.#meetAgain = db.prepare(
      'INSERT OR IGNORE INTO full_pass (photo_id) SELECT :to FROM full_pass WHERE photo_id = :from',
    );
    this.#remove = db.prepare('DELETE FROM photos WHERE id = ?');
    this.#rename = db.prepare(`
      UPDATE photos SET uid = :uid, rev = :rev, deleted_at = NULL, state = 'pending', error = NULL, attempts = 0,
        deaths = 0, retry_at = 0, in_hand = :inHand
      WHERE id = :id`);
    this.#moved = db.prepare(`
      SELECT new.id, new.sha1 FROM photos AS old JOIN photos AS new ON new.sha1 = old.sha1
      WHERE old.id >= :from AND old.id < :to AND +old.deleted_at IS NOT NULL
        AND new.deleted_at IS NULL AND new.added_at >= :since`);
  }

  /** Photos to read now: new ones first, newest first as the source lists them; then those to try again. */
  due(now: number, limit: number): DuePhoto[] {
    return this.#due.all({ now, limit });
  }

  counts(now: number): WorkCounts {
    return { due: this.#dueCount.get(now) ?? 0, failed: this.#failedCount.get() ?? 0 };
  }

  /** When the next waiting photo may be tried, in epoch seconds; undefined when none waits. */
  nextRetryAt(): number | undefined {
    return this.#nextRetry.get() ?? undefined;
  }

  /** Marks a photo as being decoded now: when the process dies over it, the mark tells. */
  take(id: number): void {
    this.#take.run(id);
  }

  /** Puts a photo back, behind those that were not tried yet; no attempt is counted. */
  postpone(id: number, now: number): void {
    this.#postpone.run({ id, now });
  }

  /**
   * At start: photos still in hand were being decoded when the process ended. That counts as an attempt, and the photo
   * goes to the end of the queue, so that one deadly picture does not hold up the others.
   */
  recover(now: number): void {
    for (const photo of this.#inHand.all()) {
      const attempts = photo.attempts + 1;
      const deaths = photo.deaths + 1;
      const guilty = deaths >= MAX_DEATHS;
      this.#markDeath.run({
        id: photo.id,
        attempts,
        deaths,
        state: guilty ? 'failed' : 'pending',
        error: guilty ? 'The server died three times while reading this photo.' : null,
        retryAt: guilty ? now + retryDelay(attempts) : now,
      });
    }
  }

  /** Tells people which file it is, while nothing else is known of the photo. */
  identify(id: number, file: Pick<IndexedPhoto, 'kind' | 'name' | 'mime' | 'size'>): void {
    this.#identify.run({ ...file, id });
  }

  fail(id: number, reason: string, now: number): void {
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#fail.run({ id, reason, attempts, retryAt: now + retryDelay(attempts) });
  }

  /** Lets all failed photos be tried at once. @returns how many */
  retryFailed(): number {
    return this.#retryFailed.run().changes;
  }

  /** Lets photos be read again that were indexed well; until then they show what they show. */
  readAgain(ids: readonly number[]): void {
    this.#readAgain.run(JSON.stringify(ids));
  }

  /**
   * The same content was deleted under another uid not long ago: the photo has moved. The old row, on which people's
   * tags, flags and faces hang, takes over the new identity, and the new row goes. A photo that was indexed before has
   * a history of its own, and stays as it is.
   * @returns the id that the photo has from now on
   */
  adopt(id: number, sha1: Uint8Array): number {
    return this.#identity.get(id)?.wasIndexed === 0 ? this.#inherit(id, sha1) : id;
  }

  /**
   * Photos that came since `since`, and were indexed, while the same content left under another uid with an id from
   * `from` to before `to`: they take over what hangs on the old rows.
   * @returns the ids that are no more
   */
  adoptMoved(from: number, to: number, since: number): number[] {
    return this.#moved.all({ from, to, since }).flatMap(({ id, sha1 }) => (this.#inherit(id, sha1) === id ? [] : [id]));
  }

  #inherit(id: number, sha1: Uint8Array): number {
    const heir = this.#heir.get({ id, sha1 });
    const identity = heir === undefined ? undefined : this.#identity.get(id);
    if (heir === undefined || !identity) return id;
    const { uid, rev, inHand } = identity;
    const rows = { from: id, to: heir };
    this.#moveAlbums.run(rows);
    this.#moveTags.run(rows);
    this.#moveFavorites.run(rows);
    this.#moveFlags.run(rows);
    this.#decisions.move(rows);
    this.#meetAgain.run(rows);
    this.#remove.run(id);
    this.#rename.run({ id: heir, uid, rev, inHand });
    return heir;
  }

  /** Whether this very content was stored before. */
  holds(id: number, content: Pick<IndexedPhoto, 'rev' | 'sha1'>): boolean {
    return this.#holds.get({ id, rev: content.rev, sha1: content.sha1 }) === 1;
  }

  /** @returns whether anything was new */
  describe(id: number, description: PhotoDescription): boolean {
    return this.#describe.run({ ...description, id }).changes > 0;
  }

  /** Writes what was found out about the content that `photo.rev` names; a newer one stays pending. */
  store(id: number, { exif, hasThumbnail, ...photo }: IndexedPhoto, now: number): void {
    this.#store.run({ ...photo, id, hasThumbnail: hasThumbnail ? 1 : 0, now });
    this.#exif.run({ id, exif });
  }

  /** The tags that were kept of a photo, as JSON. */
  exifOf(id: number): string | undefined {
    return this.#exifOf.get(id);
  }
}
