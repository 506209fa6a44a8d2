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

/** What is known of an export, in a file of its own. It can be thrown away: the export is then read from the beginning. */
export class Journal {
  readonly db: SqliteDatabase;
  /** Names this journal among all: numbers of changes of another mean nothing here. */
  readonly era: string;
  #seq: SqliteStatement<[], string> | undefined;
  #count: SqliteStatement<[], string> | undefined;

  /** @throws Error when the file cannot be opened, or is of a newer version */
  constructor(file: string, encryption: SqliteEncryption | null = null) {
    this.db = openSqlite(file, { timeout: 5000, encryption });
    try {
      this.db.pragma('journal_mode = WAL');
      // A power cut must not take back changes that the server was told of.
      this.db.pragma('synchronous = FULL');
      const found = this.db.pragma('user_version', { simple: true }) as number;
      if (found > version) throw new Error('The journal of the export was written by a newer version of the plugin.');
      if (found < version) this.#make();
    } catch (error) {
      this.db.close();
      throw error;
    }
    this.era = this.state('era') ?? '';
  }

  #make(): void {
    this.transact(() => {
      // An older journal is made anew from the export: uids are of contents, so that the photos are the same.
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

  /** The number of the last change. */
  get seq(): number {
    this.#seq ??= this.db.prepare<[], string>("SELECT value FROM state WHERE key = 'seq'").pluck();
    return Number(this.#seq.get());
  }

  /** Whether the export was read to its end once: until then there may be many more photos than are known. */
  get isFull(): boolean {
    return this.state('full') !== undefined;
  }

  noteFull(): void {
    this.db.prepare("INSERT OR IGNORE INTO state (key, value) VALUES ('full', '1')").run();
  }

  /** The number of a change that is being written. */
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

interface Opening {
  /** Null in a plain library. */
  readonly encryption: SqliteEncryption | null;
  readonly onDamage: () => void;
}

/**
 * Opens the journal; a damaged one is thrown away, since all that is in it is found again. So is one from before the library
 * was encrypted, or decrypted.
 */
export function openJournal(file: string, { encryption, onDamage }: Opening): Journal {
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
