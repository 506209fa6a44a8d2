import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';

/**
 * Starts a program of the fixtures that indexes the pictures of a folder, and ends it without warning, a moment after it
 * has begun.
 * @param moment milliseconds, from the least to the most
 */
export async function killInMidWork(
  fixture: string,
  { data, pictures }: { readonly data: string; readonly pictures: string },
  [least, most]: readonly [number, number],
): Promise<void> {
  const script = join(import.meta.dirname, '../fixtures', fixture);
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script, data, pictures], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)));
  child.kill('SIGKILL');
  expect(await exit, 'the indexer was to be killed, and not to come to its end').to.deep.equal([null, 'SIGKILL']);
}

/** What a killed program has left behind: the number that a query finds in its index. */
export function countIn(data: string, sql: string): number {
  const db = openDatabase(join(data, 'index.sqlite3'));
  try {
    return db.prepare<[], number>(sql).pluck().get() ?? 0;
  } finally {
    db.close();
  }
}
