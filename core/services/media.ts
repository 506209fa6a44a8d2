import { addAbortSignal, finished, type Readable } from 'node:stream';
import { contentTag, isUnchanged, parseRange, rangeStillApplies, type RangeRequest } from '../domain/byte-range.ts';
import { DomainError } from '../domain/errors.ts';
import type { PictureFolder } from '../media/picture-folder.ts';
import type { Users } from '../store/accounts/users.ts';
import type { PhotoFile, Photos } from '../store/photos/photos.ts';
import type { SourceContent } from '../plugin-api/photo-source.ts';
import { staysSignedIn } from './current-viewer.ts';
import type { JpegRenderer } from './jpeg-renderer.ts';
import { noSuchPhoto } from './library.ts';
import type { PictureTurner } from './picture-turner.ts';
import type { SourceReads } from './source-reads.ts';
import { openScopeOf, type Viewer } from './viewer.ts';
import { whileAllowed } from './while-allowed.ts';

/** Cache headers of a request. */
export interface Conditions {
  readonly ifNoneMatch?: string | undefined;
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/** A request for a file, which is streamed. */
export interface FileRequest extends Conditions {
  /** Cancels the read from the source. */
  readonly signal: AbortSignal;
  /** Whether the stream may continue, checked every few seconds; default: until the user is signed out everywhere. */
  readonly isAllowed?: () => boolean;
}

/** The client's copy is still valid. */
export interface UnchangedContent {
  readonly unchanged: true;
  readonly etag: string;
}

export interface ThumbBytes {
  readonly unchanged: false;
  readonly etag: string;
  /** WebP. */
  readonly bytes: Buffer;
}

/** A photo that is being sent to the client; nothing of it is stored. */
export interface FullPhoto {
  readonly unchanged: false;
  readonly etag: string;
  /** A stream from the source, or the bytes of a picture made for this answer. */
  readonly body: Readable | Buffer;
  readonly mediaType: string;
  /** The number of bytes in `body`, and in the whole photo. */
  readonly length: number;
  readonly totalLength: number;
  /** Both ends are inclusive; null if `body` is the whole photo. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly fileName: string;
}

interface Dependencies {
  readonly photos: Photos;
  readonly users: Pick<Users, 'byId'>;
  readonly reads: SourceReads;
  /** The motion parts of live photos. */
  readonly motionParts: {
    open(photo: PhotoFile, conditions: Conditions & { signal: AbortSignal }): Promise<FullPhoto | UnchangedContent>;
  };
  readonly thumbs: PictureFolder;
  /** Called for a photo whose thumbnail was damaged or changed. */
  readonly onLost: (photoId: number) => void;
  readonly renderer: JpegRenderer;
  readonly turner: PictureTurner;
}

/**
 * Serves the bytes of photos: thumbnails from disk, originals straight from the source. The viewer is null if pictures are
 * public.
 */
export class Media {
  readonly #with: Dependencies;
  /** Photos that were already reported: reading them again may not help. */
  readonly #lost = new Set<number>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `not_found` if there is no such photo, or it has no thumbnail */
  async thumb(viewer: Viewer | null, uid: string, conditions: Conditions): Promise<ThumbBytes | UnchangedContent> {
    const photo = this.#photo(viewer, uid);
    if (photo.thumbRevision === 0) throw noThumb();
    const etag = `"${photo.id.toString(36)}-${photo.thumbRevision}"`;
    if (isUnchanged(conditions.ifNoneMatch, etag)) return { unchanged: true, etag };
    const bytes = await this.#with.thumbs.read(photo.id);
    if (!bytes) {
      if (await this.#with.thumbs.isDamaged(photo.id)) this.#tellLost(photo.id);
      throw noThumb();
    }
    return { unchanged: false, etag, bytes: await this.#with.turner.turned(etag, bytes, photo.turned) };
  }

  /**
   * The original, or the range that a `Range` header asks for, until the viewer may no longer read the photo.
   * @throws DomainError `not_found`, `bad_range`, or the error of the source
   */
  async original(viewer: Viewer | null, uid: string, request: FileRequest): Promise<FullPhoto | UnchangedContent> {
    const photo = this.#photo(viewer, uid);
    return this.#whileReadable(viewer, photo, request, (signal) => this.#original(photo, { ...request, signal }));
  }

  async #original(
    photo: PhotoFile,
    conditions: Conditions & { signal: AbortSignal },
  ): Promise<FullPhoto | UnchangedContent> {
    const etag = contentTag(photo.rev);
    if (isUnchanged(conditions.ifNoneMatch, etag)) return { unchanged: true, etag };
    const range = rangeStillApplies(conditions.ifRange, etag) ? parseRange(conditions.range) : null;
    if (range === 'unsatisfiable') throw badRange(photo.size);
    let content = await this.#open(photo, range, conditions.signal);
    if (range && conditions.ifRange !== undefined && content.rev !== photo.rev) {
      // The photo has changed since the last sync, so the client's partial copy does not match this content.
      content.body.destroy();
      content = await this.#open(photo, null, conditions.signal);
    }
    return {
      unchanged: false,
      etag: contentTag(content.rev),
      body: content.body,
      mediaType: photo.mime,
      length: content.length,
      totalLength: content.totalLength,
      range: content.range,
      fileName: photo.name,
    };
  }

  /**
   * The motion part of a live photo, or the range that a `Range` header asks for.
   * @throws DomainError `not_found` for photos without motion; otherwise like `original`
   */
  async motion(viewer: Viewer | null, uid: string, request: FileRequest): Promise<FullPhoto | UnchangedContent> {
    const photo = this.#photo(viewer, uid);
    return this.#whileReadable(viewer, photo, request, (signal) =>
      this.#with.motionParts.open(photo, { ...request, signal }),
    );
  }

  /** Ends a stream when the viewer may no longer read the photo: a large video on a slow connection could take hours. */
  async #whileReadable(
    viewer: Viewer | null,
    { uid }: PhotoFile,
    { signal, isAllowed = staysSignedIn(this.#with.users, viewer) }: FileRequest,
    open: (signal: AbortSignal) => Promise<FullPhoto | UnchangedContent>,
  ): Promise<FullPhoto | UnchangedContent> {
    const isThere = (): boolean => this.#with.photos.file(uid, openScopeOf(viewer)) !== undefined;
    const whileReadable = whileAllowed(signal, { isAllowed: () => isAllowed() && isThere(), reason: noLonger });
    try {
      const photo = await open(whileReadable.signal);
      if (photo.unchanged || Buffer.isBuffer(photo.body)) whileReadable.end();
      else finished(addAbortSignal(whileReadable.signal, photo.body), whileReadable.end);
      return photo;
    } catch (error) {
      whileReadable.end();
      throw error;
    }
  }

  /**
   * The photo as a JPEG in its edited rotation, for browsers that cannot show the original. It is decoded in memory for this
   * answer only. The original itself is never rotated.
   * @throws DomainError `not_an_image` for videos, `too_large`, `not_ready` if too many requests wait
   */
  async jpeg(viewer: Viewer | null, uid: string, request: FileRequest): Promise<FullPhoto | UnchangedContent> {
    const { mime, turned: turn } = this.#photo(viewer, uid);
    if (mime === 'image/jpeg' && turn === 0) return this.original(viewer, uid, request);
    return this.rendered(viewer, uid, request);
  }

  /**
   * The photo as a JPEG without any metadata of the original.
   * @param options.side the maximum length of its longer side, in px
   * @throws DomainError like `jpeg`
   */
  async rendered(
    viewer: Viewer | null,
    uid: string,
    { signal, ifNoneMatch, side }: Conditions & { signal: AbortSignal; side?: number },
  ): Promise<FullPhoto | UnchangedContent> {
    const photo = this.#photo(viewer, uid);
    if (photo.kind === 'video') throw new DomainError('not_an_image', 'A video cannot be shown as a JPEG.');
    const { turned: turn } = photo;
    const etag = contentTag(
      [photo.rev, 'jpeg', ...(turn === 0 ? [] : [turn]), ...(side ? [`${side}px`] : [])].join(' '),
    );
    if (isUnchanged(ifNoneMatch, etag)) return { unchanged: true, etag };
    const body = await this.#with.renderer.render({
      open: () => this.#open(photo, null, signal),
      turned: turn,
      side,
      signal,
    });
    const fileName = `${photo.name.replace(/\.[^.]{1,8}$/, '') || 'photo'}.jpg`;
    return {
      unchanged: false,
      etag,
      body,
      mediaType: 'image/jpeg',
      length: body.length,
      totalLength: body.length,
      range: null,
      fileName,
    };
  }

  #photo(viewer: Viewer | null, uid: string): PhotoFile {
    const photo = this.#with.photos.file(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    return photo;
  }

  #tellLost(photoId: number): void {
    if (this.#lost.has(photoId)) return;
    this.#lost.add(photoId);
    this.#with.onLost(photoId);
  }

  #open({ uid, size }: PhotoFile, range: RangeRequest | null, signal: AbortSignal): Promise<SourceContent> {
    return this.#with.reads.begin(uid, (source, options) => source.open(uid, { ...options, ...(range && { range }) }), {
      size,
      signal,
    });
  }
}

const noLonger = (): Error => new Error('The viewer may no longer read the photo.');

const noThumb = (): DomainError => new DomainError('not_found', 'There is no thumbnail of this photo.');

const badRange = (totalLength: number): DomainError =>
  new DomainError('bad_range', 'The asked bytes lie outside the photo.', { totalLength });
