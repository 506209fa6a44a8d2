// The keys of an encrypted library.

/** A key that unlocks the library: a passphrase, a key file, or the recovery key. */
export interface UnlockKey {
  id: string;
  kind: 'passphrase' | 'key_file' | 'recovery';
  /** Whose phrase, which file. */
  name: string;
  created_at: number;
}

export interface Encryption {
  encrypted: boolean;
  /** In the order of their creation. */
  slots: UnlockKey[];
  most_slots: number;
  /** The key file of the server's settings opens the library at each start. */
  opens_itself: boolean;
  /** Snapshots, replaced indexes and files of plugins beside an encrypted library that are not encrypted. */
  plain_files: {
    total: number;
    /** The first of them, with their folders. */
    paths: string[];
  };
}

/** Shown once: it cannot be shown again. */
export interface NewRecoveryKey {
  recovery_key: string;
}

export interface ChangedKey {
  slot: UnlockKey;
  /** Only for a new recovery key. */
  recovery_key?: string;
}
