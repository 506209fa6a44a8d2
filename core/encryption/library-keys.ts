import { hkdfSync } from 'node:crypto';
import type { SqliteCipher, SqliteEncryption } from '../plugin-api/toolkit/index.ts';

/** The purposes of encryption. Each has its own key, which decrypts nothing else. */
export type KeyPurpose =
  'index' | 'thumbnails' | 'faces' | 'vectors' | 'settings' | 'snapshots' | 'plugins' | 'keyring';

/**
 * The keys of one encrypted library, in memory while it is unlocked. All derive from one random data key by HKDF-SHA-256
 * (RFC 5869), with the library's id as the salt and the purpose as the info.
 */
export class LibraryKeys {
  /** The library's id from its keyring. */
  readonly library: string;
  readonly cipher: SqliteCipher;
  readonly #dataKey: Buffer;
  /** By their info for HKDF. */
  readonly #derived = new Map<string, Buffer>();
  readonly #others: Buffer[] = [];
  #wiped = false;

  /** @param dataKey 32 bytes; wiped with the keys */
  constructor(dataKey: Buffer, { library, cipher }: { library: string; cipher: SqliteCipher }) {
    this.library = library;
    this.cipher = cipher;
    this.#dataKey = dataKey;
  }

  /** A key of 32 bytes, in the same buffer each time, so that `wipe` erases it everywhere. @throws Error after `wipe` */
  of(purpose: KeyPurpose): Buffer {
    return this.#derive(`photofinch ${purpose}`, () => this.#dataKey, this.library);
  }

  /** A key of 32 bytes for a plugin's own files, like the key of a purpose. @throws Error after `wipe` */
  ofPlugin(plugin: string): Buffer {
    return this.#derive(`plugin ${plugin}: files`, () => this.of('plugins'), '');
  }

  #derive(info: string, from: () => Buffer, salt: string): Buffer {
    // Data that is encrypted with a wiped key could never be decrypted.
    if (this.#wiped) throw new Error('The library was locked meanwhile.');
    const cached = this.#derived.get(info);
    if (cached) return cached;
    const key = Buffer.from(hkdfSync('sha256', from(), salt, info, 32));
    this.#derived.set(info, key);
    return key;
  }

  /** Registers another secret of the library, which `wipe` then erases, too. @returns the secret */
  wipeToo(secret: Buffer): Buffer {
    this.#others.push(secret);
    return secret;
  }

  /** The encryption of the index and its snapshots. */
  get index(): SqliteEncryption {
    return { cipher: this.cipher, key: this.of('index') };
  }

  /** Gives access to the data key, for wrapping it in another slot. */
  useDataKey<T>(use: (dataKey: Uint8Array) => T): T {
    return use(this.#dataKey);
  }

  /** Erases all keys. No part of the library may be in use any more. */
  wipe(): void {
    this.#wiped = true;
    for (const key of [this.#dataKey, ...this.#derived.values(), ...this.#others]) key.fill(0);
  }
}
