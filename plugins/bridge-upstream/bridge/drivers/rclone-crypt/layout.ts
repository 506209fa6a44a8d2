import { setImmediate as nextTurn } from 'node:timers/promises';
import { isIgnored } from '../listing-rules.ts';
import type { StoreFiles } from '../store-files.ts';
import type { StoreLayout } from '../walk.ts';
import { plainSize } from './contents.ts';
import type { NameDecryption } from './names.ts';

/** Some ten milliseconds of work, after which other work gets its turn. */
const namesPerTurn = 2000;

export function cryptLayout(files: StoreFiles, names: NameDecryption, dataEncrypted: boolean): StoreLayout {
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
