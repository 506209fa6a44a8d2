import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { OwnAlbumPhotos } from '../albums/own-album-photos.ts';
import { OwnAlbums } from '../albums/own-albums.ts';
import { SyncedAlbums } from './synced-albums.ts';
import { Decisions } from '../people/decisions.ts';
import { EditRecords } from './edit-records.ts';
import { EditedFacts } from './edited-facts.ts';
import { PhotoFlags } from './photo-flags.ts';
import { PhotoText } from './photo-text.ts';
import { Tags } from './tags.ts';
import { StackDecisions } from '../stacks/stack-decisions.ts';
import { TripDecisions } from '../trips/trip-decisions.ts';
import { SharedLists } from '../shares/shared-lists.ts';

/**
 * The maximum number of seconds between the appearance of the new uid and the deletion of the old one, in either order: a
 * sync that reads the whole timeline may take hours.
 */
const longestMove = 86_400;

/** A photo that was added when the same content was deleted under another uid. */
export interface MovedPhoto {
  readonly id: number;
  readonly sha1: Uint8Array;
}

interface PhotoIdentity {
  readonly source: number;
  readonly uid: string;
  readonly rev: string;
  readonly inHand: number;
}

/** Photos that have moved upstream: the same content was deleted under one uid and has appeared under another. */
export class MovedPhotos {
  readonly #heir: Statement<[{ id: number; sha1: Uint8Array }], number>;
  readonly #lateHeir: Statement<[{ id: number; sha1: Uint8Array; longest: number }], number>;
  /** The classes that write data of photos. */
  readonly #owners: readonly { followPhoto(rows: { from: number; to: number }): void }[];
  readonly #meetAgain: Statement<[{ from: number; to: number }]>;
  readonly #identity: Statement<[number], PhotoIdentity & { wasIndexed: number }>;
  readonly #remove: Statement<[number]>;
  readonly #rename: Statement<[PhotoIdentity & { id: number }]>;
  readonly #moved: Statement<[{ from: number; to: number; since: number }], MovedPhoto>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    // The plus prevents SQLite from using the index of deleted photos, of which there may be very many; the hash finds
    // the row.
    this.#heir = plucked(`
      SELECT id FROM photos WHERE sha1 = :sha1 AND +deleted_at IS NOT NULL AND id <> :id
      ORDER BY deleted_at DESC, id LIMIT 1`);
    this.#lateHeir = plucked(`
      SELECT old.id FROM photos AS new CROSS JOIN photos AS old
      WHERE new.id = :id AND new.sha1 IS NULL AND old.sha1 = :sha1 AND +old.deleted_at IS NOT NULL
        AND abs(new.added_at - old.deleted_at) <= :longest
      ORDER BY old.deleted_at DESC, old.id LIMIT 1`);
    this.#identity = db.prepare(`
      SELECT source, uid, rev, in_hand AS inHand,
        indexed_at IS NOT NULL AND (fault IS NULL OR indexed_rev IS NOT NULL) AS wasIndexed
      FROM photos WHERE id = ?`);
    this.#owners = [
      new SyncedAlbums(db),
      new OwnAlbums(db),
      new OwnAlbumPhotos(db),
      new Tags({ db, text: new PhotoText(db) }),
      new PhotoFlags(db),
      new Decisions(db),
      new TripDecisions(db),
      new StackDecisions(db),
      new EditedFacts(db),
      new EditRecords(db),
      new SharedLists(db),
    ];
    this.#meetAgain = db.prepare(
      'INSERT OR IGNORE INTO full_pass (photo_id, source) SELECT :to, source FROM full_pass WHERE photo_id = :from',
    );
    this.#remove = db.prepare('DELETE FROM photos WHERE id = ?');
    this.#rename = db.prepare(`
      UPDATE photos SET source = :source, uid = :uid, rev = :rev, deleted_at = NULL, state = 'pending', error = NULL, attempts = 0,
        deaths = 0, retry_at = 0, in_hand = :inHand
      WHERE id = :id`);
    this.#moved = db.prepare(`
      SELECT new.id, new.sha1 FROM photos AS old JOIN photos AS new ON new.sha1 = old.sha1
      WHERE old.id >= :from AND old.id < :to AND +old.deleted_at IS NOT NULL
        AND new.deleted_at IS NULL AND new.added_at >= :since`);
  }

  /**
   * If the same content was deleted under another uid, the photo has moved. The old row, which has the users' tags, flags
   * and faces, takes over the uid of the new one, and the new row is removed. A photo that was indexed before stays as it
   * is, since it has its own tags, flags and faces.
   * @returns the id of the photo from now on
   */
  adopt(id: number, sha1: Uint8Array): number {
    return this.#identity.get(id)?.wasIndexed === 0 ? this.#inherit(id, sha1) : id;
  }

  /**
   * Like `adopt`, for a photo that was shown before its content was known; its data is moved, too. It counts as moved if it
   * appeared when the other one disappeared; copies that existed side by side stay as they are.
   * @returns the id of the photo from now on
   */
  adoptLate(id: number, sha1: Uint8Array): number {
    return this.#handOver(id, this.#lateHeir.get({ id, sha1, longest: longestMove }));
  }

  /**
   * Finds moved photos that were indexed before the old row was deleted: photos that were added since `since`, with the
   * content of deleted rows with ids from `from` to before `to`.
   */
  found(from: number, to: number, since: number): MovedPhoto[] {
    return this.#moved.all({ from, to, since });
  }

  /**
   * The old row takes over the uid and data of a found photo.
   * @returns the id of the photo from now on
   */
  adoptFound({ id, sha1 }: MovedPhoto): number {
    return this.#inherit(id, sha1);
  }

  #inherit(id: number, sha1: Uint8Array): number {
    return this.#handOver(id, this.#heir.get({ id, sha1 }));
  }

  #handOver(id: number, heir: number | undefined): number {
    const identity = heir === undefined ? undefined : this.#identity.get(id);
    if (heir === undefined || !identity) return id;
    const { source, uid, rev, inHand } = identity;
    const rows = { from: id, to: heir };
    for (const owner of this.#owners) owner.followPhoto(rows);
    this.#meetAgain.run(rows);
    this.#remove.run(id);
    this.#rename.run({ id: heir, source, uid, rev, inHand });
    return heir;
  }
}
