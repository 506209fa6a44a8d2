// By itself: an author’s compiler reads it without the types of SQLite’s driver.

/** How each page of a file is encrypted and authenticated, its journals included. */
export interface SqliteEncryption {
  /** Of SQLite3 Multiple Ciphers: AEGIS-256x2 is fast where processors have AES instructions, ChaCha20-Poly1305 elsewhere. */
  readonly cipher: 'aegis' | 'chacha20';
  /** 32 bytes. */
  readonly key: Uint8Array;
}
