import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';
import { fromSource } from './programs.ts';
import { seededRandom } from './seed.ts';

const random = seededRandom();

interface Lives {
  /** A fixture program that indexes the pictures of a folder. */
  readonly fixture: string;
  readonly data: string;
  readonly pictures: string;
  /** The number of kills, and of pictures. */
  readonly kills: number;
  readonly pictureCount: number;
  /** The range of milliseconds between the start of the work and the kill. */
  readonly moment: readonly [number, number];
  /** A query on its index that counts the finished work. */
  readonly done: string;
}

/**
 * Starts a program repeatedly, and kills it a moment after it has begun its work. Every second run continues until it
 * has finished some of it, so that slow machines make progress too. On fast machines, the kills stop before all work is
 * finished. No run gets more than a quarter of the pictures, so that none finishes before it is killed.
 * @returns the amount of work finished in all runs
 */
export async function killInMidWork({ data, kills, pictureCount, done, ...life }: Lives): Promise<number> {
  let count = 0;
  for (let kill = 0; kill < kills && count < pictureCount * 0.7; kill += 1) {
    const before = count;
    const most = pictureCount / 4;
    await killOnce({ ...life, data, most }, () => kill % 2 === 0 || countIn(data, done) > before);
    count = countIn(data, done);
  }
  return count;
}

async function killOnce(
  life: Pick<Lives, 'fixture' | 'data' | 'pictures' | 'moment'> & { readonly most: number },
  isTime: () => boolean,
): Promise<void> {
  const { data, pictures, most } = life;
  const script = join(import.meta.dirname, '../fixtures', life.fixture);
  const child = spawn(process.execPath, [...fromSource(script), data, pictures, String(most)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  const [soonest, latest] = life.moment;
  await sleep(soonest + random() * (latest - soonest));
  while (child.exitCode === null && !isTime()) await sleep(10);
  child.kill('SIGKILL');
  expect(await exit, 'the indexer was to be killed, and not to come to its end').to.deep.equal([null, 'SIGKILL']);
}

/** The result of a counting query on the index. */
function countIn(data: string, sql: string): number {
  const db = openDatabase(join(data, 'index.sqlite3'));
  try {
    return db.prepare<[], number>(sql).pluck().get() ?? 0;
  } finally {
    db.close();
  }
}
