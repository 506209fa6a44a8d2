import { open, readFile, rename, stat } from 'node:fs/promises';
import { errorCode } from '../../domain/error-code.ts';
import { isSealed, NotAuthentic, seal, sealOverhead, unseal } from '../../plugin-api/toolkit/index.ts';
import type { Conversion } from './conversion.ts';

/** With what a file is sealed, and under which name. */
export interface Sealing {
  readonly key: Uint8Array;
  readonly name: string;
}

/**
 * Seals a small file or opens its seal, under the name that it has. A new one is written beside it as `<name>.new` first.
 * When sealing, the old one is overwritten before the new one takes its name: a kill in between leaves the new one whole, and
 * the next call knows it by its seal.
 * @throws NotAuthentic for a file whose seal is not of this key; what the system says
 */
export async function convertFile(conversion: Conversion, file: string, sealing: Sealing): Promise<void> {
  await settleFile(conversion, file, sealing);
  const isEncrypted = await isSealedFile(file);
  if (isEncrypted === undefined || isEncrypted === (conversion.to === 'encrypted')) return;
  const bytes = await readFile(file);
  const { key, name } = sealing;
  await writeNew(file, conversion.to === 'encrypted' ? seal(key, name, bytes) : unseal(key, name, bytes));
  if (conversion.to === 'encrypted') await conversion.overwrite(file);
  await rename(newOf(file), file);
  conversion.count(bytes.length);
}

/** Brings what a kill has left of this file to an end. */
export async function settleFile(conversion: Conversion, file: string, sealing: Sealing): Promise<void> {
  const fresh = newOf(file);
  if ((await isSealedFile(fresh)) === undefined) return;
  if (isAuthentic(await readFile(fresh), sealing)) {
    await conversion.overwrite(file);
    await rename(fresh, file);
    return;
  }
  // Half of one, or plain: then the old one has not been touched.
  await conversion.erase(fresh);
}

/** Whether these bytes bear the seal of this key and name. */
export function isAuthentic(bytes: Uint8Array, { key, name }: Sealing): boolean {
  try {
    unseal(key, name, bytes);
    return true;
  } catch (error) {
    if (error instanceof NotAuthentic) return false;
    throw error;
  }
}

/** The name of the new file until it is whole. */
export const newOf = (file: string): string => `${file}.new`;

/** Whether a file looks sealed, by its first bytes; undefined where there is none. */
export async function isSealedFile(file: string): Promise<boolean | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealOverhead), 0, sealOverhead, 0);
    return isSealed(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(file);
  const handle = await open(newOf(file), 'w', mode & 0o777);
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
