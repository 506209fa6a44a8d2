import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { errorCode } from '../../domain/error-code.ts';
import { NotAuthentic, seal, unseal } from '../../plugin-api/toolkit/index.ts';
import type { Conversion } from './conversion.ts';
import { formOf } from './file-form.ts';

/** With which key a file is sealed, and under which name. */
export interface Sealing {
  readonly key: Uint8Array;
  readonly name: string;
}

/*
 * [Note: Converting a small file]
 *
 * The new file is written beside the old one as `<name>.new`. When a library is encrypted, the old one is overwritten before the new
 * one takes its name. Until the folder is on the disk too, a loss of power could take the name of the new file away and leave the
 * zeros: so all files of a batch are written first, then the folder goes to the disk, then the old files are overwritten.
 *
 * After a kill, a new file that is authentic is whole, and takes the place of the old one.
 */

/**
 * Writes the new file, unless the old one has the wanted form already, and brings it to the disk.
 * @throws NotAuthentic for a file that was not sealed with this key; what the system says
 */
export async function writeNewFile(conversion: Conversion, file: string, { key, name }: Sealing): Promise<void> {
  await settle(conversion, file, { key, name });
  const isEncrypted = await isSealedFile(file);
  if (isEncrypted === undefined || isEncrypted === (conversion.to === 'encrypted')) return;
  if (await isSealedFile(newOf(file))) return;
  const bytes = await readFile(file);
  if (isBlank(bytes)) {
    // The zeros of a loss of power: nothing is to be kept of it.
    await rm(file, { force: true });
    conversion.countRemoved();
    return;
  }
  await write(file, conversion.to === 'encrypted' ? seal(key, name, bytes) : unseal(key, name, bytes));
}

/** Gives the new file, where there is one, the place of the old one. The folder is on the disk. */
export async function putNewFile(conversion: Conversion, file: string): Promise<void> {
  const fresh = newOf(file);
  if ((await isSealedFile(fresh)) === undefined) return;
  const old = await stat(file).catch(() => undefined);
  if (conversion.to === 'encrypted') await conversion.overwrite(file);
  await rename(fresh, file);
  conversion.count(old?.size ?? 0);
}

/** Deals with a new file that a kill has left: of a conversion, or of a server that wrote a picture. */
async function settle(conversion: Conversion, file: string, sealing: Sealing): Promise<void> {
  const fresh = newOf(file);
  if ((await isSealedFile(fresh)) === undefined) return;
  // Half of one, or a plain one: the old file has not been touched then.
  if (!isAuthentic(await readFile(fresh), sealing)) await conversion.erase(fresh);
  else if (conversion.to === 'plain') await rename(fresh, file);
}

/** Whether these bytes were sealed with this key and name. */
export function isAuthentic(bytes: Uint8Array, { key, name }: Sealing): boolean {
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

/** Whether a file looks sealed, by its first bytes; undefined where there is none. */
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
