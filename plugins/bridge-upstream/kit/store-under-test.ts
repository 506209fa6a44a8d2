/**
 * Changes the store of a bridge from the outside, like a user's sync client or an accident. Paths are plain paths inside
 * the store, with slashes. A verb that a store does not support is absent, or throws `NotSupported`.
 */
export interface StoreUnderTest {
  /** Writes a complete file, creating its folders; replaces an existing file. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  /** Moves a file, creating the folders of its new path. */
  rename(from: string, to: string): Promise<void>;
  /** Changes only the modification time of a file. */
  touch?(path: string): Promise<void>;
  /** Makes the store unreachable by removing its folder. */
  vanish?(): Promise<void>;
  /** Makes the store look empty, like the folder of a mount that is not mounted. */
  empty?(): Promise<void>;
  /** Replaces the keys by those of another store. */
  wrongKey?(): Promise<void>;
  /** Reverts `vanish`, `empty` and `wrongKey`. */
  restore?(): Promise<void>;
  /** Flips bits in the middle of a stored file, without going through its encryption. */
  rot?(path: string): Promise<void>;
  /** Makes all existing cursors of the change feed expire. */
  expire?(): Promise<void>;
  /** Makes the bridge scan its store now; if absent, the kit waits for the next scan. */
  settle?(): Promise<void>;
}

/** Thrown by a verb that this store does not support: checks that need it are skipped. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported';
}
