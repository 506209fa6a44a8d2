import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { emeTransform, unpadPkcs7 } from '../../eme.ts';
import { readHead } from '../read-file.ts';
import type { StoreFiles } from '../store-files.ts';
import { below, FolderUnreadable, type PlainNames, type StoredFolder, type StoredName } from '../walk.ts';
import type { NameSettings } from './config.ts';

/** The files of gocryptfs itself in a vault. */
export const configName = 'gocryptfs.conf';
const folderIvName = 'gocryptfs.diriv';
/** The prefix of a folder's IV while gocryptfs removes the folder. */
const removedIvPrefix = 'gocryptfs.diriv.rmdir.';
const longPrefix = 'gocryptfs.longname.';
/** The suffix of the file beside an entry with a long name. It contains the encrypted name. */
const longSuffix = '.name';

const ivSize = 16;
/** Names that are decrypted concurrently. */
const namesAtOnce = 64;
/** Some ten milliseconds of work, after which other work gets its turn. */
const namesPerTurn = 32 * namesAtOnce;
/** Characters: the limit of EME in Base64. Longer names are invalid. */
const longestName = 4096;

/** Decrypts the names in the folders of a vault (https://nuetzlich.net/gocryptfs/forward_mode_crypto/). */
export class VaultNames {
  readonly #files: StoreFiles;
  readonly #settings: NameSettings | null;
  readonly #key: Buffer;

  /** @param key 32 bytes */
  constructor(files: StoreFiles, settings: NameSettings | null, key: Buffer) {
    this.#files = files;
    this.#settings = settings;
    this.#key = key;
  }

  /** @throws FolderUnreadable if the folder's IV is missing or damaged; StoreError */
  async inFolder(folder: StoredFolder, stored: readonly StoredName[]): Promise<PlainNames> {
    const settings = this.#settings;
    if (settings === null) return unencrypted(folder, stored);

    const plain = new Map<string, string>();
    const content = stored.filter(({ name }) => !isOwnFile(name, settings));
    if (content.length === 0) return { plain, unreadable: 0 };
    const iv = settings.folderIvs ? await this.#folderIv(folder) : Buffer.alloc(ivSize);
    if (iv === undefined) {
      if (!stored.some(({ name }) => name === folderIvName)) {
        throw new FolderUnreadable('has lost its gocryptfs.diriv: bring that file back from a backup.');
      }
      // The IV was there when the folder was listed, so the folder is being removed.
      return { plain, unreadable: 0 };
    }

    let wellFormed = 0;
    for (let at = 0; at < content.length; at += namesAtOnce) {
      if (at % namesPerTurn === 0) await nextTurn();
      const batch = content.slice(at, at + namesAtOnce);
      const encrypted = await Promise.all(batch.map(({ name }) => this.#encryptedName(folder, name, settings)));
      for (const [i, { name }] of batch.entries()) {
        const bytes = decodeName(encrypted[i] ?? '', settings.unpadded);
        if (bytes === undefined) continue;
        wellFormed += 1;
        const decrypted = this.#decrypt(bytes, iv);
        if (decrypted !== undefined) plain.set(name, decrypted);
      }
    }
    if (wellFormed > 0 && plain.size === 0) {
      throw new FolderUnreadable('has no name that decrypts: its gocryptfs.diriv is damaged.');
    }
    return { plain, unreadable: content.length - plain.size };
  }

  /** Undefined if the folder has no IV. */
  async #folderIv({ handle }: StoredFolder): Promise<Buffer | undefined> {
    const iv = await readHead(this.#files, below(handle, folderIvName), ivSize + 1);
    if (iv === undefined) return undefined;
    if (iv.length !== ivSize || iv.every((byte) => byte === 0)) {
      throw new FolderUnreadable('has a damaged gocryptfs.diriv: bring that file back from a backup.');
    }
    return iv;
  }

  /** The encrypted name in Base64. A long name is read from its file; undefined if that is missing. */
  async #encryptedName({ handle }: StoredFolder, name: string, { longNames }: NameSettings) {
    if (!longNames || !name.startsWith(longPrefix)) return name;
    const file = await readHead(this.#files, below(handle, `${name}${longSuffix}`), longestName);
    return file?.toString('latin1');
  }

  #decrypt(bytes: Buffer, iv: Buffer): string | undefined {
    const name = unpadPkcs7(emeTransform(this.#key, iv, bytes, 'decrypt'));
    if (name === undefined || !isUtf8(name)) return undefined;
    const text = name.toString();
    return text === '' || text === '.' || text === '..' || /[/\0]/.test(text) ? undefined : text;
  }
}

/** In a vault with plain names, only the root contains a file of gocryptfs. */
function unencrypted({ handle }: StoredFolder, stored: readonly StoredName[]): PlainNames {
  const content = stored.filter(({ name }) => !(handle === '' && name === configName));
  return { plain: new Map(content.map(({ name }) => [name, name])), unreadable: 0 };
}

/** Files of gocryptfs and of the operating system. Encrypted names contain no dot, since Base64 has none. */
function isOwnFile(name: string, { longNames }: NameSettings): boolean {
  if (name === configName || name === folderIvName) return true;
  if (name.startsWith('.') || name.startsWith(removedIvPrefix)) return true;
  return longNames && name.startsWith(longPrefix) && name.endsWith(longSuffix);
}

/** Undefined for a name that is not encrypted: not Base64, or not a multiple of the block size. */
function decodeName(name: string, isUnpadded: boolean): Buffer | undefined {
  const bytes = Buffer.from(name, 'base64url');
  const isWhole = bytes.length > 0 && bytes.length % 16 === 0 && bytes.length <= 2048;
  const padding = isUnpadded ? '' : '='.repeat((3 - (bytes.length % 3)) % 3);
  return isWhole && bytes.toString('base64url') + padding === name ? bytes : undefined;
}
