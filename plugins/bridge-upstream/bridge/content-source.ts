import type { ThumbnailSize } from '../contract.ts';
import type { CatalogFile } from './catalog.ts';

/** Both ends included. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/** Options of a request for bytes. */
export interface ReadRequest {
  /** Whether only the headers are wanted. */
  readonly headersOnly: boolean;
  /** Whether no person waits for the answer. */
  readonly background: boolean;
  readonly signal: AbortSignal;
}

/** The bytes of one photo, ready to be sent. */
export interface OpenedContent {
  /** Bytes of the whole. */
  readonly size: number;
  /** SHA-1 of the whole, 40 lower-case hexadecimal digits; null when unknown. */
  readonly sha1: string | null;
  /** Whether a part can be read without reading all of it; else the whole is sent. */
  readonly hasRanges: boolean;
  /** Exactly the bytes of `range`. To be consumed or returned. @throws BridgeError, StoreError */
  readonly read: (range: ContentRange) => AsyncGenerator<Uint8Array, void, void>;
  /** To be called once, when nothing is read any more. */
  readonly close: () => void;
}

/** Where the bytes of photos come from. */
export interface ContentSource {
  /**
   * Checks, as far as that is cheap, that the photo is still as the catalog describes it.
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

/** Where small pictures come from. */
export interface ThumbnailSource {
  /** @throws BridgeError `no_thumbnail` and those of reading; StoreError */
  of(file: CatalogFile, size: ThumbnailSize, request: Omit<ReadRequest, 'headersOnly'>): Promise<ThumbnailBytes>;
}
