import type { ThumbnailSize } from '../contract.ts';
import type { CatalogFile } from './catalog.ts';
import type { FileRange } from './driver.ts';

/** Options of a request for bytes. */
export interface ReadRequest {
  /** Whether only the headers are wanted. */
  readonly headersOnly: boolean;
  /** Whether no user waits for the response. */
  readonly background: boolean;
  readonly signal: AbortSignal;
}

/** The bytes of one photo, ready to send. */
export interface OpenedContent {
  /** Size of the whole content in bytes. */
  readonly size: number;
  /** SHA-1 of the whole content, 40 lower-case hexadecimal digits; null if unknown. */
  readonly sha1: string | null;
  /** Whether a part can be read without reading everything; if not, the whole content is sent. */
  readonly hasRanges: boolean;
  /**
   * Exactly the bytes of `range`. The caller must consume the generator or call `return`.
   * @throws BridgeError, StoreError
   */
  readonly read: (range: FileRange) => AsyncGenerator<Uint8Array, void, void>;
  /** To be called once, when reading has ended. */
  readonly close: () => void;
}

/** Provides the bytes of photos. */
export interface ContentSource {
  /**
   * Checks that the photo still matches the catalog, as far as that is cheap.
   * @throws BridgeError, StoreError
   */
  confirm(file: CatalogFile, signal: AbortSignal): Promise<void>;
  /** @throws BridgeError, StoreError; the signal's reason */
  open(file: CatalogFile, request: ReadRequest): Promise<OpenedContent>;
}

export interface ThumbnailBytes {
  readonly mediaType: 'image/webp' | 'image/jpeg';
  readonly bytes: Buffer;
}

/** Provides thumbnails. */
export interface ThumbnailSource {
  /** @throws BridgeError `no_thumbnail` and those of reading; StoreError */
  of(file: CatalogFile, size: ThumbnailSize, request: Omit<ReadRequest, 'headersOnly'>): Promise<ThumbnailBytes>;
}
