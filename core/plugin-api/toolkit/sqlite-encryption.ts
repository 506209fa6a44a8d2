// A separate file, so that it compiles without the types of SQLite’s driver.

/**
 * Ciphers of SQLite3 Multiple Ciphers, each with its algorithm: AEGIS-256x2 is fast where processors have AES instructions,
 * ChaCha20-Poly1305 elsewhere.
 */
export type SqliteCipher = 'aegis-256x2' | 'chacha20';

/** How each page of a database file and its journals is encrypted and authenticated. */
export interface SqliteEncryption {
  readonly cipher: SqliteCipher;
  /** 32 bytes. */
  readonly key: Uint8Array;
}
