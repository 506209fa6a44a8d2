import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Journal } from '../../../plugins/bridge-upstream/bridge/journal/journal.ts';
import { openJournal } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { leaveToLongRun } from '../../support/long-run.ts';
import { fromSource } from '../../support/programs.ts';
import { readChanges } from '../../support/scan-rig.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const photos = 1500;
const step = 60;

describe('a bridge that is killed while it scans', function () {
  before(function () {
    leaveToLongRun(this);
  });

  it('continues: uids stay, renames are recognised, and the changes are complete', () =>
    withTempFolder(async (folder) => {
      const [store, data] = [join(folder, 'store'), join(folder, 'data')];
      for (let i = 0; i < photos; i += 1) write(store, `all/${i % 7}/${i}.jpg`, `photo ${i} `.repeat(2000));
      const start = read(data, (journal) => journal.timeline({ cursor: null, limit: 1 }).changesCursor);
      const follower = { photos: new Map<string, string>(), cursor: start };

      const first = await killedUntilDone(store, data, follower);
      expect(first.interrupted, 'kills in the middle of reading').to.be.greaterThan(0);
      const before = timeline(data);
      expect(before.size).to.equal(photos);
      expect(follower.photos).to.deep.equal(before);

      renameSync(join(store, 'all'), join(store, 'everything'));
      for (let i = 0; i < 10; i += 1) rmSync(join(store, `everything/${i % 7}/${i}.jpg`));
      for (let i = 10; i < 20; i += 1) write(store, `everything/${i % 7}/new-${i}.jpg`, `new ${i}`);
      await killedUntilDone(store, data, follower);
      const after = timeline(data);
      expect(after.size).to.equal(photos);
      expect([...before].filter(([uid, rev]) => after.get(uid) === rev)).to.have.length(photos - 10);
      expect(follower.photos).to.deep.equal(after);

      read(data, ({ db }) => {
        expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
        expect(db.pragma('foreign_key_check')).to.deep.equal([]);
        const [counted] = db
          .prepare("SELECT count(*) AS files, sum(role = 'main') AS photos, sum(sha1 IS NULL) AS failed FROM files")
          .all();
        expect(db.prepare('SELECT files, photos, failed FROM counts').get()).to.deep.equal(counted);
        const albums = db
          .prepare(
            'SELECT name, photo_count, (SELECT count(*) FROM files WHERE album_id = albums.id) AS really FROM albums',
          )
          .all() as { photo_count: number; really: number }[];
        expect(albums).to.have.length(7);
        for (const { photo_count, really } of albums) expect(photo_count).to.equal(really);
      });
    }));
});

interface Follower {
  photos: Map<string, string>;
  cursor: string;
}

/** Kills a scan again and again, later each time, until one finishes; follows the changes in between. */
async function killedUntilDone(store: string, data: string, follower: Follower): Promise<{ interrupted: number }> {
  let interrupted = 0;
  for (let patience = step; ; patience += step) {
    const done = await scanFor(patience, store, data);
    const known = follower.photos.size;
    follow(data, follower);
    if (done) return { interrupted };
    if (follower.photos.size > known) interrupted += 1;
  }
}

/** Whether a scan finished within this many milliseconds of its beginning. */
async function scanFor(milliseconds: number, store: string, data: string): Promise<boolean> {
  const program = [...fromSource('test/fixtures/scanning-process.ts'), store, data];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await once(child.stdout, 'data');
  const killing = new AbortController();
  const kill = sleep(milliseconds, undefined, { signal: killing.signal }).then(() => child.kill('SIGKILL'));
  const [code] = await ended;
  killing.abort();
  await kill.catch(() => undefined);
  return code === 0;
}

function follow(data: string, follower: Follower): void {
  const { events, next } = read(data, (journal) => readChanges(journal, follower.cursor, 100));
  follower.cursor = next;
  for (const { type, kind, uid, rev } of events) {
    if (kind === 'album') continue;
    if (type === 'delete') follower.photos.delete(uid);
    else follower.photos.set(uid, rev ?? '');
  }
}

function timeline(data: string): Map<string, string> {
  return read(data, (journal) => {
    const all = new Map<string, string>();
    for (let cursor: string | null = null; ;) {
      const { items, next } = journal.timeline({ cursor, limit: 1000 });
      for (const { uid, rev } of items) all.set(uid, rev);
      if (next === null) return all;
      cursor = next;
    }
  });
}

function read<T>(data: string, use: (journal: Journal) => T): T {
  const journal = openJournal(data);
  try {
    return use(journal);
  } finally {
    journal.close();
  }
}

/** Old enough not to count as a file that is being written. */
function write(store: string, path: string, content: string): void {
  const file = join(store, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
}
