import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import { isPlainHeader, sqliteHeaderBytes } from '../../plugin-api/toolkit/index.ts';
import { entriesOf } from './erase.ts';

/** Paths that are told; more are counted alone. */
const mostPaths = 20;

/** What lies in the clear in the folders of an encrypted library, since no conversion could take it along. */
export interface PlainFiles {
  readonly total: number;
  /** In their order, the first twenty. */
  readonly paths: readonly string[];
}

/** Snapshots and replaced indexes that are not encrypted. What cannot be looked at is not among them. */
export async function plainFiles(dataDir: string, backupDir: string): Promise<PlainFiles> {
  const found: string[] = [];
  for (const folder of new Set([dataDir, backupDir])) {
    for (const { name } of await entriesOf(folder).catch(nothingToSee)) {
      const file = join(folder, name);
      if (/^index-.*\.sqlite3$/.test(name) && (await isPlain(file).catch(nothingToSee)) === true) found.push(file);
    }
  }
  return { total: found.length, paths: found.sort().slice(0, mostPaths) };
}

/** As `isPlainSqlite` tells it, without a wait for the disk. */
async function isPlain(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(sqliteHeaderBytes), 0, sqliteHeaderBytes, 0);
    return isPlainHeader(buffer);
  } finally {
    await handle.close();
  }
}

function nothingToSee(error: unknown): [] {
  if (errorCode(error) === '') throw error;
  return [];
}
