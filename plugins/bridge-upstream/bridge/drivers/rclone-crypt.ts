import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError, type Driver } from '../driver.ts';
import { secretOfVault } from '../own-keys.ts';
import { checkFolder } from './folder.ts';
import { readFile, readRange } from './read-file.ts';
import { isIgnored } from './listing-rules.ts';
import { decryptRange, plainSize } from './rclone-crypt/contents.ts';
import { checkKey } from './rclone-crypt/key-check.ts';
import { deriveKeys, fingerprintOf } from './rclone-crypt/keys.ts';
import { nameDecryption, type NameDecryption } from './rclone-crypt/names.ts';
import { nameSettingsOf, type RcloneCryptSettings } from './rclone-crypt/settings.ts';
import { StoreFiles } from './store-files.ts';
import { plainStamp, walk, type StoreLayout } from './walk.ts';

export { readRcloneConfig } from './rclone-crypt/config.ts';
export { parseSettings as parseRcloneCryptSettings, type RcloneCryptSettings } from './rclone-crypt/settings.ts';

export interface RcloneCryptOptions extends RcloneCryptSettings {
  /** The folder that the crypt remote of rclone wraps. */
  readonly root: string;
}

/**
 * Reads a folder in rclone's crypt format (https://rclone.org/crypt/), with any of its encryptions of names. A handle is
 * the file's encrypted path in the store. Deriving the keys takes 50 ms.
 * @throws StoreError `unsupported` without a password
 */
export function createRcloneCryptDriver(options: RcloneCryptOptions): Driver {
  const { root } = options;
  if (options.password === '') {
    throw new StoreError('unsupported', 'The rclone-crypt driver needs the password of the crypt remote.');
  }
  const keys = deriveKeys(options.password, options.salt ?? '');
  const nameSettings = nameSettingsOf(options);
  const dataEncrypted = options.noDataEncryption !== true;
  const files = new StoreFiles(root);
  const layout = cryptLayout(files, nameDecryption(keys, nameSettings), dataEncrypted);

  return {
    name: 'rclone-crypt',
    fingerprint: fingerprintOf(keys),
    bridgeSecret: () => Promise.resolve(secretOfVault(keys.data)),
    check: async (signal) => {
      signal.throwIfAborted();
      await checkFolder(root);
      await checkKey({ layout, nameSettings, keys, dataEncrypted }, signal);
    },
    list: (report, signal) => walk(layout, report, signal),
    stat: async (handle, signal) => {
      signal.throwIfAborted();
      return plainStamp(layout, handle);
    },
    read: (handle, range, signal) =>
      readFile(files, handle, signal, (file) =>
        dataEncrypted ? decryptRange(file, keys.data, range, signal) : readRange(file, range, signal),
      ),
  };
}

/** Some ten milliseconds of work, after which other work gets its turn. */
const namesPerTurn = 2000;

function cryptLayout(files: StoreFiles, names: NameDecryption, dataEncrypted: boolean): StoreLayout {
  return {
    files,
    plainSize: dataEncrypted ? plainSize : (size) => size,
    plainNames: async (_folder, stored) => {
      const plain = new Map<string, string>();
      let unreadable = 0;
      for (const [i, { name, isFolder }] of stored.entries()) {
        if (i % namesPerTurn === namesPerTurn - 1) await nextTurn();
        const decrypted = isFolder ? names.folder(name) : names.file(name);
        if (decrypted !== undefined) plain.set(name, decrypted);
        // Plain files of the operating system do not count as names that fail to decrypt.
        else if (!isIgnored(name)) unreadable += 1;
      }
      return { plain, unreadable };
    },
  };
}
