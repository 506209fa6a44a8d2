import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { cachedUntilWrite } from '../../db/write-stamp.ts';
import type { Decider } from '../../domain/person.ts';

/** An album by its uid, including albums made here, or a person. */
export type Subject = { readonly album: string } | { readonly person: number };

/** The users from whom others withhold a subject. */
export interface SubjectWithholding {
  /** Whether the subject is withheld from all users of the role read. */
  readonly readers: boolean;
  /** Ids of users. */
  readonly users: readonly number[];
}

/** A subject that is withheld from one user, or from all users of the role read. */
export interface Withholding {
  readonly album: string | null;
  readonly person: number | null;
  /** Null: withheld from all users with the role read. */
  readonly user: number | null;
  /** 1 if the user has hidden it for themselves. */
  readonly own: 0 | 1;
}

/** A withholding with the current names; null for a subject or user that no longer exists, or has no name. */
export interface NamedWithholding extends Omit<Withholding, 'own'> {
  readonly albumName: string | null;
  readonly personName: string | null;
}

/** Subjects that a user has hidden for themselves, latest first. */
export interface OwnHidden {
  readonly albums: readonly string[];
  readonly people: readonly number[];
}

/** A merge of two people, by its record. */
interface OfMerge {
  readonly id: number;
  readonly source: number;
  readonly target: number;
}

interface Row {
  readonly album: string | null;
  readonly person: number | null;
}

/**
 * Records which albums and people are withheld from which users: only this class writes `withholdings`. What users have
 * hidden for themselves is never disclosed to others.
 */
export class Withholdings {
  readonly #db: Db;
  readonly #version: () => number;
  readonly #all: Statement<[], Withholding>;
  readonly #named: Statement<[], NamedWithholding>;
  readonly #nameOf: Statement<[Row], string | null>;
  readonly #of: Statement<[Row], number | null>;
  readonly #keep: Statement<[Row & Decider & { from: number | null }]>;
  readonly #show: Statement<[Row & { from: number }]>;
  readonly #hide: Statement<[Row & Decider]>;
  readonly #unhide: Statement<[Row & { user: number }]>;
  readonly #forgetAlbum: Statement<[string]>;
  readonly #follow: readonly Statement<[OfMerge]>[];
  readonly #part: Statement<[OfMerge]>;
  readonly #endPart: Statement<[OfMerge]>;
  #known: { readonly version: number; readonly rows: readonly Withholding[] } = { version: -1, rows: [] };

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#db = db;
    const version = plucked<[], number>("SELECT version FROM facet_versions WHERE facet = 'withholdings'");
    this.#version = cachedUntilWrite(db, () => version.get() ?? 0);
    const columns = 'album_uid AS album, person_id AS person, user_id AS "user"';
    this.#all = db.prepare(`SELECT ${columns}, own FROM withholdings ORDER BY id`);
    this.#named = db.prepare(`
      SELECT ${columns}, (SELECT name FROM every_album WHERE uid = album_uid) AS albumName,
        (SELECT name FROM people WHERE id = person_id) AS personName
      FROM withholdings WHERE own = 0 ORDER BY id`);
    this.#nameOf = plucked(
      `SELECT name FROM every_album WHERE uid = :album UNION ALL SELECT name FROM people WHERE id = :person`,
    );
    const isSubject = 'album_uid IS :album AND person_id IS :person';
    this.#of = plucked(`SELECT user_id FROM withholdings WHERE own = 0 AND ${isSubject}`);
    this.#keep = db.prepare(`
      INSERT INTO withholdings (album_uid, person_id, user_id, decided_by, decided_at)
      VALUES (:album, :person, :from, :user, :now) ON CONFLICT DO NOTHING`);
    this.#show = db.prepare(`DELETE FROM withholdings WHERE own = 0 AND ${isSubject} AND coalesce(user_id, 0) = :from`);
    this.#hide = db.prepare(`
      INSERT INTO withholdings (album_uid, person_id, user_id, own, decided_by, decided_at)
      VALUES (:album, :person, :user, 1, :user, :now) ON CONFLICT DO NOTHING`);
    this.#unhide = db.prepare(`DELETE FROM withholdings WHERE own = 1 AND ${isSubject} AND user_id = :user`);
    this.#forgetAlbum = db.prepare('DELETE FROM withholdings WHERE album_uid = ?');
    this.#follow = followSteps.map((sql) => db.prepare(sql));
    this.#part = db.prepare(`
      INSERT INTO withholdings (person_id, user_id, own, decided_by, decided_at)
        SELECT :source, nullif(user_id, 0), own, (SELECT id FROM users WHERE id = decided_by), decided_at
        FROM merge_record_withholdings
        WHERE record_id = :id AND (user_id = 0 OR user_id IN (SELECT id FROM users)) ON CONFLICT DO NOTHING`);
    this.#endPart = db.prepare(`
      DELETE FROM withholdings WHERE person_id = :target AND (coalesce(user_id, 0), own, decided_at) IN
        (SELECT user_id, own, decided_at FROM merge_record_withholdings WHERE record_id = :id AND added = 1)`);
  }

  /** All withholdings, oldest first. */
  all(): readonly Withholding[] {
    const version = this.#version();
    if (this.#known.version === version) return this.#known.rows;
    const rows = this.#all.all();
    // After a rollback, other rows get the same version.
    if (!this.#db.inTransaction) this.#known = { version, rows };
    return rows;
  }

  named(): NamedWithholding[] {
    return this.#named.all();
  }

  /** Null for a subject that no longer exists, or has no name. */
  nameOf(subject: Subject): string | null {
    return this.#nameOf.get(rowOf(subject)) ?? null;
  }

  of(subject: Subject): SubjectWithholding {
    const users = this.#of.all(rowOf(subject));
    return { readers: users.includes(null), users: users.filter((user) => user !== null).sort((a, b) => a - b) };
  }

  /** Withholds the subject from exactly these users. Must be called in a transaction. */
  set(subject: Subject, { readers, users }: SubjectWithholding, by: Decider): void {
    const before = this.#of.all(rowOf(subject));
    const after: readonly (number | null)[] = [...(readers ? [null] : []), ...users];
    for (const from of before.filter((user) => !after.includes(user))) {
      this.#show.run({ ...rowOf(subject), from: from ?? 0 });
    }
    for (const from of after.filter((user) => !before.includes(user)))
      this.#keep.run({ ...rowOf(subject), from, ...by });
  }

  /** Sets whether the user hides the subject for themselves. No other user learns of it. */
  hideOwn(subject: Subject, hidden: boolean, by: Decider): void {
    if (hidden) this.#hide.run({ ...rowOf(subject), ...by });
    else this.#unhide.run({ ...rowOf(subject), user: by.user });
  }

  hiddenBy(userId: number): OwnHidden {
    const hidden = this.all()
      .filter((withholding) => withholding.own === 1 && withholding.user === userId)
      .reverse();
    return { albums: hidden.flatMap(({ album }) => album ?? []), people: hidden.flatMap(({ person }) => person ?? []) };
  }

  /** Must be called when the album is permanently deleted; its uid is never reused. */
  forgetAlbum(uid: string): void {
    this.#forgetAlbum.run(uid);
  }

  /**
   * Starts a merge: the target is withheld from the same users as the source, before it gets the first of the source's
   * faces.
   */
  follow(merge: OfMerge): void {
    for (const step of this.#follow) step.run(merge);
  }

  /** Starts the undo of a merge, after the source was restored: it is withheld from the same users as before the merge. */
  part(merge: OfMerge): void {
    this.#part.run(merge);
  }

  /** Ends the undo of a merge: the target is no longer withheld from users for whom this merge was the only reason. */
  endPart(merge: OfMerge): void {
    this.#endPart.run(merge);
  }
}

const rowOf = (subject: Subject): Row =>
  'album' in subject ? { album: subject.album, person: null } : { album: null, person: subject.person };

const followSteps: readonly string[] = [
  `INSERT OR IGNORE INTO merge_record_withholdings (record_id, user_id, own, decided_by, decided_at, added)
     SELECT :id, coalesce(w.user_id, 0), w.own, w.decided_by, w.decided_at, NOT EXISTS (SELECT 1 FROM withholdings t
       WHERE t.person_id = :target AND coalesce(t.user_id, 0) = coalesce(w.user_id, 0) AND t.own = w.own)
     FROM withholdings w WHERE w.person_id = :source`,
  `INSERT INTO withholdings (person_id, user_id, own, decided_by, decided_at)
     SELECT :target, user_id, own, decided_by, decided_at FROM withholdings WHERE person_id = :source
   ON CONFLICT DO NOTHING`,
];
