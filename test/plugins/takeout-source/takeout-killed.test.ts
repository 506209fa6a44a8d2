import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { TakeoutSource } from '../../../plugins/takeout-source/takeout-source.ts';
import { leaveToLongRun } from '../../support/long-run.ts';
import { fromSource } from '../../support/programs.ts';
import { TakeoutExport } from '../../support/takeout-export.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const photos = 1500;
const step = 20;
const signal = new AbortController().signal;
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

interface Follower {
  readonly known: Map<string, string>;
  cursor: string;
}

describe('reading an export with a server that is killed again and again', () => {
  before(function () {
    leaveToLongRun(this);
  });

  it('ends with every photo and its caption, and reports all changes', () =>
    withTempFolder(async (folder) => {
      const made = new TakeoutExport(join(folder, 'export'));
      const journalFile = join(folder, 'takeout.sqlite3');
      for (let i = 0; i < photos; i += 1) {
        const dir = `Takeout/Google Photos/Photos from ${2010 + (i % 7)}`;
        made.write(`${dir}/${i}.jpg`, `photo ${i} `.repeat(20_000));
        made.side(`${dir}/${i}.jpg.json`, { title: `${i}.jpg`, description: `number ${i}` });
      }
      made.album('Takeout/Google Photos/Trip/metadata.json', 'Trip');
      for (let i = 0; i < 20; i += 1) made.write(`Takeout/Google Photos/Trip/${i}.jpg`, `photo ${i} `.repeat(20_000));

      const follower: Follower = { known: new Map(), cursor: '' };
      expect(await killedUntilDone(journalFile, made.root, follower), 'kills in the middle').to.be.greaterThan(0);
      expect(follower.known.size).to.equal(photos);
      await expectWhole(journalFile, made.root, photos);

      renameSync(join(made.root, 'Takeout'), join(made.root, 'Takeout-new'));
      rmSync(join(made.root, 'Takeout-new/Google Photos/Photos from 2010'), { recursive: true });
      const uids = new Set(follower.known.keys());
      await killedUntilDone(journalFile, made.root, follower);
      // Some photos of that year are also in the album.
      const left = photos - Math.ceil(photos / 7) + 3;
      expect(follower.known.size).to.equal(left);
      expect([...follower.known.keys()].filter((uid) => !uids.has(uid))).to.deep.equal([]);
    }));
});

/** Kills the reading process again and again, later each time, until it finishes; follows the changes in between. */
async function killedUntilDone(journalFile: string, root: string, follower: Follower): Promise<number> {
  for (let kills = 0, patience = step; ; kills += 1, patience += step) {
    const child = spawn(process.execPath, [...fromSource('test/fixtures/takeout-process.ts'), journalFile, root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit') as Promise<[number | null]>;
    await once(child.stdout, 'data');
    const killing = new AbortController();
    void sleep(patience, undefined, { signal: killing.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    const [code] = await ended;
    killing.abort();
    await follow(journalFile, follower);
    if (code === 0) return kills;
  }
}

/** Follows the changes in the journal like a server, without access to the folder. */
async function follow(journalFile: string, follower: Follower): Promise<void> {
  const source = new TakeoutSource({ root: '/nowhere', journalFile, log });
  try {
    if (follower.cursor === '') {
      const { Journal } = await import('../../../plugins/takeout-source/journal/journal.ts');
      const journal = new Journal(journalFile);
      follower.cursor = `${journal.era}.0`;
      journal.close();
    }
    for (;;) {
      const page = await source.changes({ since: follower.cursor, limit: 100, signal }).catch(() => undefined);
      // At the end of the changes the source examines the folder, which does not exist.
      if (!page) return;
      for (const { type, kind, uid, rev = '' } of page.events) {
        if (kind !== 'photo') continue;
        if (type === 'delete') follower.known.delete(uid);
        else follower.known.set(uid, rev);
      }
      follower.cursor = page.next;
    }
  } finally {
    await source.close();
  }
}

async function expectWhole(journalFile: string, root: string, count: number): Promise<void> {
  const source = new TakeoutSource({ root, journalFile, log });
  try {
    const { items } = await source.timeline({ cursor: null, limit: 1000, signal });
    expect(items).to.have.length(Math.min(1000, count));
    const { nodes } = await source.nodes(
      items.slice(0, 100).map(({ uid }) => uid),
      { signal },
    );
    for (const { name, caption } of nodes) expect(caption).to.equal(`number ${name.replace('.jpg', '')}`);
    const { albums } = await source.albums({ cursor: null, limit: 10, signal });
    expect(albums.map(({ name, photoCount }) => [name, photoCount])).to.deep.equal([['Trip', 20]]);
  } finally {
    await source.close();
  }
}
