import { expect } from 'chai';
import { VaultNames } from '../../../plugins/bridge-upstream/bridge/drivers/gocryptfs/names.ts';
import { StoreFiles } from '../../../plugins/bridge-upstream/bridge/drivers/store-files.ts';
import { FolderUnreadable } from '../../../plugins/bridge-upstream/bridge/drivers/walk.ts';
import { emeTransform } from '../../../plugins/bridge-upstream/bridge/eme.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { padded } from '../../support/pkcs7.ts';

const key = Buffer.alloc(32, 7);
const iv = Buffer.alloc(16);
const folder = { handle: '', path: '' };
/** No file of the folder is read: names do not depend on their folder, and are never in a file of their own. */
const files = new StoreFiles('/nonexistent');
const settings = { folderIvs: false, longNames: false, unpadded: true };

describe('the names of a gocryptfs vault, with', () => {
  fuzz({
    seeds: 'gocryptfs-names',
    words: ['gocryptfs.diriv', 'gocryptfs.longname.', '.name', '=', '-_', '..', '/', '\0', 'AAAAAAAAAAAAAAAAAAAAAA'],
    work: { each: 20_000, byte: 300 },
    check: async (input) => {
      const name = textOf(input);
      const names = await decrypted(name);
      if (names !== undefined && !isName(names)) expect.fail(`${JSON.stringify(names)} is no name`);
      // The inverse, with the input as a plain name.
      const plain = input.toString().slice(0, 200);
      if (!isName(plain)) return;
      const encrypted = emeTransform(key, iv, padded(Buffer.from(plain)), 'encrypt').toString('base64url');
      expect(await decrypted(encrypted)).to.equal(plain);
    },
  });
});

async function decrypted(name: string): Promise<string | undefined> {
  const names = new VaultNames(files, settings, key);
  try {
    return (await names.inFolder(folder, [{ name, isFolder: false }])).plain.get(name);
  } catch (error) {
    if (error instanceof FolderUnreadable) return undefined;
    throw error;
  }
}

const isName = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);
