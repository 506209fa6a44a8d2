/**
 * Changes the store that a bridge reads, from the other side: as a person's sync client would, or an accident. Paths are
 * plain ones with slashes, inside the store. A verb that a store has not got is absent, or throws `NotSupported`.
 */
export interface StoreUnderTest {
  /** Writes a whole file with its folders, and replaces an existing one. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  /** Moves a file, making the folders of its new place. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file another time of last change, and nothing else. */
  touch?(path: string): Promise<void>;
  /** Makes the store unreachable: its folder is gone. */
  vanish?(): Promise<void>;
  /** Makes the store look empty, as the folder of a mount that is not mounted. */
  empty?(): Promise<void>;
  /** Switches the keys to those of another store. */
  wrongKey?(): Promise<void>;
  /** Ends `vanish`, `empty` and `wrongKey`. */
  restore?(): Promise<void>;
  /** Flips bits in the middle of a file as it lies in the store, behind the back of its encryption. */
  rot?(path: string): Promise<void>;
  /** Makes every cursor of the change feed that was given out so far expire. */
  expire?(): Promise<void>;
  /** Makes the bridge scan its store now; without it, the kit waits for the next scan. */
  settle?(): Promise<void>;
}

/** Thrown by a verb that this store has not got: the checks that need it are skipped. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported';
}
