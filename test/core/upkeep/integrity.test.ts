import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkIntegrity } from '../../../core/upkeep/integrity.ts';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const { signal } = new AbortController();
/** The limit is far longer than needed, since the process may get little time on a busy machine. */
const options = { limit: 600, signal };

/** An index with some hundred pages of photos. */
function withIndex<T>(use: (file: string, db: Db) => Promise<T>): Promise<T> {
  return withTempFolder(async (folder) => {
    const file = join(folder, 'index.sqlite3');
    const db = openDatabase(file);
    migrate(db, migrations);
    const insert = db.prepare(
      `INSERT INTO photos (uid, rev, kind, taken_at, taken_at_local, added_at) VALUES (?, '1', 'image', 0, '', 0)`,
    );
    db.transaction(() => {
      for (let index = 0; index < 3000; index += 1) insert.run(`photo-${index}-${'x'.repeat(100)}`);
    })();
    try {
      return await use(file, db);
    } finally {
      db.close();
    }
  });
}

describe('the integrity check of an index', () => {
  it('finds no damage in a good index, even while it is written', () =>
    withIndex(async (file, db) => {
      const looking = checkIntegrity(file, options);
      db.exec(`UPDATE photos SET rev = '2'`);
      const { checked: looked, of, damaged, dangling } = await looking;
      expect([damaged, dangling]).to.deep.equal([[], []]);
      expect(looked).to.equal(of).and.to.be.greaterThan(15);
    }));

  it('finds pages that were overwritten, and reports the table', () =>
    withIndex(async (file, db) => {
      const root =
        db.prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'photos'`).pluck().get() ?? 0;
      db.pragma('wal_checkpoint(TRUNCATE)');
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (root - 1) * 4096);
      closeSync(handle);
      expect((await checkIntegrity(file, options)).damaged).to.include('photos');
    }));

  it('returns what it has checked when its time is over', () =>
    withIndex(async (file) => {
      const { checked: looked, of, damaged } = await checkIntegrity(file, { limit: 0, signal });
      expect([looked, of, damaged]).to.deep.equal([0, 0, []]);
    }));

  it('fails if there is no index', () =>
    withTempFolder(async (folder) => {
      const error = await checkIntegrity(join(folder, 'none.sqlite3'), options).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error).and.to.have.property('message', 'The index cannot be verified');
    }));

  it('stops when it is aborted', () =>
    withIndex(async (file) => {
      const controller = new AbortController();
      const looking = checkIntegrity(file, { ...options, signal: controller.signal });
      controller.abort(new Error('enough'));
      const error = await looking.catch((reason: unknown) => reason);
      expect(error).to.include({ message: 'enough' });
    }));
});
