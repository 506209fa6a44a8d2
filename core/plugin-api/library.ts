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

/** Everything that the library knows about one photo. */
export interface LibraryPhotoDetail extends LibraryPhoto {
  /** The file name. */
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** 40 hexadecimal digits; null if the original was not read yet. */
  readonly sha1: string | null;
  readonly caption: string | null;
  readonly camera: string | null;
  readonly lens: string | null;
  /** Degrees; null if the place is unknown. */
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
  /** `own`: made in Photofinch; `store`: from the photo store. */
  readonly source: 'own' | 'store';
}

/** A filter of photos: all conditions must hold. */
export interface LibraryFilter {
  readonly person?: number;
  /** A uid. */
  readonly album?: string;
  /** A tag; case does not matter. */
  readonly tag?: string;
  /** A place's label, a city, a country, or part of a label. */
  readonly place?: string;
  readonly kind?: PhotoKind;
  /** Epoch seconds: taken after the one, and before the other. */
  readonly after?: number;
  readonly before?: number;
  /** Only favourites of the reader. */
  readonly favorites?: true;
  /** Absent: like the list in the web UI. */
  readonly archived?: 'with' | 'without' | 'only';
  /** Absent: `without`. Only the roles write and above can see hidden photos. */
  readonly hidden?: 'with' | 'without' | 'only';
}

export interface LibraryPage {
  /** Newest first; in an album with a manual order, in that order. */
  readonly photos: readonly LibraryPhoto[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
}

/** The bytes of an original. Destroying `body` ends the read. */
export interface LibraryContent {
  readonly body: Readable;
  readonly mediaType: string;
  /** Bytes in `body`, and of the whole photo. */
  readonly length: number;
  readonly totalLength: number;
  /** Both ends inclusive; null if `body` is the whole photo. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly fileName: string;
}

/**
 * The library as one reader sees it. Each call looks up the reader's rights again: a disabled account sees nothing any more.
 * @throws PluginHttpError 404 for what does not exist for the reader, 403 for what the reader may not see, 400 for invalid
 *   parameters, 503 while an original cannot be read. A route may let it through
 */
export interface Library {
  /** @param page.limit at most 1000; default 100. @param page.cursor the `next` of the previous page */
  photos(filter?: LibraryFilter, page?: { limit?: number; cursor?: string | null }): Promise<LibraryPage>;
  photo(uid: string): Promise<LibraryPhotoDetail>;
  /** Named people first, then by the number of their faces. @param page.limit at most 1000; default 100 */
  people(page?: { limit?: number; offset?: number }): Promise<{ people: readonly LibraryPerson[]; total: number }>;
  /** A person, also an unnamed one. `everybody` does not see people who are hidden, or withheld from any user. */
  person(id: number): Promise<LibraryPerson>;
  /** The album with the newest photo first. */
  albums(): Promise<readonly LibraryAlbum[]>;
  open(uid: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<LibraryContent>;
  /**
   * The photo with its rotation, without the metadata of its file.
   * @param size the maximum of the longer side in px: up to 512 the server's own thumbnail, above that made from the
   * original
   */
  thumbnail(
    uid: string,
    size: number,
    options: { signal: AbortSignal },
  ): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string }>;
  /** A URL path on this server, `/api/…`, that opens without a token for about a day. Only for users. */
  signedUrl(uid: string, what: 'thumb' | 'original'): Promise<string>;
}

/** A caller, or a user by id. */
type Reader = Pick<Caller, 'userId'> & Partial<Pick<Caller, 'role'>>;

/** Read-only access to the library. */
export interface PluginLibrary {
  /**
   * @param whom the reader: the caller of a route, with the current rights of the account, or those of the role of the call
   *   if that is lower, as with a token; `everybody`, who sees only what is neither hidden nor withheld from any user, for
   *   unknown readers; or `server`, from whom nothing is withheld, so mind who gets the results
   */
  as(whom: Reader | 'everybody' | 'server'): Library;
}
