// The keys of an encrypted library.

/** A key that unlocks the library: a passphrase, a key file, or the recovery key. */
export interface UnlockKey {
  id: string;
  kind: 'passphrase' | 'key_file' | 'recovery';
  /** A display name, such as the owner of the phrase or the file. */
  name: string;
  created_at: number;
}

export interface Encryption {
  encrypted: boolean;
  /** In the order in which they were added. */
  slots: UnlockKey[];
  most_slots: number;
  /** Whether the key file of the server's settings opens the library at each start. */
  opens_itself: boolean;
  /** Unencrypted files beside an encrypted library: snapshots, replaced indexes and files of plugins. */
  plain_files: {
    total: number;
    /** The first of them, with their folders. */
    paths: string[];
  };
}

/** Shown only once. */
export interface NewRecoveryKey {
  recovery_key: string;
}

export interface ChangedKey {
  slot: UnlockKey;
  /** Only for a new recovery key. */
  recovery_key?: string;
}
