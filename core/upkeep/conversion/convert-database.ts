import { existsSync } from 'node:fs';
import { rename, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import { isDamage, isPlainSqlite, toDisk, type SqliteEncryption } from '../../plugin-api/toolkit/index.ts';
import { runTask } from '../../threads/task-process.ts';
import { examineCopy } from '../verify-copy.ts';
import type { Conversion, ConversionProgress } from './conversion.ts';
import type { DatabaseTask } from './convert-database-process.ts';

/** A database that is left as it was. `message`: one sentence for people. */
export class NotConvertible extends Error {
  override readonly name = 'NotConvertible';
}

interface Options {
  readonly step: ConversionProgress['step'];
  /** Of its encrypted form; that of the index when absent. */
  readonly encryption?: SqliteEncryption;
  /** Whether it is a plugin's: such a database has a schema of its own. */
  readonly isPlugins?: boolean;
  /** Whether a command beside this process may have it open. */
  readonly mayBeOpen?: boolean;
  /** What the file must be, 64 hexadecimal digits. */
  readonly sha256?: string;
  /** Makes the record of the new file; it comes to lie beside it as `<name>.json`, in one step with it. */
  readonly record?: (converted: { size: number; modified: number; sha256: string }) => string;
}

/** Bytes that stay free. */
const roomLeft = 64 * 1024 * 1024;

/** Milliseconds between two reports of progress. */
const reportInterval = 500;

/**
 * Converts a SQLite file that nobody uses, with its write-ahead log. The new one is written beside it as `<name>.new-form`,
 * brought to the disk and read through. Then the old one is renamed to `<name>.old-form`, and from then on there is no way but
 * forward: the new one takes its name, and the old one is overwritten and removed. After a kill, the next call goes on: these names
 * tell how far the last one came.
 * @throws NotConvertible when it is damaged; StartupError when somebody else has it open; what the system or SQLite says; the reason of the signal
 */
export async function convertDatabase(conversion: Conversion, file: string, options: Options): Promise<void> {
  await settleDatabase(conversion, file);
  const isPlain = isPlainSqlite(file);
  if (isPlain === null || isPlain === (conversion.to === 'plain')) return;
  try {
    await writeConverted(conversion, file, options);
  } catch (error) {
    await removeConverted(conversion, file).catch(() => undefined);
    throw error;
  }
  const { size } = await stat(file);
  await rename(file, oldFormOf(file));
  // Before its log is overwritten: without the new name, the next call would take the old file for the one in use.
  await toDisk(dirname(file));
  await putInPlace(conversion, file);
  conversion.count(size);
}

/** Finishes the conversion of a file that a kill has cut off, or takes it back. */
export async function settleDatabase(conversion: Conversion, file: string): Promise<void> {
  if (existsSync(oldFormOf(file))) await putInPlace(conversion, file);
  else await removeConverted(conversion, file);
}

/** The name that a file would have without a kill in the middle of its conversion. */
export const settledName = (name: string): string => name.replace(/\.(new|old)-form$/, '');

export const newFormOf = (file: string): string => `${file}.new-form`;
export const oldFormOf = (file: string): string => `${file}.old-form`;
const logs = ['-wal', '-journal'];

async function writeConverted(
  conversion: Conversion,
  file: string,
  { step, mayBeOpen, sha256, record, isPlugins = false, encryption = conversion.keys.index }: Options,
): Promise<void> {
  const target = newFormOf(file);
  const { size: total, atime, mtime } = await stat(file);
  await refuseWithoutRoom(file);
  const reports = setInterval(() => {
    stat(target).then(
      ({ size }) => {
        conversion.tell({ step, done: Math.min(size, total), total });
      },
      () => undefined,
    );
  }, reportInterval);
  const { signal } = conversion;
  const { before, after } = conversion.forms(encryption);
  const task: DatabaseTask = { source: file, target, before, after, mayBeOpen, sha256 };
  try {
    await rewriteDatabase(task, signal);
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) throw new StartupError(inUse, { cause: error });
    if (isDamage(error)) throw new NotConvertible('The file is damaged.');
    // Such as a function in an index that only the plugin knows.
    if (isPlugins && errorCode(error) === 'SQLITE_ERROR') throw new NotConvertible('SQLite cannot copy the file.');
    throw changed(error);
  } finally {
    clearInterval(reports);
  }
  const report = await examineCopy(target, { signal, encryption: after, anySchema: isPlugins });
  if (!report.ok || report.sha256 === null) throw new NotConvertible(report.detail);
  await utimes(target, atime, mtime);
  if (record) {
    const { size, mtimeMs: modified } = await stat(target);
    const text = record({ size, modified, sha256: report.sha256 });
    await writeFile(recordOf(target), text, { mode: 0o600, flush: true });
  }
  await toDisk(target);
  await toDisk(dirname(target));
  conversion.tell({ step, done: total, total });
}

/** Writes the pages of a SQLite file into a new one, encrypted otherwise. @throws Error with a code of SQLite or the system */
export function rewriteDatabase(task: DatabaseTask, signal: AbortSignal): Promise<void> {
  return runTask('./convert-database-process', import.meta.url, task, { signal });
}

const inUse =
  'Another command uses the index: wait for its end, and begin again, which goes on where this ended. Nothing is lost.';

const recordOf = (file: string): string => `${file}.json`;

const changed = (error: unknown): unknown =>
  errorCode(error) === 'CHANGED' ? new NotConvertible((error as Error).message) : error;

/** The one with the marker's name goes last: until then this is done again after a kill. */
async function putInPlace(conversion: Conversion, file: string): Promise<void> {
  const [converted, old] = [newFormOf(file), oldFormOf(file)];
  if (existsSync(converted)) {
    // A log beside the new file would be taken for its own. A file with this name was made between the two renamings, by a program
    // that opened a database which was not there.
    for (const ending of [...logs, '-shm', '']) await conversion.erase(file + ending);
    await rename(converted, file);
  }
  if (existsSync(recordOf(converted))) await rename(recordOf(converted), recordOf(file));
  await toDisk(dirname(file));
  await conversion.erase(old);
}

/** It may be a plain one, that of a conversion back. */
async function removeConverted(conversion: Conversion, file: string): Promise<void> {
  const converted = newFormOf(file);
  for (const ending of [...logs, '-shm', '.json', '']) await conversion.erase(converted + ending);
}

async function refuseWithoutRoom(file: string): Promise<void> {
  const sizes = [file, `${file}-wal`].map(async (name) => (existsSync(name) ? (await stat(name)).size : 0));
  const size = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  const { blocks, bavail, bsize } = await statfs(dirname(file));
  // Some network file systems know nothing of their size.
  if (blocks > 0 && bavail * bsize < size + roomLeft) {
    throw Object.assign(new Error('The disk has too little room for a second index.'), { code: 'ENOSPC' });
  }
}
