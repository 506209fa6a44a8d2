import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { LibraryKeys } from '../../../core/encryption/library-keys.ts';
import { pluginFilesEncryption } from '../../../core/encryption/plugin-files.ts';
import {
  isDamage,
  openSqlite,
  type SqliteCipher,
  type SqliteDatabase,
  type SqliteEncryption,
} from '../../../core/plugin-api/toolkit/index.ts';
import { copyAsKilled } from '../../support/copied-database.ts';
import { flips, withFlippedBits } from '../../support/flipped-file.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const ciphers: readonly SqliteCipher[] = ['aegis-256x2', 'chacha20'];
const keysFor = (cipher: SqliteCipher): LibraryKeys =>
  new LibraryKeys(Buffer.alloc(32, 5), { library: '00000000-0000-4000-8000-000000000000', cipher });

/** The first bytes of the header are not encrypted, or not used. They are verified when a file is opened. */
const headerBytes = 24;

/**
 * Bytes that do not change what is read: the salt, which a key of 32 bytes does not use, the journal mode, and what the
 * cipher knows of a page anyway.
 */
const unusedInHeader = [...Array(16).keys(), 18, 19, 20];

/** Some pages of text, in a table and its index. */
function fill(db: SqliteDatabase): void {
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON notes (text)');
  const add = db.prepare('INSERT INTO notes (text) VALUES (?)');
  for (let id = 0; id < 60; id += 1) add.run(`${id} ${'a note of theirs '.repeat(8)}`);
}

/** All content, read through the table and through its index. @throws Error of SQLite */
const read = (db: SqliteDatabase): unknown => [
  db.prepare('SELECT id, text FROM notes ORDER BY id').raw().all(),
  db.prepare('SELECT text FROM notes INDEXED BY by_text ORDER BY text').pluck().all(),
];

/** @returns null if the file is refused as corrupt */
function readOrNull(open: () => SqliteDatabase): unknown {
  let db: SqliteDatabase | undefined;
  try {
    db = open();
    return read(db);
  } catch (error) {
    if (isDamage(error) || error instanceof StartupError || isRefusedVersion(error)) return null;
    throw error;
  } finally {
    db?.close();
  }
}

/** A format that SQLite cannot write or read, according to the header. */
const isRefusedVersion = (error: unknown): boolean => /readonly|CANTOPEN|not a database/.test(String(error));

interface Kind {
  readonly file: string;
  readonly encryption: (keys: LibraryKeys) => SqliteEncryption;
  readonly open: typeof openDatabase | typeof openSqlite;
}

const kinds: Readonly<Record<string, Kind>> = {
  'an encrypted index': { file: 'index.sqlite3', encryption: (keys) => keys.index, open: openDatabase },
  'a database of a plugin': {
    file: 'plugins/takeout-source/takeout.sqlite3',
    encryption: (keys) => pluginFilesEncryption(keys, 'takeout-source'),
    open: openSqlite,
  },
};

describe('a flipped bit', () => {
  for (const cipher of ciphers) {
    for (const [kind, { file: name, encryption: encryptionOf, open: openKind }] of Object.entries(kinds)) {
      it(`is detected anywhere in ${kind} (${cipher})`, () =>
        withTempFolder((folder) => {
          const encryption = encryptionOf(keysFor(cipher));
          const file = join(folder, name);
          mkdirSync(dirname(file), { recursive: true });
          const made = openKind(file, { encryption });
          fill(made);
          made.pragma('journal_mode = DELETE');
          made.close();
          const open = (): SqliteDatabase => openKind(file, { encryption, readonly: true });
          const whole = readOrNull(open);
          const db = open();
          withFlippedBits(
            file,
            flips,
            ({ at, bit }) => {
              const place = `byte ${at}, bit ${bit}`;
              if (at < headerBytes) {
                const found = readOrNull(open);
                if (found === null) return;
                expect(found, place).to.deep.equal(whole);
                expect(at, place).to.be.oneOf(unusedInHeader);
                return;
              }
              // Forces reads from the file.
              db.pragma('shrink_memory');
              expect(() => read(db), place).to.throw(/malformed|not a database/);
            },
            headerBytes,
          );
          expect(read(db)).to.deep.equal(whole);
          db.close();
        }));
    }

    /*
     * A log ends at its first frame with a wrong checksum: SQLite takes the rest for the remains of a power loss. So
     * the last changes may be lost, as after a power loss, but wrong content is never read.
     */
    it(`in a write-ahead log is detected, or ends the log before it (${cipher})`, () =>
      withTempFolder((folder) => {
        const { index: encryption } = keysFor(cipher);
        const live = openDatabase(join(folder, 'live.sqlite3'), { encryption });
        fill(live);
        live.pragma('wal_checkpoint(TRUNCATE)');
        live.pragma('wal_autocheckpoint = 0');
        const moments = [JSON.stringify(read(live))];
        for (let change = 0; change < 6; change += 1) {
          live.prepare('UPDATE notes SET text = ? WHERE id = ?').run(`change ${change}`, 1 + change * 9);
          moments.push(JSON.stringify(read(live)));
        }
        const file = join(folder, 'index.sqlite3');
        copyAsKilled(live.name, file);
        live.close();
        // A read-only connection does not checkpoint the log.
        const open = (): SqliteDatabase => openDatabase(file, { encryption, readonly: true });
        const seen = new Set<number>();
        withFlippedBits(
          `${file}-wal`,
          flips,
          ({ at, bit }) => {
            const found = readOrNull(open);
            const moment = moments.indexOf(JSON.stringify(found));
            if (found !== null) expect(moment, `byte ${at}, bit ${bit}`).to.be.within(0, moments.length - 2);
            seen.add(moment);
          },
          32,
        );
        // The last state is never read: every bit of the log matters.
        expect([...seen]).to.include.members([...Array(moments.length - 1).keys()]);
        expect(JSON.stringify(readOrNull(open))).to.equal(moments.at(-1));
      }));

    it(`in a write-ahead log is detected by connections that have it open (${cipher})`, () =>
      withTempFolder((folder) => {
        const { index: encryption } = keysFor(cipher);
        const file = join(folder, 'index.sqlite3');
        const writer = openDatabase(file, { encryption });
        writer.pragma('wal_autocheckpoint = 0');
        fill(writer);
        const whole = JSON.stringify(read(writer));
        const reader = openDatabase(file, { encryption, readonly: true });
        read(reader);
        let noticed = 0;
        withFlippedBits(`${file}-wal`, flips, ({ at, bit }) => {
          reader.pragma('shrink_memory');
          try {
            // Older frames and the headers of frames are not read any more.
            expect(JSON.stringify(read(reader)), `byte ${at}, bit ${bit}`).to.equal(whole);
          } catch (error) {
            if (!isDamage(error)) throw error;
            noticed += 1;
          }
        });
        expect(noticed).to.be.greaterThan(0);
        expect(JSON.stringify(read(reader))).to.equal(whole);
        reader.close();
        writer.close();
      }));
  }
});
