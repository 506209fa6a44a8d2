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
  /** As of the scan that read the file: a file with another stamp does not have the bytes of `rev`. */
  readonly stamp: FileStamp;
  /** 40 lower-case hexadecimal digits; null when the file could not be read. */
  readonly sha1: string | null;
  /** Epoch seconds. */
  readonly modifiedTime: number;
}

/** The cursor is not one of ours. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** The feed no longer reaches back so far, or the journal is another. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}

/** The content of the store according to the journal. Synchronous and fast: SQLite in this process. */
export interface Catalog {
  /** Made when the journal was made: its uids mean something only together with it. */
  readonly storeId: string;
  counts(): HealthAnswer['counts'];
  /** @throws BadCursor */
  timeline(page: { cursor: string | null; limit: number }): TimelineAnswer;
  /** @throws BadCursor, CursorExpired */
  changes(page: { since: string; limit: number }): ChangesAnswer;
  nodes(uids: readonly string[]): NodesAnswer;
  /** @throws BadCursor */
  albums(page: { cursor: string | null; limit: number }): AlbumsAnswer;
  /** Undefined if there is no such album. @throws BadCursor */
  albumPhotos(albumUid: string, page: { cursor: string | null; limit: number }): AlbumPhotosAnswer | undefined;
  /** Undefined if there is no such file. Motion parts of live photos are files too. */
  file(uid: string): CatalogFile | undefined;
  /** The motion part of a live photo, by the uid of its still. */
  motion(uid: string): CatalogFile | undefined;
}

/** The scanner as the HTTP side sees it. */
export interface ScanStatus {
  readonly state: HealthAnswer['state'];
  readonly lastScanAt: number | null;
  readonly condition: StoreCondition;
}
