import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { holdDataFolder } from '../../core/data-folder.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase } from '../../core/db/open.ts';
import { indexCopies } from '../../core/index-copies.ts';
import { restoreIndex } from '../../core/restore.ts';
import { addTags, tagsIn } from '../support/tagged-index.ts';
import { withTempFolder } from '../support/temp-folder.ts';

const signal = new AbortController().signal;

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );

describe('restoring an index', () => {
  it('puts the snapshot in its place, and keeps what was there', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      const snapshot = join(folder, 'snapshot');
      addTags(index, 3);
      await indexCopies(index).copy(snapshot, { signal });
      addTags(index, 2, { name: 'later' });
      mkdirSync(join(folder, 'vectors'));
      const { before, after, kept } = await restoreIndex(folder, snapshot, () => Date.UTC(2026, 10, 21));
      expect([before?.tags, after.tags]).to.deep.equal([5, 3]);
      expect(kept).to.equal(join(folder, 'index-replaced-20261121T000000.000Z.sqlite3'));
      expect(readdirSync(folder).sort()).to.deep.equal(
        ['.nomedia', 'index-replaced-20261121T000000.000Z.sqlite3', 'index.sqlite3', 'lock.sqlite3', 'snapshot'].sort(),
      );
      // Last: a reader leaves files beside what it reads.
      expect([tagsIn(index), tagsIn(String(kept))]).to.deep.equal([3, 5]);
    }));

  it('brings an older snapshot forward', () =>
    withTempFolder(async (folder) => {
      const snapshot = join(folder, 'old');
      addTags(snapshot, 2, { upTo: 1 });
      const { before, after } = await restoreIndex(folder, snapshot);
      expect(before).to.equal(null);
      expect(after.tags).to.equal(2);
      const db = openDatabase(join(folder, 'index.sqlite3'));
      expect(db.pragma('user_version', { simple: true })).to.equal(migrations.length);
      db.close();
    }));

  it('takes the place of an index that is damaged beyond opening', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(join(folder, 'good'), 2);
      writeFileSync(index, 'this was an index once'.repeat(1000));
      writeFileSync(`${index}-wal`, 'log');
      const { before, kept } = await restoreIndex(folder, join(folder, 'good'));
      expect(before).to.equal(null);
      expect(tagsIn(index)).to.equal(2);
      expect(readFileSync(String(kept), 'utf8')).to.match(/^this was/);
      expect(existsSync(`${index}-wal`)).to.equal(false);
    }));

  for (const [what, content, expected] of [
    ['is no database', 'a holiday photo', /no whole SQLite database/],
    ['is not there', null, /no such file/],
  ] as const) {
    it(`refuses what ${what}, and changes nothing`, () =>
      withTempFolder(async (folder) => {
        const index = join(folder, 'index.sqlite3');
        addTags(index, 1);
        const snapshot = join(folder, 'snapshot');
        if (content !== null) writeFileSync(snapshot, content.repeat(500));
        expect((await failure(restoreIndex(folder, snapshot))).message).to.match(expected);
        expect(tagsIn(index)).to.equal(1);
        expect(readdirSync(folder).filter((name) => /replaced|restoring/.test(name))).to.deep.equal([]);
      }));
  }

  it('refuses another program’s database, a newer schema and the index itself', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(index, 1);
      const other = openDatabase(join(folder, 'other'));
      other.exec('CREATE TABLE x (y); PRAGMA user_version = 1');
      other.close();
      expect((await failure(restoreIndex(folder, join(folder, 'other')))).message).to.match(
        /no index of a photo library/,
      );
      addTags(join(folder, 'newer'), 1);
      const newer = openDatabase(join(folder, 'newer'));
      newer.pragma('user_version = 999');
      newer.close();
      expect((await failure(restoreIndex(folder, join(folder, 'newer')))).message).to.match(/newer version/);
      expect((await failure(restoreIndex(folder, index))).message).to.match(/index itself/);
      expect(tagsIn(index)).to.equal(1);
    }));

  it('refuses while a server holds the data folder', () =>
    withTempFolder(async (folder) => {
      addTags(join(folder, 'snapshot'), 1);
      const held = holdDataFolder(folder);
      const error = await failure(restoreIndex(folder, join(folder, 'snapshot')));
      held.release();
      expect(error.message).to.match(/Another photofinch runs/);
    }));
});
