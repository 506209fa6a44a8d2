import type {
  AlbumPhotosAnswer,
  AlbumsAnswer,
  ChangesAnswer,
  HealthAnswer,
  NodesAnswer,
  PhotoKind,
  TimelineAnswer,
} from '../contract.ts';
import type { FileStamp, StoreCondition } from './driver.ts';

/** The data that the HTTP side needs to send a file's bytes. */
export interface CatalogFile {
  readonly uid: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: PhotoKind;
  readonly mediaType: string;
  readonly rev: string;
  /** The stamp at the scan that read the file. A file with any other stamp does not have the bytes of `rev`. */
  readonly stamp: FileStamp;
  /** 40 lower-case hexadecimal digits; null when the file could not be read. */
  readonly sha1: string | null;
  /** Epoch seconds. */
  readonly modifiedTime: number;
}

/** The cursor was not made by this bridge. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** The feed no longer reaches back that far, or the cursor belongs to another journal. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}

/** A page of a list. */
export interface Page {
  readonly cursor: string | null;
  readonly limit: number;
}

/** The content of the store according to the journal. Its methods are synchronous and fast: SQLite in this process. */
export interface Catalog {
  /** Generated when the journal is created: uids are only valid together with it. */
  readonly storeId: string;
  counts(): HealthAnswer['counts'];
  /** @throws BadCursor */
  timeline(page: Page): TimelineAnswer;
  /** @throws BadCursor, CursorExpired */
  changes(page: { since: string; limit: number }): ChangesAnswer;
  nodes(uids: readonly string[]): NodesAnswer;
  /** @throws BadCursor */
  albums(page: Page): AlbumsAnswer;
  /** Undefined if there is no such album. @throws BadCursor */
  albumPhotos(albumUid: string, page: Page): AlbumPhotosAnswer | undefined;
  /** Undefined if there is no such file. Motion parts of live photos are files too. */
  file(uid: string): CatalogFile | undefined;
  /** The motion part of a live photo, by the uid of its still. */
  motion(uid: string): CatalogFile | undefined;
}

/** The state of the scanner, for the HTTP side. */
export interface ScanStatus {
  readonly state: HealthAnswer['state'];
  readonly lastScanAt: number | null;
  readonly condition: StoreCondition;
}
