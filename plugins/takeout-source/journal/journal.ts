import { randomBytes } from 'node:crypto';
import {
  eraseFileSync,
  isDamage,
  isPlainSqlite,
  openSqlite,
  type SqliteDatabase,
  type SqliteEncryption,
  type SqliteStatement,
} from 'photofinch/plugin-api/toolkit';
import { schema } from './schema.ts';

const version = 3;

/** The data read from an export, in a database. It can be deleted: the export is then read again. */
export class Journal {
  readonly db: SqliteDatabase;
  /** Identifies this journal: sequence numbers of any other are invalid. */
  readonly era: string;
  #seq: SqliteStatement<[], string> | undefined;
  #count: SqliteStatement<[], string> | undefined;

  /** @throws Error if the file cannot be opened, or is from a newer version */
  constructor(file: string, encryption: SqliteEncryption | null = null) {
    this.db = openSqlite(file, { timeout: 5000, encryption });
    try {
      this.db.pragma('journal_mode = WAL');
      // A power failure must not undo changes that were reported to the server.
      this.db.pragma('synchronous = FULL');
      const fileVersion = this.db.pragma('user_version', { simple: true }) as number;
      if (fileVersion > version)
        throw new Error('The journal of the export was written by a newer version of the plugin.');
      if (fileVersion < version) this.#make();
    } catch (error) {
      this.db.close();
      throw error;
    }
    this.era = this.state('era') ?? '';
  }

  #make(): void {
    this.transact(() => {
      // An older journal is rebuilt from the export: uids are derived from contents, so the photos keep theirs.
      const old = this.db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
      for (const table of old) this.db.exec(`DROP TABLE "${table}"`);
      this.db.exec(schema);
      this.db
        .prepare("INSERT INTO state (key, value) VALUES ('era', ?), ('seq', '0')")
        .run(randomBytes(9).toString('hex'));
      this.db.pragma(`user_version = ${version}`);
    });
  }

  state(key: string): string | undefined {
    return this.db.prepare<[string], string>('SELECT value FROM state WHERE key = ?').pluck().get(key);
  }

  /** The sequence number of the last change. */
  get seq(): number {
    this.#seq ??= this.db.prepare<[], string>("SELECT value FROM state WHERE key = 'seq'").pluck();
    return Number(this.#seq.get());
  }

  /** Whether the export was read completely once: until then there may be many more photos. */
  get isFull(): boolean {
    return this.state('full') !== undefined;
  }

  noteFull(): void {
    this.db.prepare("INSERT OR IGNORE INTO state (key, value) VALUES ('full', '1')").run();
  }

  /** Assigns the sequence number of a new change. */
  nextSeq(): number {
    this.#count ??= this.db
      .prepare<[], string>("UPDATE state SET value = CAST(value + 1 AS TEXT) WHERE key = 'seq' RETURNING value")
      .pluck();
    return Number(this.#count.get());
  }

  transact<T>(work: () => T): T {
    return this.db.transaction(work).immediate();
  }

  close(): void {
    this.db.close();
  }
}

interface OpenOptions {
  /** Null in a plain library. */
  readonly encryption: SqliteEncryption | null;
  readonly onDamage: () => void;
}

/**
 * Opens the journal; a damaged one is deleted, since it can be rebuilt. So is one from before the library was encrypted or
 * decrypted.
 */
export function openJournal(file: string, { encryption, onDamage }: OpenOptions): Journal {
  if ((isPlainSqlite(file) ?? encryption === null) !== (encryption === null)) throwAway(file);
  try {
    return new Journal(file, encryption);
  } catch (error) {
    if (!isDamage(error)) throw error;
    onDamage();
    throwAway(file);
    return new Journal(file, encryption);
  }
}

function throwAway(file: string): void {
  for (const part of ['', '-wal', '-shm']) eraseFileSync(`${file}${part}`);
}
