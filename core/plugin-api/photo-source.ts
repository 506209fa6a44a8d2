import type { Confidence, DetectedFace, FaceThresholds, FoundLabel, ModelId, TextLine } from './ml-provider.ts';
import type { Readable } from 'node:stream';

/** What a photo is to a viewer. `live` is a still with a short motion part beside it. */
export type PhotoKind = 'image' | 'video' | 'live' | 'raw';

/** Where a capture time comes from, best first: `mtime` is worth less than the EXIF of the file itself. */
export type CaptureTimeSource = 'upstream' | 'exif' | 'name' | 'mtime';

export interface SourceHealth {
  readonly reachable: boolean;
  readonly loggedIn: boolean;
  /** Identifies the store; a new value stops the sync until an admin agrees, since every photo would change. */
  readonly storeId: string;
  /** One sentence for the admin when something is wrong. */
  readonly detail?: string;
  /**
   * The source is still finding out which photos the store has. It is asked again within seconds, and no photo is removed because
   * its list lacks it.
   */
  readonly filling?: boolean;
  /**
   * What reading originals costs. Originals of a `metered` source come over a slow line, or the store counts reads: the index is
   * then made from the store's own thumbnails first. Default `cheap`.
   */
  readonly originals?: 'cheap' | 'metered';
  /**
   * Whether a part of an original costs less than the whole. If not, the heads of `metered` originals are not asked for. Default
   * true.
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
  /** The point in the changes feed from which nothing is missed, taken before the first page was read. */
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
  /** Where the face is, in fractions of the upright photo; absent where the store does not say. */
  readonly box?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

/** All that the source knows about one photo without its bytes. Times are epoch seconds UTC. */
export interface SourceNode {
  /** 1 to 256 characters of `A-Z a-z 0-9 . _ ~ = -`; stable over rename and content change, never reused. */
  readonly uid: string;
  readonly rev: string;
  readonly kind: PhotoKind;
  /** The file's name, for people: any characters. */
  readonly name: string;
  /**
   * The file's path in the store, with slashes and without one at the beginning, where the store has paths: its folders are
   * shown to people. One that is absolute, leads upwards or has control characters counts as none.
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
  /** The people in the photo, as the store names them. They are shown as named in the store, beside decisions made here. */
  readonly people?: readonly SourcePerson[];
  /** Tags that the photo has in the store. They are shown beside people's own; one that people take away here stays away. */
  readonly tags?: readonly string[];
  /** Whether the photo is a favourite in the store; once so, it becomes one of the first admin's. */
  readonly favourite?: boolean;
  /** The motion part of a photo of the kind `live`, as far as it is known, which `openMotion` reads; `size` in bytes. */
  readonly motion?: { readonly mediaType: string; readonly size: number | null } | null;
  /**
   * Problems that the source met with this photo, for people. One of the field `content` says that its bytes cannot be
   * read: the photo is not asked for, and fails with that message until it has another `rev`.
   */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

export interface NodesAnswer {
  readonly nodes: readonly SourceNode[];
  /** Those of the asked uids that the store does not have. */
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

/** A thumbnail as the store made it. */
export interface SourceThumbnail {
  readonly mediaType: 'image/webp' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** A closed byte range; `end` undefined means to the end of the photo. `start` negative: the last `-start` bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/** An open read of a photo's bytes. Destroying `body` ends the upstream read. */
export interface SourceContent {
  readonly body: Readable;
  readonly mediaType: string;
  /** Bytes in `body`; `body` fails with `integrity` when fewer or more come. */
  readonly length: number;
  /** Bytes of the whole photo. */
  readonly totalLength: number;
  /** The range that `body` holds, both ends included; null when it is the whole photo. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly rev: string;
  /** Epoch seconds. */
  readonly modifiedTime: number;
}

/**
 * What models found in one content. A part that is null or absent was not looked for; one whose list is empty was, and
 * there is nothing. Boxes and points are fractions of the upright photo, scores go from 0 to 1. What is not of this shape
 * is refused whole, and the photo waits as if it had no analysis.
 */
export interface StoredAnalysis {
  /** Of the content that was analysed, 40 hexadecimal digits: of any other it says nothing. */
  readonly sha1: string;
  readonly faces: {
    readonly detector: ModelId;
    readonly embedder: ModelId & { readonly thresholds?: FaceThresholds };
    /** At most 2,000; each embedding has 512 values and the length 1. */
    readonly found: readonly (DetectedFace & { readonly embedding: Float32Array })[];
  } | null;
  /** At most 4,096 values, of the length 1. */
  readonly image: { readonly model: ModelId; readonly embedding: Float32Array } | null;
  /** What the photo shows. */
  readonly labels?: {
    readonly model: ModelId & { readonly confidence: Confidence };
    /**
     * At most 500, each label once and of 1 to 100 characters. Nobody has the vocabulary of the model: a search finds
     * each by its own name, and people read that. Those below `confidence.search` are left out.
     */
    readonly found: readonly FoundLabel[];
    /** How many people there are, those seen from behind included: 0 to 10,000. */
    readonly people: number;
  } | null;
  /** What is written in the photo. */
  readonly text?: {
    readonly model: ModelId & { readonly confidence: Confidence };
    /** In reading order, at most 500 of 1 to 1,000 characters. Those below `confidence.search` are left out. */
    readonly lines: readonly TextLine[];
  } | null;
}

/**
 * `interactive` reads are those that a person waits for; `background` ones (the indexer's) can wait. A source that limits
 * how much it asks of its store at once keeps room for the first, or does them first.
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

  /** All photos, `captureTime` descending and `uid` ascending; without the halves of live photos that hang on a main photo. */
  timeline(page: PageRequest): Promise<TimelinePage>;

  /** What has changed since a cursor, oldest first. Throws `cursor_expired` when the feed no longer reaches back so far. */
  changes(page: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage>;

  /** Up to 100 photos at once. */
  nodes(uids: readonly string[], options: { signal: AbortSignal }): Promise<NodesAnswer>;

  albums(page: PageRequest): Promise<AlbumsPage>;

  albumPhotos(albumUid: string, page: PageRequest): Promise<AlbumPhotosPage>;

  /** The store's own small picture of a photo (longest side about `size` px), or null when it has none. */
  thumbnail(
    uid: string,
    options: {
      size: 512 | 1920;
      /** `background` unless told. */
      priority?: ReadPriority;
      signal: AbortSignal;
    },
  ): Promise<SourceThumbnail | null>;

  /**
   * Opens a photo for reading. With `range`, the answer may still be the whole photo (`range: null`) when the store
   * cannot seek; a range outside the photo throws `bad_range`.
   */
  open(
    uid: string,
    options: {
      range?: ByteRange;
      /** `background` unless told. */
      priority?: ReadPriority;
      signal: AbortSignal;
    },
  ): Promise<SourceContent>;

  /**
   * Opens the motion part of a photo whose node tells of one, with what `open` promises: `rev` changes if and only if the
   * bytes of the motion part change. Throws `not_found` for a photo without one. A motion part inside the photo's own file,
   * as phones with Android write it, is no business of the source.
   */
  openMotion?(
    uid: string,
    options: {
      range?: ByteRange;
      /** `background` unless told. */
      priority?: ReadPriority;
      signal: AbortSignal;
    },
  ): Promise<SourceContent>;

  /**
   * What models found in a photo before it came here, for a source that brings that along; null when it has none. Each
   * part stands in for models that are not installed, and gives way to theirs once they are. It is asked for while the
   * photo waits for its analysis, and not again.
   */
  storedAnalysis?(uid: string, options: { signal: AbortSignal }): Promise<StoredAnalysis | null>;

  /** Ends connections and timers. Called once, last. */
  close?(): Promise<void>;
}
