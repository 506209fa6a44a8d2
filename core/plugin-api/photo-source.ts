import type { Confidence, DetectedFace, FaceThresholds, FoundLabel, ModelId, TextLine } from './ml-provider.ts';
import type { Readable } from 'node:stream';

/** The kind of a photo. `live` is a still with a short motion part. */
export type PhotoKind = 'image' | 'video' | 'live' | 'raw';

/** Where a capture time comes from, best first: `mtime` ranks below the EXIF data of the file. */
export type CaptureTimeSource = 'upstream' | 'exif' | 'name' | 'mtime';

export interface SourceHealth {
  readonly reachable: boolean;
  readonly loggedIn: boolean;
  /** Identifies the store; a new value stops the sync until an admin agrees, since every photo would change. */
  readonly storeId: string;
  /** One sentence for the admin if something is wrong. */
  readonly detail?: string;
  /**
   * Whether the source is still finding out which photos the store has. It is queried again within seconds, and no photo is
   * removed because it is not listed.
   */
  readonly filling?: boolean;
  /**
   * The cost of reading originals. Originals of a `metered` source come over a slow connection, or the store counts reads:
   * the index is then made from the store's own thumbnails first. Default `cheap`.
   */
  readonly originals?: 'cheap' | 'metered';
  /**
   * Whether reading a part of an original costs less than the whole. If not, the heads of `metered` originals are not read
   * separately. Default true.
   */
  readonly ranges?: boolean;
}

/** One photo in an enumeration. `rev` changes if and only if the photo's bytes change. */
export interface TimelineItem {
  readonly uid: string;
  readonly rev: string;
  /** Epoch seconds. */
  readonly captureTime: number;
}

export interface TimelinePage {
  readonly items: readonly TimelineItem[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  /** The position in the changes feed from which nothing is missed, taken before the first page was read. */
  readonly changesCursor: string;
}

export interface ChangeEvent {
  readonly type: 'upsert' | 'delete';
  readonly kind: 'photo' | 'album';
  readonly uid: string;
  /** The content revision of an upserted photo; absent for albums and deletions. */
  readonly rev?: string;
}

export interface ChangesPage {
  readonly events: readonly ChangeEvent[];
  /** The cursor after these events. */
  readonly next: string;
  readonly more: boolean;
}

/** A person who is named in the store. */
export interface SourcePerson {
  readonly name: string;
  /** The position of the face, in fractions of the upright photo; absent if the store does not have it. */
  readonly box?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

/** Everything that the source knows about one photo without its bytes. Times are epoch seconds UTC. */
export interface SourceNode {
  /** 1 to 256 characters of `A-Z a-z 0-9 . _ ~ = -`; stable over rename and content change, never reused. */
  readonly uid: string;
  readonly rev: string;
  readonly kind: PhotoKind;
  /** The file name for display: any characters. */
  readonly name: string;
  /**
   * The file's path in the store, with slashes and without a leading one, if the store has paths: people see its folders. An
   * absolute path, or one with `..` or control characters, is ignored.
   */
  readonly path?: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** 40 hexadecimal digits; null when the source does not know it. */
  readonly sha1: string | null;
  readonly captureTime: number;
  readonly captureTimeSource: CaptureTimeSource;
  /** Minutes east of UTC at the place and time of capture; null when unknown. */
  readonly utcOffset: number | null;
  readonly modifiedTime: number;
  readonly caption?: string | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly camera: { readonly device: string; readonly orientation: number | null } | null;
  readonly media: { readonly width: number; readonly height: number; readonly duration: number | null } | null;
  /** The people in the photo, as named in the store. They are displayed as such, beside decisions made here. */
  readonly people?: readonly SourcePerson[];
  /** The photo's tags in the store. They are displayed beside people's own; one that people remove here stays removed. */
  readonly tags?: readonly string[];
  /** Whether the photo is a favourite in the store; if so, it becomes one of the first admin's, once. */
  readonly favourite?: boolean;
  /** The motion part of a photo of the kind `live`, as far as it is known, which `openMotion` reads; `size` in bytes. */
  readonly motion?: { readonly mediaType: string; readonly size: number | null } | null;
  /**
   * Problems of the source with this photo, for people. One of the field `content` means that its bytes cannot be read: the
   * photo is not opened, and fails with that message until it has another `rev`.
   */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

export interface NodesAnswer {
  readonly nodes: readonly SourceNode[];
  /** The requested uids that the store does not have. */
  readonly missing: readonly string[];
}

export interface SourceAlbum {
  readonly uid: string;
  readonly name: string;
  readonly photoCount: number;
  readonly coverUid: string | null;
}

export interface AlbumsPage {
  readonly albums: readonly SourceAlbum[];
  readonly next: string | null;
}

export interface AlbumPhotosPage {
  readonly items: readonly { readonly uid: string; readonly addedTime: number | null }[];
  readonly next: string | null;
}

/** A thumbnail made by the store. */
export interface SourceThumbnail {
  readonly mediaType: 'image/webp' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/**
 * A byte range, both ends inclusive; `end` undefined means to the end of the photo. A negative `start` means the last
 * `-start` bytes.
 */
export interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/** An open read of a photo's bytes. Destroying `body` ends the upstream read. */
export interface SourceContent {
  readonly body: Readable;
  readonly mediaType: string;
  /** Bytes in `body`; `body` fails with `integrity` if fewer or more arrive. */
  readonly length: number;
  /** Bytes of the whole photo. */
  readonly totalLength: number;
  /** The range in `body`, both ends inclusive; null if it is the whole photo. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly rev: string;
  /** Epoch seconds. */
  readonly modifiedTime: number;
}

/**
 * What models found in one content. A null or absent part was not analysed; an empty list means that nothing was found.
 * Boxes and points are fractions of the upright photo, scores are 0 to 1. An analysis of any other shape is rejected as a
 * whole, and the photo waits as if it had none.
 */
export interface StoredAnalysis {
  /** The sha1 of the analysed content, 40 hexadecimal digits: the analysis is only valid for this content. */
  readonly sha1: string;
  readonly faces: {
    readonly detector: ModelId;
    readonly embedder: ModelId & { readonly thresholds?: FaceThresholds };
    /** At most 2,000; each embedding has 512 values and is L2-normalised. */
    readonly found: readonly (DetectedFace & { readonly embedding: Float32Array })[];
  } | null;
  /** At most 4,096 values, L2-normalised. */
  readonly image: { readonly model: ModelId; readonly embedding: Float32Array } | null;
  /** Labels of what the photo shows. */
  readonly labels?: {
    readonly model: ModelId & { readonly confidence: Confidence };
    /**
     * At most 500, each label once and of 1 to 100 characters. The server does not have the vocabulary of the model:
     * searches find each label by its own name, and people see that. Those below `confidence.search` are left out.
     */
    readonly found: readonly FoundLabel[];
    /** The number of people, including those seen from behind: 0 to 10,000. */
    readonly people: number;
  } | null;
  /** The text in the photo. */
  readonly text?: {
    readonly model: ModelId & { readonly confidence: Confidence };
    /** In reading order, at most 500 of 1 to 1,000 characters. Those below `confidence.search` are left out. */
    readonly lines: readonly TextLine[];
  } | null;
}

/**
 * A person waits for `interactive` reads; `background` reads of the indexer can wait. A source that limits its concurrent
 * requests to the store reserves capacity for the former, or does them first.
 */
export type ReadPriority = 'interactive' | 'background';

export interface PageRequest {
  readonly cursor: string | null;
  /** 1 to 1000. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * A read-only store of photos. Every method may throw a `SourceError`; every method honours its AbortSignal.
 *
 * Nothing here writes: there is no upload, no delete and no move.
 */
export interface PhotoSource {
  health(options: { signal: AbortSignal }): Promise<SourceHealth>;

  /**
   * All photos, `captureTime` descending and `uid` ascending; without the motion files of live photos, which belong to their
   * stills.
   */
  timeline(page: PageRequest): Promise<TimelinePage>;

  /** Changes since a cursor, oldest first. Throws `cursor_expired` if the feed no longer reaches back that far. */
  changes(page: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage>;

  /** Up to 100 photos at once. */
  nodes(uids: readonly string[], options: { signal: AbortSignal }): Promise<NodesAnswer>;

  albums(page: PageRequest): Promise<AlbumsPage>;

  albumPhotos(albumUid: string, page: PageRequest): Promise<AlbumPhotosPage>;

  /** The store's own thumbnail of a photo (longest side about `size` px), or null if it has none. */
  thumbnail(
    uid: string,
    options: {
      size: 512 | 1920;
      /** Default `background`. */
      priority?: ReadPriority;
      signal: AbortSignal;
    },
  ): Promise<SourceThumbnail | null>;

  /**
   * Opens a photo for reading. With `range`, the result may still be the whole photo (`range: null`) if the store cannot
   * seek; a range outside the photo throws `bad_range`.
   */
  open(
    uid: string,
    options: {
      range?: ByteRange;
      /** Default `background`. */
      priority?: ReadPriority;
      signal: AbortSignal;
    },
  ): Promise<SourceContent>;

  /**
   * Opens the motion part of a photo whose node has one, with the guarantees of `open`: `rev` changes if and only if the
   * bytes of the motion part change. Throws `not_found` for a photo without one. A motion part inside the photo's own file,
   * as Android phones write it, is handled by the server.
   */
  openMotion?(
    uid: string,
    options: {
      range?: ByteRange;
      /** Default `background`. */
      priority?: ReadPriority;
      signal: AbortSignal;
    },
  ): Promise<SourceContent>;

  /**
   * What models found in a photo elsewhere, for a source that provides it; null if there is none. Each part is used while
   * the corresponding model is not installed, and replaced when it is. It is requested once, while the photo waits for its
   * analysis.
   */
  storedAnalysis?(uid: string, options: { signal: AbortSignal }): Promise<StoredAnalysis | null>;

  /** Closes connections and timers. Called once, as the last method. */
  close?(): Promise<void>;
}
