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

/** A database that is not converted. `message`: one sentence for people. */
export class NotConvertible extends Error {
  override readonly name = 'NotConvertible';
}

interface Options {
  readonly step: ConversionProgress['step'];
  /** The encryption of its encrypted form; default that of the index. */
  readonly encryption?: SqliteEncryption;
  /** Whether it belongs to a plugin: such a database has its own schema. */
  readonly isPlugins?: boolean;
  /** Whether another command may have it open. */
  readonly mayBeOpen?: boolean;
  /** The expected hash of the file, 64 hexadecimal digits. */
  readonly sha256?: string;
  /** Makes the record of the new file, which is put beside it as `<name>.json` together with it. */
  readonly record?: (converted: { size: number; modified: number; sha256: string }) => string;
}

/** Bytes that must stay free. */
const roomLeft = 64 * 1024 * 1024;

/** Milliseconds between two progress reports. */
const reportInterval = 500;

/**
 * Converts an SQLite file that is not in use, with its write-ahead log. The new file is written beside it as
 * `<name>.new-form`, flushed to the disk and verified. Then the old file is renamed to `<name>.old-form`, and from then on
 * the conversion can only be completed: the new file gets the name, and the old one is overwritten and removed. After a
 * kill, the next call continues: these names show how far the last one got.
 * @throws NotConvertible if it is damaged; StartupError if another process has it open; an error of the system or SQLite;
 * the
 *   reason of the signal
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

/** Completes a conversion that was interrupted, or rolls it back. */
export async function settleDatabase(conversion: Conversion, file: string): Promise<void> {
  if (existsSync(oldFormOf(file))) await putInPlace(conversion, file);
  else await removeConverted(conversion, file);
}

/** The name of a file without the suffix of an interrupted conversion. */
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
    // For example, a function in an index that only the plugin defines.
    if (isPlugins && errorCode(error) === 'SQLITE_ERROR') throw new NotConvertible('SQLite cannot copy the file.');
    throw asNotConvertible(error);
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

/**
 * Writes the pages of an SQLite file into a new one with another encryption. @throws Error with a code of SQLite or the
 * system
 */
export function rewriteDatabase(task: DatabaseTask, signal: AbortSignal): Promise<void> {
  return runTask('./convert-database-process', import.meta.url, task, { signal });
}

const inUse =
  'Another command uses the index: wait for its end, and begin again, which goes on where this ended. Nothing is lost.';

const recordOf = (file: string): string => `${file}.json`;

const asNotConvertible = (error: unknown): unknown =>
  errorCode(error) === 'CHANGED' ? new NotConvertible((error as Error).message) : error;

/** The file with the name of the marker is removed last: until then, this is repeated after a kill. */
async function putInPlace(conversion: Conversion, file: string): Promise<void> {
  const [newFile, oldFile] = [newFormOf(file), oldFormOf(file)];
  if (existsSync(newFile)) {
    // A log beside the new file would be treated as its own. A file with this name was created between the two renames, by a
    // program that opened the missing database.
    for (const ending of [...logs, '-shm', '']) await conversion.erase(file + ending);
    await rename(newFile, file);
  }
  if (existsSync(recordOf(newFile))) await rename(recordOf(newFile), recordOf(file));
  await toDisk(dirname(file));
  await conversion.erase(oldFile);
}

/** It may be a plain file, from a decryption. */
async function removeConverted(conversion: Conversion, file: string): Promise<void> {
  const newFile = newFormOf(file);
  for (const ending of [...logs, '-shm', '.json', '']) await conversion.erase(newFile + ending);
}

async function refuseWithoutRoom(file: string): Promise<void> {
  const sizes = [file, `${file}-wal`].map(async (name) => (existsSync(name) ? (await stat(name)).size : 0));
  const size = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  const { blocks, bavail, bsize } = await statfs(dirname(file));
  // Some network file systems report no size.
  if (blocks > 0 && bavail * bsize < size + roomLeft) {
    throw Object.assign(new Error('The disk has too little room for a second index.'), { code: 'ENOSPC' });
  }
}
