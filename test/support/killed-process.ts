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
  /** A program of the fixtures that indexes the pictures of a folder. */
  readonly fixture: string;
  readonly data: string;
  readonly pictures: string;
  /** How often it is killed, and how many pictures it could do. */
  readonly kills: number;
  readonly pictureCount: number;
  /** Milliseconds from its beginning to its end, from the least to the most. */
  readonly moment: readonly [number, number];
  /** Counts what is done, in its index. */
  readonly done: string;
}

/**
 * Starts a program again and again, and ends it without warning a moment after it has begun. Every second life goes on
 * until something was done in it, so that a slow machine gets on too; a fast one is left alone before all is done. No life
 * is given more pictures than a quarter, so that none comes to its end, however late it is killed.
 * @returns how much was done in all lives
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

/** The number that a query finds in the index. */
function countIn(data: string, sql: string): number {
  const db = openDatabase(join(data, 'index.sqlite3'));
  try {
    return db.prepare<[], number>(sql).pluck().get() ?? 0;
  } finally {
    db.close();
  }
}
