import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { indexCopies } from '../../../core/index-copies.ts';
import { describeBackups } from '../../../core/plugin-api/contract-tests.ts';
import { Snapshots } from '../../../plugins/backup/snapshots.ts';

const folders: string[] = [];
const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const quiet = (): AbortSignal => new AbortController().signal;

function library(folder: string): { db: Db; snapshots: Snapshots; backups: string; file: string } {
  const file = join(folder, 'index.sqlite3');
  const db = openDatabase(file);
  migrate(db, migrations);
  const backups = join(folder, 'backups');
  return { db, file, backups, snapshots: new Snapshots(backups, indexCopies(file)) };
}

describe('the shipped backups', () => {
  describeBackups(() => {
    const folder = tempFolder();
    const { snapshots } = library(folder);
    return { backups: snapshots };
  });
});

describe('a snapshot', () => {
  let parts: ReturnType<typeof library>;
  beforeEach(() => {
    parts = library(tempFolder());
  });
  afterEach(() => {
    parts.db.close();
  });
  const fill = (db: Db, rows: number): void => {
    const insert = db.prepare('INSERT INTO sync_state (key, value) VALUES (?, hex(randomblob(2000)))');
    db.transaction(() => {
      for (let row = 0; row < rows; row += 1) insert.run(`row ${row} ${Math.random()}`);
    })();
  };

  it('holds the index as it was at one moment, while it goes on being written', async function () {
    this.timeout(30_000);
    const { db, snapshots, backups } = parts;
    fill(db, 5000);
    const write = db.prepare('INSERT INTO sync_state (key, value) VALUES (?, ?)');
    let pair = 0;
    // Always two rows in one transaction: a copy of one moment has both or none.
    const writing = setInterval(() => {
      db.transaction(() => {
        pair += 1;
        write.run(`first ${pair}`, 'x');
        write.run(`second ${pair}`, 'x');
      })();
    }, 1);
    const taken = await snapshots.take({ signal: quiet() });
    clearInterval(writing);
    expect(pair).to.be.greaterThan(5);
    const copy = openDatabase(join(backups, taken.name), { readonly: true });
    const count = (like: string) =>
      copy.prepare<[string], number>('SELECT count(*) FROM sync_state WHERE key LIKE ?').pluck().get(like);
    expect(count('row %')).to.equal(5000);
    expect(count('first %')).to.equal(count('second %'));
    copy.close();
  });

  it('is one file, whose size and hash are what is said of it', async () => {
    const { snapshots, backups } = parts;
    const taken = await snapshots.take({ signal: quiet() });
    const bytes = readFileSync(join(backups, taken.name));
    expect(taken.size).to.equal(bytes.length);
    expect(taken.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'));
    expect(readdirSync(backups).sort()).to.deep.equal([taken.name, `${taken.name}.json`]);
    expect(statSync(backups).mode & 0o777).to.equal(0o700);
  });

  it('leaves nothing behind when it is stopped half way', async () => {
    const { db, snapshots, backups } = parts;
    fill(db, 5000);
    const stop = new AbortController();
    const taking = snapshots.take({ signal: stop.signal });
    setTimeout(() => {
      stop.abort(new Error('stopped'));
    }, 20);
    expect(await taking.catch((error: unknown) => error)).to.include({ message: 'stopped' });
    expect(readdirSync(backups)).to.deep.equal([]);
  });

  it('that a sudden end left half made bears no name of a snapshot, and goes with the next', async () => {
    const { snapshots, backups } = parts;
    mkdirSync(backups);
    for (const name of ['taking.part', 'taking.part-journal', 'taking.part.json']) {
      writeFileSync(join(backups, name), 'half');
    }
    expect(await snapshots.list()).to.deep.equal([]);
    const taken = await snapshots.take({ signal: quiet() });
    expect(readdirSync(backups).sort()).to.deep.equal([taken.name, `${taken.name}.json`]);
  });

  it('is not taken of a damaged index', async () => {
    const { db, file, snapshots, backups } = parts;
    fill(db, 2000);
    db.pragma('wal_checkpoint(TRUNCATE)');
    const handle = openSync(file, 'r+');
    const size = statSync(file).size;
    for (let at = size / 2; at < size / 2 + 40 * 4096; at += 4096)
      writeSync(handle, Buffer.alloc(4096, 7), 0, 4096, at);
    closeSync(handle);
    const error = (await snapshots.take({ signal: quiet() }).catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).to.match(/^The snapshot (is not whole|could not be taken)/);
    expect(readdirSync(backups)).to.deep.equal([]);
  });

  it('that somebody put into the folder is looked through and listed', async () => {
    const { snapshots, backups } = parts;
    const taken = await snapshots.take({ signal: quiet() });
    const foreign = 'index-20200102T030405Z.sqlite3';
    writeFileSync(join(backups, foreign), readFileSync(join(backups, taken.name)));
    writeFileSync(join(backups, 'index-20200102T030406Z.sqlite3'), 'no database');
    writeFileSync(join(backups, 'holiday.jpg'), 'a photo');
    const list = await snapshots.list();
    expect(list.map(({ name, verified }) => [name, verified])).to.deep.equal([
      [taken.name, true],
      ['index-20200102T030406Z.sqlite3', false],
      [foreign, true],
    ]);
    expect(list[2]).to.include({ sha256: taken.sha256, createdAt: Date.UTC(2020, 0, 2, 3, 4, 5) / 1000 });
    await snapshots.prune(0);
    expect(readdirSync(backups)).to.deep.equal(['holiday.jpg']);
  });
});
