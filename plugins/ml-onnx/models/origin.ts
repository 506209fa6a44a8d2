import type { FileFacts } from './checksums.ts';
import type { PackFile } from './manifest.ts';

/** A file's bytes on their way. */
export interface Opened {
  /** The position at which they really begin: 0 when the origin cannot begin in the middle. */
  readonly from: number;
  /** Of the whole file; undefined when the origin does not say. */
  readonly total?: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Where the files of a pack come from. */
export interface Origin {
  /**
   * What the origin says of a file whose checksum its pack does not know.
   * @throws PullError when nobody vouches for it
   */
  facts(file: PackFile, signal: AbortSignal): Promise<FileFacts>;
  /**
   * A file's bytes from a position on.
   * @throws PullError
   */
  open(file: PackFile, from: number, signal: AbortSignal): Promise<Opened>;
}
