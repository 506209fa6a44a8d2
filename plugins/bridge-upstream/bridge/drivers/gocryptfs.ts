import type { Driver } from '../driver.ts';
import { checkFolder } from './folder.ts';
import { decryptRange, plainSize } from './gocryptfs/contents.ts';
import { Vault } from './gocryptfs/vault.ts';
import { readFile } from './read-file.ts';
import { StoreFiles } from './store-files.ts';
import { plainStamp, walk, type StoreLayout } from './walk.ts';

export interface GocryptfsOptions {
  /** The encrypted folder, which contains `gocryptfs.conf`, not its mount point. */
  readonly root: string;
  readonly password: string;
}

/**
 * Reads a vault of gocryptfs (https://nuetzlich.net/gocryptfs/), format 2, without gocryptfs and without a mount. A handle
 * is the encrypted path in the vault. Contents are authenticated, except for two gaps of the format: files truncated
 * exactly between two blocks, and blocks overwritten with zeros.
 */
export function createGocryptfsDriver({ root, password }: GocryptfsOptions): Driver {
  const files = new StoreFiles(root);
  const vault = new Vault(files, password);

  const layout = async (): Promise<StoreLayout> => {
    const { names, cipher } = await vault.opened();
    return {
      files,
      plainNames: (folder, stored) => names.inFolder(folder, stored),
      plainSize: (size) => plainSize(size, cipher),
    };
  };

  return {
    name: 'gocryptfs',
    get fingerprint() {
      return vault.fingerprint;
    },
    bridgeSecret: async (signal) => {
      signal.throwIfAborted();
      return (await vault.opened()).bridgeSecret;
    },
    check: async (signal) => {
      signal.throwIfAborted();
      await checkFolder(root);
      await vault.check();
    },
    list: async function* (report, signal) {
      yield* walk(await layout(), report, signal);
    },
    stat: async (handle, signal) => {
      signal.throwIfAborted();
      return plainStamp(await layout(), handle);
    },
    read: async function* (handle, range, signal) {
      const { cipher } = await vault.opened();
      yield* readFile(files, handle, signal, (file) => decryptRange(file, cipher, range, signal));
    },
  };
}
