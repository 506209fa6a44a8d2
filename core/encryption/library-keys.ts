import { hkdfSync } from 'node:crypto';
import type { SqliteCipher, SqliteEncryption } from '../plugin-api/toolkit/index.ts';

/** What is encrypted, each with a key of its own: none of them opens what another one encrypts. */
export type KeyPurpose =
  'index' | 'thumbnails' | 'faces' | 'vectors' | 'settings' | 'snapshots' | 'plugins' | 'keyring';

/**
 * The keys of one encrypted library, in memory while it is unlocked. All derive from one random data key by HKDF-SHA-256
 * (RFC 5869), with the library's id as the salt and the purpose as the info.
 */
export class LibraryKeys {
  /** The library's id, as its keyring names it. */
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

  /** 32 bytes, the same memory each time: `wipe` erases them wherever they are used. @throws Error after that */
  of(purpose: KeyPurpose): Buffer {
    return this.#derive(`photofinch ${purpose}`, () => this.#dataKey, this.library);
  }

  /** For a plugin's own files: 32 bytes, as those of a purpose. @throws Error after `wipe` */
  ofPlugin(plugin: string): Buffer {
    return this.#derive(`plugin ${plugin}: files`, () => this.of('plugins'), '');
  }

  #derive(info: string, from: () => Buffer, salt: string): Buffer {
    // Data that is encrypted with zeros in place of the key could never be read.
    if (this.#wiped) throw new Error('The library was locked meanwhile.');
    const known = this.#derived.get(info);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', from(), salt, info, 32));
    this.#derived.set(info, key);
    return key;
  }

  /** Erases another secret of the library with the keys. @returns it */
  wipeToo(secret: Buffer): Buffer {
    this.#others.push(secret);
    return secret;
  }

  /** How the index and its snapshots are encrypted. */
  get index(): SqliteEncryption {
    return { cipher: this.cipher, key: this.of('index') };
  }

  /** To wrap it in another slot. */
  useDataKey<T>(use: (dataKey: Uint8Array) => T): T {
    return use(this.#dataKey);
  }

  /** Erases all keys. Nothing of the library may be in use any more. */
  wipe(): void {
    this.#wiped = true;
    for (const key of [this.#dataKey, ...this.#derived.values(), ...this.#others]) key.fill(0);
  }
}
