import type { Readable } from 'node:stream';
import type { ByteRange, PhotoKind } from './photo-source.ts';
import type { Caller } from './plugin-route.ts';

/** A photo in a list. */
export interface LibraryPhoto {
  readonly uid: string;
  readonly kind: PhotoKind;
  /** Epoch seconds. */
  readonly takenAt: number;
  /** Wall clock at the place of capture, ISO 8601 without zone. */
  readonly takenAtLocal: string;
  /** px of the upright picture; null when unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds, of a video; null when unknown. */
  readonly duration: number | null;
  /** `Lisbon, Portugal` */
  readonly place: string | null;
  readonly tags: readonly string[];
  /** Whether it is a favourite of the reader. */
  readonly favorite: boolean;
  readonly archived: boolean;
  readonly hidden: boolean;
}

/** All that the library says of one photo. */
export interface LibraryPhotoDetail extends LibraryPhoto {
  /** Of the file. */
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** 40 hexadecimal digits; null while the original was not read. */
  readonly sha1: string | null;
  readonly caption: string | null;
  readonly camera: string | null;
  readonly lens: string | null;
  /** Degrees; null where the place is unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly albums: readonly { readonly uid: string; readonly name: string }[];
  readonly people: readonly { readonly id: number; readonly name: string | null }[];
}

export interface LibraryPerson {
  readonly id: number;
  /** Null for a person without a name. */
  readonly name: string | null;
  readonly photos: number;
}

export interface LibraryAlbum {
  readonly uid: string;
  readonly name: string;
  readonly photos: number;
  /** `own`: made in Photofinch; `store`: of the photo store. */
  readonly source: 'own' | 'store';
}

/** Which photos: all conditions hold. */
export interface LibraryFilter {
  readonly person?: number;
  /** A uid. */
  readonly album?: string;
  /** A tag, in any case. */
  readonly tag?: string;
  /** A place's label, a city, a country, or part of a label. */
  readonly place?: string;
  readonly kind?: PhotoKind;
  /** Epoch seconds: taken after this time, and before that. */
  readonly after?: number;
  readonly before?: number;
  /** Only favourites of the reader. */
  readonly favorites?: true;
  /** Absent: as the web UI shows the list. */
  readonly archived?: 'with' | 'without' | 'only';
  /** Absent: `without`. Hidden photos are there for the role write and above. */
  readonly hidden?: 'with' | 'without' | 'only';
}

export interface LibraryPage {
  /** The newest first; of an album that people put in order, in that order. */
  readonly photos: readonly LibraryPhoto[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
}

/** Bytes of an original on their way. Destroying `body` ends the read. */
export interface LibraryContent {
  readonly body: Readable;
  readonly mediaType: string;
  /** Bytes in `body`, and of the whole photo. */
  readonly length: number;
  readonly totalLength: number;
  /** Both ends included; null when `body` is the whole. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly fileName: string;
}

/**
 * The library as one reader sees it. Each call looks up the reader's rights again: a disabled account sees nothing more.
 * @throws PluginHttpError 404 for what is not there for the reader, 403 for what the reader may not ask, 400 for a wrong question,
 *   503 while an original cannot be read. A route may let it through
 */
export interface Library {
  /** @param page.limit at most 1000; default 100. @param page.cursor the `next` of the page before */
  photos(filter?: LibraryFilter, page?: { limit?: number; cursor?: string | null }): Promise<LibraryPage>;
  photo(uid: string): Promise<LibraryPhotoDetail>;
  /** Named people first, then by the number of their faces. @param page.limit at most 1000; default 100 */
  people(page?: { limit?: number; offset?: number }): Promise<{ people: readonly LibraryPerson[]; total: number }>;
  /** One person, also one without a name. `everybody` does not see people who are hidden, or kept from any user. */
  person(id: number): Promise<LibraryPerson>;
  /** The album with the newest photo first. */
  albums(): Promise<readonly LibraryAlbum[]>;
  open(uid: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<LibraryContent>;
  /**
   * The photo as people rotated it, without the metadata of its file.
   * @param size most px of the longer side: up to 512 the server's own thumbnail, above that made from the original
   */
  thumbnail(
    uid: string,
    size: number,
    options: { signal: AbortSignal },
  ): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string }>;
  /** An address on this server, `/api/…`, that opens without a token for about a day. For users alone. */
  signedUrl(uid: string, what: 'thumb' | 'original'): Promise<string>;
}

/** A caller, or a user by id. */
type Reader = Pick<Caller, 'userId'> & Partial<Pick<Caller, 'role'>>;

/** Reads the library. It changes nothing. */
export interface PluginLibrary {
  /**
   * @param whom the reader: the caller of a route, with the present rights of the account, or those of the role of the call if
   *   that is lower, as with a token; `everybody`, who sees only what is neither hidden nor kept from any user, for unknown
   *   readers; or `server`, from whom nothing is kept, so mind who gets the answers
   */
  as(whom: Reader | 'everybody' | 'server'): Library;
}
