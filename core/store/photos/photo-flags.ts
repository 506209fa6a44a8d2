import type { Db, Statement } from '../../db/open.ts';

/** The flags that a request may change: any subset. */
export interface FlagChange {
  readonly favorite?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  /** Hidden by the user for themselves. */
  readonly hiddenByMe?: boolean | undefined;
}

/** Writes the flags of photos: archived and hidden for the library; favourites and own hidden photos for each user. */
export class PhotoFlags {
  readonly #db: Db;
  readonly #set: Statement<[{ photo: number; archived: number | null; hidden: number | null }]>;
  readonly #dropEmpty: Statement<[number]>;
  readonly #favor: Statement<[number, number]>;
  readonly #unfavor: Statement<[number, number]>;
  readonly #hideOwn: Statement<[number, number]>;
  readonly #unhideOwn: Statement<[number, number]>;
  readonly #follow: readonly Statement<[{ from: number; to: number }]>[];
  readonly #favorInStore: Statement<[number]>;
  readonly #due: Statement<[number], number>;
  readonly #give: readonly Statement<[{ photo: number; user: number; now: number }]>[];

  constructor(db: Db) {
    this.#db = db;
    this.#set = db.prepare(`
      INSERT INTO photo_flags (photo_id, archived, hidden)
        SELECT :photo, coalesce(:archived, 0), coalesce(:hidden, 0)
        WHERE 1 IN (:archived, :hidden) OR EXISTS (SELECT 1 FROM photo_flags WHERE photo_id = :photo)
      ON CONFLICT (photo_id) DO UPDATE SET
        archived = coalesce(:archived, archived), hidden = coalesce(:hidden, hidden)
        WHERE archived <> coalesce(:archived, archived) OR hidden <> coalesce(:hidden, hidden)`);
    this.#dropEmpty = db.prepare('DELETE FROM photo_flags WHERE photo_id = ? AND archived = 0 AND hidden = 0');
    this.#favor = db.prepare('INSERT INTO favorites (user_id, photo_id) VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#unfavor = db.prepare('DELETE FROM favorites WHERE user_id = ? AND photo_id = ?');
    this.#hideOwn = db.prepare(
      'INSERT INTO own_hidden_photos (user_id, photo_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    );
    this.#unhideOwn = db.prepare('DELETE FROM own_hidden_photos WHERE user_id = ? AND photo_id = ?');
    this.#follow = [
      // A favourite from the store is not added again after it was removed here.
      `INSERT OR IGNORE INTO favorites (user_id, photo_id)
         SELECT user_id, :to FROM favorites WHERE photo_id = :from AND NOT EXISTS
           (SELECT 1 FROM source_favorites old JOIN source_favorites new ON new.user_id = old.user_id
             WHERE old.photo_id = :to AND new.photo_id = :from AND new.user_id = favorites.user_id)`,
      `INSERT OR IGNORE INTO source_favorites (photo_id, user_id, given_at)
         SELECT :to, user_id, given_at FROM source_favorites WHERE photo_id = :from`,
      `INSERT OR IGNORE INTO own_hidden_photos (user_id, photo_id)
         SELECT user_id, :to FROM own_hidden_photos WHERE photo_id = :from`,
      `INSERT INTO photo_flags (photo_id, archived, hidden)
         SELECT :to, archived, hidden FROM photo_flags WHERE photo_id = :from
       ON CONFLICT (photo_id) DO UPDATE SET
         archived = max(archived, excluded.archived), hidden = max(hidden, excluded.hidden)`,
    ].map((sql) => db.prepare(sql));
    this.#favorInStore = db.prepare('INSERT OR IGNORE INTO source_favorites (photo_id) VALUES (?)');
    this.#due = db
      .prepare<[number], number>('SELECT photo_id FROM source_favorites WHERE given_at IS NULL LIMIT ?')
      .pluck();
    this.#give = [
      'INSERT OR IGNORE INTO favorites (user_id, photo_id) VALUES (:user, :photo)',
      'UPDATE source_favorites SET user_id = :user, given_at = :now WHERE photo_id = :photo',
    ].map((sql) => db.prepare(sql));
  }

  /** Records that the photo is a favourite in its store. */
  favorInStore(photo: number): void {
    this.#favorInStore.run(photo);
  }

  /**
   * Adds favourites of the store to those of a user, each only once, so that later decisions take precedence.
   * @param now epoch seconds
   * @returns their number
   */
  giveFavorites(user: number, limit: number, now: number): number {
    return this.#db
      .transaction(() => {
        const photos = this.#due.all(limit);
        for (const photo of photos) for (const step of this.#give) step.run({ photo, user, now });
        return photos.length;
      })
      .immediate();
  }

  change(photo: number, user: number, change: FlagChange): void {
    const { favorite, archived, hidden, hiddenByMe } = change;
    this.#db
      .transaction(() => {
        if (archived !== undefined || hidden !== undefined) {
          this.#set.run({ photo, archived: bit(archived), hidden: bit(hidden) });
          this.#dropEmpty.run(photo);
        }
        if (favorite === true) this.#favor.run(user, photo);
        if (favorite === false) this.#unfavor.run(user, photo);
        if (hiddenByMe === true) this.#hideOwn.run(user, photo);
        if (hiddenByMe === false) this.#unhideOwn.run(user, photo);
      })
      .immediate();
  }

  /** Adds the flags of the photo `from` to the photo `to`. */
  followPhoto(rows: { from: number; to: number }): void {
    for (const step of this.#follow) step.run(rows);
  }
}

const bit = (flag: boolean | undefined): number | null => (flag === undefined ? null : Number(flag));
