import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { errorCode } from '../../domain/error-code.ts';
import { NotAuthentic, seal, unseal } from '../../plugin-api/toolkit/index.ts';
import type { Conversion } from './conversion.ts';
import { formOf } from './file-form.ts';

/** The key and the name with which a file is sealed. */
export interface FileSeal {
  readonly key: Uint8Array;
  readonly name: string;
}

/*
 * [Note: Converting a small file]
 *
 * The new file is written beside the old one as `<name>.new`. When a library is encrypted, the old file is overwritten
 * before the new one is renamed. If the power fails before the folder is flushed, the new file could lose its name while the
 * zeros remain: so all files of a batch are written first, then the folder is flushed, then the old files are overwritten.
 *
 * After a kill, a new file that is authentic is complete, and replaces the old one.
 */

/**
 * Writes and flushes the new file, unless the old one already has the wanted form.
 * @throws NotAuthentic for a file that was not sealed with this key; an error of the system
 */
export async function writeNewFile(conversion: Conversion, file: string, { key, name }: FileSeal): Promise<void> {
  await settle(conversion, file, { key, name });
  const isEncrypted = await isSealedFile(file);
  if (isEncrypted === undefined || isEncrypted === (conversion.to === 'encrypted')) return;
  if (await isSealedFile(newOf(file))) return;
  const bytes = await readFile(file);
  if (isBlank(bytes)) {
    // Zeros after a power failure: nothing can be recovered.
    await rm(file, { force: true });
    conversion.countRemoved();
    return;
  }
  await write(file, conversion.to === 'encrypted' ? seal(key, name, bytes) : unseal(key, name, bytes));
}

/** Replaces the old file with the new one, if there is one. The folder must have been flushed. */
export async function putNewFile(conversion: Conversion, file: string): Promise<void> {
  const newFile = newOf(file);
  if ((await isSealedFile(newFile)) === undefined) return;
  const old = await stat(file).catch(() => undefined);
  if (conversion.to === 'encrypted') await conversion.overwrite(file);
  await rename(newFile, file);
  conversion.count(old?.size ?? 0);
}

/** Handles a new file that was left by a kill: of a conversion, or of a server that was writing a picture. */
async function settle(conversion: Conversion, file: string, sealing: FileSeal): Promise<void> {
  const newFile = newOf(file);
  if ((await isSealedFile(newFile)) === undefined) return;
  // An incomplete or plain file: the old one is still unchanged then.
  if (!isAuthentic(await readFile(newFile), sealing)) await conversion.erase(newFile);
  else if (conversion.to === 'plain') await rename(newFile, file);
}

/** Whether these bytes were sealed with this key and name. */
export function isAuthentic(bytes: Uint8Array, { key, name }: FileSeal): boolean {
  try {
    unseal(key, name, bytes);
    return true;
  } catch (error) {
    if (error instanceof NotAuthentic) return false;
    throw error;
  }
}

const newOf = (file: string): string => `${file}.new`;

const isBlank = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes.every((byte) => byte === 0);

/** Whether a file looks sealed, by its first bytes; undefined if it is missing. */
export async function isSealedFile(file: string): Promise<boolean | undefined> {
  try {
    return (await formOf(file)) === 'sealed';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(file);
  await writeFile(newOf(file), bytes, { mode: mode & 0o777, flush: true });
}
