import { opendir } from 'node:fs/promises';
import { StoreError, type Driver } from '../driver.ts';
import { readFile, readRange } from './read-file.ts';
import { configName as vaultConfig } from './gocryptfs/names.ts';
import { StoreFiles, isAbsence, systemCode } from './store-files.ts';
import { plainStamp, walk, type StoreLayout } from './walk.ts';

export interface FolderOptions {
  /** The folder that contains the photos: on a disk, on a network drive, or the mount point of a vault. */
  readonly root: string;
}

/**
 * Reads photos from a plain folder. A handle is a file's path below the root. A plain folder has no checksums, so disk
 * errors are not detected.
 */
export function createFolderDriver({ root }: FolderOptions): Driver {
  const files = new StoreFiles(root);
  const layout: StoreLayout = {
    files,
    plainNames: (_folder, stored) => ({ plain: new Map(stored.map(({ name }) => [name, name])), unreadable: 0 }),
    plainSize: (size) => size,
  };
  return {
    name: 'folder',
    fingerprint: 'folder',
    bridgeSecret: () => Promise.resolve(null),
    check: async (signal) => {
      signal.throwIfAborted();
      await checkFolder(root);
      await refuseVault(files);
    },
    list: (report, signal) => walk(layout, report, signal),
    stat: async (handle, signal) => {
      signal.throwIfAborted();
      return plainStamp(layout, handle);
    },
    read: (handle, range, signal) => readFile(files, handle, signal, (file) => readRange(file, range, signal)),
  };
}

/** The photos of a vault cannot be read without its keys: a plain folder would have none of them. */
async function refuseVault(files: StoreFiles): Promise<void> {
  try {
    await files.stat(vaultConfig);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return;
    throw error;
  }
  throw new StoreError(
    'unsupported',
    `The folder of the store is a vault of gocryptfs, since it has a ${vaultConfig}: open it with photofinch open --gocryptfs, or set BRIDGE_DRIVER (--driver) to gocryptfs, and GOCRYPTFS_PASSWORD to its password.`,
  );
}

/** Reads one entry, since a disconnected network drive, or a mount whose process died, only fails then. */
export async function checkFolder(root: string): Promise<void> {
  try {
    const folder = await opendir(root);
    try {
      await folder.read();
    } finally {
      await folder.close();
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const sentence = isAbsence(error)
      ? 'The folder of the store does not exist: check BRIDGE_STORE and that the disk is mounted.'
      : `The folder of the store cannot be read (${code}): check its permissions and that the disk is connected.`;
    throw new StoreError('unreachable', sentence, { cause: error });
  }
}
