import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';
import { isLongRun } from '../support/long-run.ts';
import { photofinch } from '../support/programs.ts';
import { skip } from '../support/skip.ts';
import { runCli } from '../support/server-process.ts';
import { addTags, tagsIn } from '../support/tagged-index.ts';
import { withTempFolder } from '../support/temp-folder.ts';

/**
 * System calls that change the index or flush it to the disk, and at every how many of them the process is killed. With
 * TEST_LONG=1 at each, but only at every third of the many consecutive page writes; otherwise at some ten.
 */
const calls = isLongRun
  ? { link: 1, rename: 1, unlink: 1, fsync: 1, pwrite64: 3 }
  : { link: 1, rename: 1, unlink: 4, fsync: 10, pwrite64: 48 };

const tags = { old: 9, restored: 3 };

/** An index of which a part is only in its write-ahead log, as a killed server leaves it, and a snapshot. */
function makeIndex(folder: string): void {
  addTags(join(folder, 'snapshot.sqlite3'), tags.restored);
  addTags(join(folder, 'whole.sqlite3'), 5);
  const db = openDatabase(join(folder, 'whole.sqlite3'));
  const insert = db.prepare('INSERT INTO tags (name, key) VALUES (?, ?)');
  for (let tag = 5; tag < tags.old; tag += 1) insert.run(`late ${tag}`, `late ${tag}`);
  for (const ending of ['', '-wal']) {
    copyFileSync(join(folder, `whole.sqlite3${ending}`), join(folder, `index.sqlite3${ending}`));
  }
  db.close();
}

const snapshotIn = (folder: string): string => join(folder, 'snapshot.sqlite3');

/**
 * Restores the snapshot into the data folder, and kills the process at the n-th such call. @returns whether it was killed
 */
async function killedAt(call: string, nth: number, folder: string, dataDir: string): Promise<boolean> {
  // Only calls on the index itself: all else concerns the copy, which is renamed at the end.
  const names = ['', '-wal', '-shm', '-journal'].map((ending) => `index.sqlite3${ending}`);
  const files = (call === 'rename' ? ['restoring.sqlite3'] : names).map((name) => join(dataDir, name));
  const tracer = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`];
  const only = files.flatMap((path) => ['-P', path]);
  const inject = ['-e', `inject=${call}:signal=SIGKILL:when=${nth}`];
  const child = spawn(
    'strace',
    [...tracer, ...only, ...inject, process.execPath, ...photofinch, 'restore', '--trust', snapshotIn(folder)],
    { env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, stdio: 'ignore' },
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  const killed = signal === 'SIGKILL' || code === 137;
  expect(killed || code === 0, `ended with ${String(code)}`).to.equal(true);
  return killed;
}

describe('a restore that is killed', function () {
  this.timeout(600_000);

  before(function () {
    if (spawnSync('strace', ['-V']).status !== 0) skip(this, 'strace is not installed');
  });

  for (const [call, step] of Object.entries(calls)) {
    it(`at any ${call} leaves the old index or the new one, complete`, () =>
      withTempFolder(async (folder) => {
        makeIndex(folder);
        const seen: string[] = [];
        for (let nth = 1; ; nth += step) {
          const dataDir = join(folder, `data ${nth}`);
          mkdirSync(dataDir);
          for (const ending of ['', '-wal']) {
            copyFileSync(join(folder, `index.sqlite3${ending}`), join(dataDir, `index.sqlite3${ending}`));
          }
          const killed = await killedAt(call, nth, folder, dataDir);
          const index = join(dataDir, 'index.sqlite3');
          // As the next start opens it: an unfinished transaction is rolled back.
          const db = openDatabase(index);
          expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
          db.close();
          const found = tagsIn(index);
          expect([tags.old, tags.restored], `after ${call} ${nth}`).to.include(found);
          if (!killed) {
            expect(found).to.equal(tags.restored);
            break;
          }
          seen.push(found === tags.old ? 'old' : 'new');
          if (nth === 1) await expectGoesOn(folder, dataDir);
        }
        expect(seen, 'kills').to.not.be.empty;
        expect(seen.join(' '), 'once it is the new one, it stays').to.match(/^(old ?)*(new ?)*$/);
      }));
  }
});

/** The next restore succeeds, and leaves nothing of the killed one. */
async function expectGoesOn(folder: string, dataDir: string): Promise<void> {
  const { code, stderr } = await runCli(['restore', '--trust', snapshotIn(folder)], { DATA_DIR: dataDir });
  expect(code, stderr).to.equal(0);
  expect(tagsIn(join(dataDir, 'index.sqlite3'))).to.equal(tags.restored);
  const names = readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name));
  const replaced = names.filter((name) => name.startsWith('index-replaced-'));
  expect(names.filter((name) => !replaced.includes(name)).sort()).to.deep.equal([
    '.nomedia',
    'index.sqlite3',
    'lock.sqlite3',
  ]);
  expect(replaced.length).to.be.within(1, 2);
}
