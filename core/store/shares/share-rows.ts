import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';

/** The options of a share, without its password. */
export interface ShareChoices {
  readonly name: string | null;
  /** Epoch seconds; null if it stays valid until it is revoked. */
  readonly expiresAt: number | null;
  /** Whether visitors may download originals. */
  readonly download: boolean;
  /** Whether visitors see the time and place of photos. */
  readonly details: boolean;
  /** Whether archived photos are shown. */
  readonly archived: boolean;
}

export interface NewShare extends ShareChoices {
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array;
  readonly userId: number;
  /** Null for a list of photos. */
  readonly albumUid: string | null;
  readonly passwordHash: string | null;
  readonly createdAt: number;
}

export interface ShareRow extends ShareChoices {
  readonly id: number;
  /** The user who created it; visitors see what this user may see. */
  readonly userId: number;
  readonly albumUid: string | null;
  readonly passwordHash: string | null;
  readonly createdAt: number;
  readonly views: number;
  readonly downloads: number;
  readonly lastSeenAt: number | null;
}

/** Undefined fields do not change. */
export type ShareChanges = { readonly [F in keyof ShareChoices]?: ShareChoices[F] | undefined } & {
  readonly passwordHash?: string | null | undefined;
};

type StoredRow = Omit<ShareRow, 'download' | 'details' | 'archived'> &
  Record<'download' | 'details' | 'archived', number>;

const columns = `id, user_id AS userId, name, album_uid AS albumUid, expires_at AS expiresAt, password_hash AS passwordHash,
  download, details, archived, created_at AS createdAt, views, downloads, last_seen_at AS lastSeenAt`;

/** Share links. `SharedLists` contains the photos of those with a list. */
export class ShareRows {
  readonly #insert: Statement<[object], number>;
  readonly #byHash: Statement<[Uint8Array], StoredRow>;
  readonly #byId: Statement<[number], StoredRow>;
  readonly #all: Statement<[], StoredRow>;
  readonly #ofUser: Statement<[number], StoredRow>;
  readonly #count: Statement<[number], number>;
  readonly #update: Statement<[object]>;
  readonly #remove: Statement<[number]>;
  readonly #removeAll: Statement<[]>;
  readonly #seen: Statement<[number, number]>;
  readonly #downloaded: Statement<[number]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#insert = plucked(`
      INSERT INTO shares (token_hash, user_id, name, album_uid, expires_at, password_hash, download, details, archived,
        created_at)
      VALUES (:tokenHash, :userId, :name, :albumUid, :expiresAt, :passwordHash, :download, :details, :archived,
        :createdAt) RETURNING id`);
    this.#byHash = db.prepare(`SELECT ${columns} FROM shares WHERE token_hash = ?`);
    this.#byId = db.prepare(`SELECT ${columns} FROM shares WHERE id = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM shares ORDER BY id DESC`);
    this.#ofUser = db.prepare(`SELECT ${columns} FROM shares WHERE user_id = ? ORDER BY id DESC`);
    this.#count = plucked('SELECT count(*) FROM shares WHERE user_id = ?');
    this.#update = db.prepare(`
      UPDATE shares SET name = :name, expires_at = :expiresAt, password_hash = :passwordHash, download = :download,
        details = :details, archived = :archived
      WHERE id = :id`);
    this.#remove = db.prepare('DELETE FROM shares WHERE id = ?');
    this.#removeAll = db.prepare('DELETE FROM shares');
    this.#seen = db.prepare('UPDATE shares SET views = views + 1, last_seen_at = ? WHERE id = ?');
    this.#downloaded = db.prepare('UPDATE shares SET downloads = downloads + 1 WHERE id = ?');
  }

  /** @returns the new share's id */
  add(share: NewShare): number {
    return this.#insert.get(stored(share)) ?? 0;
  }

  byTokenHash(hash: Uint8Array): ShareRow | undefined {
    return fromStored(this.#byHash.get(hash));
  }

  byId(id: number): ShareRow | undefined {
    return fromStored(this.#byId.get(id));
  }

  /** Newest first. @param userId only shares of this user */
  list(userId?: number): ShareRow[] {
    const rows = userId === undefined ? this.#all.all() : this.#ofUser.all(userId);
    return rows.flatMap((row) => fromStored(row) ?? []);
  }

  countOf(userId: number): number {
    return this.#count.get(userId) ?? 0;
  }

  change(id: number, changes: ShareChanges): void {
    const row = this.byId(id);
    if (!row) return;
    const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { name, expiresAt, passwordHash, download, details, archived } = { ...row, ...defined };
    this.#update.run(stored({ id, name, expiresAt, passwordHash, download, details, archived }));
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  endAll(): void {
    this.#removeAll.run();
  }

  /** @param at epoch seconds */
  seen(id: number, at: number): void {
    this.#seen.run(at, id);
  }

  downloaded(id: number): void {
    this.#downloaded.run(id);
  }
}

function stored(values: object): object {
  const entries = Object.entries(values) as [string, unknown][];
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'boolean' ? Number(value) : value]));
}

function fromStored(row: StoredRow | undefined): ShareRow | undefined {
  return row && { ...row, download: row.download === 1, details: row.details === 1, archived: row.archived === 1 };
}
