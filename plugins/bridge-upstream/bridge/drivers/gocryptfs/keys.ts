import { createDecipheriv, createHash, hkdfSync, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { StoreError } from '../../driver.ts';
import { secretOfVault } from '../../own-keys.ts';
import type { ContentEncryption, VaultConfig } from './config.ts';

/** Keys derived from a vault's password. */
export interface VaultKeys {
  /** 32 bytes; 64 for AES-SIV. */
  readonly content: Buffer;
  /** 32 bytes, for AES-256 in EME mode. */
  readonly names: Buffer;
  /** A digest of the master key, so it survives a change of the password; it does not reveal the key. */
  readonly fingerprint: string;
  /** Also derived from the master key: see `Driver.bridgeSecret`. */
  readonly bridgeSecret: Buffer;
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Constants of the format: https://github.com/rfjakob/gocryptfs/blob/master/internal/cryptocore/hkdf.go */
const hkdfInfo = {
  names: 'EME filename encryption',
  'aes-gcm': 'AES-GCM file content encryption',
  'aes-siv': 'AES-SIV file content encryption',
  'xchacha20-poly1305': 'XChaCha20-Poly1305 file content encryption',
};

/**
 * Takes 0.2 s with the default settings of gocryptfs, off the main thread.
 * @throws StoreError `wrong_key`; `unreachable` if there is too little memory
 */
export async function deriveKeys(config: VaultConfig, password: string): Promise<VaultKeys> {
  const { salt, N, r, p } = config.scrypt;
  const maxmem = 128 * r * (N + p) + 2 ** 20;
  const passwordKey = await derive(password, salt, 32, { N, r, p, maxmem }).catch((error: unknown) => {
    throw new StoreError('unreachable', 'The key of the vault cannot be derived: is there enough memory for scrypt?', {
      cause: error,
    });
  });
  const masterKey = openMasterKey(config, passwordKey);
  return {
    content: contentKey(config, masterKey),
    names: config.hkdf ? expand(masterKey, hkdfInfo.names, 32) : masterKey,
    fingerprint: expand(masterKey, 'fingerprint of a store', 8).toString('hex'),
    bridgeSecret: secretOfVault(masterKey),
  };
}

/** The master key is encrypted like block 0 of a file without an id, with AES-GCM in all kinds of vaults. */
function openMasterKey({ encryptedKey, hkdf }: VaultConfig, passwordKey: Buffer): Buffer {
  const ivSize = hkdf ? 16 : 12;
  const tagAt = encryptedKey.length - 16;
  if (tagAt - ivSize !== 32) {
    throw new StoreError('unreachable', 'gocryptfs.conf is damaged: "EncryptedKey" has another length than it should.');
  }
  const key = hkdf ? expand(passwordKey, hkdfInfo['aes-gcm'], 32) : passwordKey;
  const decipher = createDecipheriv('aes-256-gcm', key, encryptedKey.subarray(0, ivSize), { authTagLength: 16 });
  decipher.setAAD(Buffer.alloc(8)).setAuthTag(encryptedKey.subarray(tagAt));
  try {
    return Buffer.concat([decipher.update(encryptedKey.subarray(ivSize, tagAt)), decipher.final()]);
  } catch (error) {
    throw new StoreError('wrong_key', 'The password does not open the gocryptfs vault: check GOCRYPTFS_PASSWORD.', {
      cause: error,
    });
  }
}

function contentKey({ content, hkdf }: VaultConfig, masterKey: Buffer): Buffer {
  if (hkdf) return expand(masterKey, hkdfInfo[content], keySize(content));
  // Without HKDF, the key of AES-SIV, which has twice the length, is a hash of the master key.
  return content === 'aes-siv' ? createHash('sha512').update(masterKey).digest() : masterKey;
}

const keySize = (content: ContentEncryption): number => (content === 'aes-siv' ? 64 : 32);

function expand(key: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, length));
}
