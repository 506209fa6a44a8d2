import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import { isUnchanged, parseRange, rangeStillApplies, type AskedRange } from '../domain/byte-range.ts';
import { DomainError, type ErrorKind } from '../domain/errors.ts';
import { thumbPath } from '../domain/thumb-path.ts';
import type { PhotoFile, Photos } from '../store/photos/photos.ts';
import type { InteractiveRead, InteractiveReads } from '../media/interactive-reads.ts';
import type { PhotoSource, SourceContent } from '../plugin-api/photo-source.ts';
import type { JpegRenderer } from './jpeg-renderer.ts';
import { noSuchPhoto } from './library.ts';
import type { PictureTurner } from './picture-turner.ts';
import { readPicture } from './read-picture.ts';
import { fromSourceFailure } from './source-failures.ts';
import { reachOf, type Viewer } from './viewer.ts';

/** What a client says it has already. */
export interface Conditions {
  readonly ifNoneMatch?: string | undefined;
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/** The client's copy is still good. */
export interface Unchanged {
  readonly unchanged: true;
  readonly etag: string;
}

export interface ThumbBytes {
  readonly unchanged: false;
  readonly etag: string;
  /** WebP. */
  readonly bytes: Buffer;
}

/** A photo on its way to the client. Nothing of it is kept. */
export interface FullPhoto {
  readonly unchanged: false;
  readonly etag: string;
  /** A stream from the source, or the bytes of a picture made for this answer. */
  readonly body: Readable | Buffer;
  readonly mediaType: string;
  /** Bytes in `body`, and of the whole photo. */
  readonly length: number;
  readonly totalLength: number;
  /** Both ends included; null when `body` is the whole. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly fileName: string;
}

interface MediaParts {
  readonly photos: Photos;
  readonly source: () => PhotoSource;
  readonly thumbsDir: string;
  readonly renderer: JpegRenderer;
  readonly turner: PictureTurner;
  readonly interactive: InteractiveReads;
  /** Told when a photo cannot be had because its source seems to be away. */
  readonly onAway?: () => void;
}

/** Failures of the source as a whole, as far as one read can tell. */
const away: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['source_unavailable', 'source_timeout']);

/**
 * Serves the bytes of photos: thumbnails from disk, originals straight from the source. The viewer is null where pictures
 * are public.
 */
export class Media {
  readonly #photos: Photos;
  readonly #source: () => PhotoSource;
  readonly #thumbsDir: string;
  readonly #renderer: JpegRenderer;
  readonly #turner: PictureTurner;
  readonly #interactive: InteractiveReads;
  readonly #onAway: (() => void) | undefined;

  constructor(parts: MediaParts) {
    this.#photos = parts.photos;
    this.#source = parts.source;
    this.#thumbsDir = parts.thumbsDir;
    this.#renderer = parts.renderer;
    this.#turner = parts.turner;
    this.#interactive = parts.interactive;
    this.#onAway = parts.onAway;
  }

  /** @throws DomainError `not_found` when there is no such photo, or no thumbnail of it */
  async thumb(viewer: Viewer | null, uid: string, conditions: Conditions): Promise<ThumbBytes | Unchanged> {
    const photo = this.#photo(viewer, uid);
    if (photo.thumbRevision === 0) throw noThumb();
    const etag = `"${photo.id.toString(36)}-${photo.thumbRevision}"`;
    if (isUnchanged(conditions.ifNoneMatch, etag)) return { unchanged: true, etag };
    const bytes = await readPicture(thumbPath(this.#thumbsDir, photo.id));
    if (!bytes) throw noThumb();
    return { unchanged: false, etag, bytes: await this.#turner.turned(etag, bytes, photo.turned) };
  }

  /**
   * The original, or the part of it that a `Range` header asks for.
   * @param conditions.signal ends the read upstream
   * @throws DomainError `not_found`, `bad_range`, or what the source's failure means
   */
  async original(
    viewer: Viewer | null,
    uid: string,
    conditions: Conditions & { signal: AbortSignal },
  ): Promise<FullPhoto | Unchanged> {
    const photo = this.#photo(viewer, uid);
    const etag = contentTag(photo.rev);
    if (isUnchanged(conditions.ifNoneMatch, etag)) return { unchanged: true, etag };
    const range = rangeStillApplies(conditions.ifRange, etag) ? parseRange(conditions.range) : null;
    if (range === 'unsatisfiable') throw badRange(photo.size);
    let content = await this.#open(photo, range, conditions.signal);
    if (range && conditions.ifRange !== undefined && content.rev !== photo.rev) {
      // The photo has changed since the index last heard of it: the client's part does not fit to this content.
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
   * The photo as a JPEG as people turned it, for browsers that cannot show the original: decoded in memory for this answer
   * alone. The original itself is never turned.
   * @throws DomainError `not_an_image` for videos, `too_large`, `not_ready` when too many wait
   */
  async jpeg(
    viewer: Viewer | null,
    uid: string,
    conditions: Conditions & { signal: AbortSignal },
  ): Promise<FullPhoto | Unchanged> {
    const { mime, turned } = this.#photo(viewer, uid);
    if (mime === 'image/jpeg' && turned === 0) return this.original(viewer, uid, conditions);
    return this.rendered(viewer, uid, conditions);
  }

  /**
   * The photo as a JPEG of its pixels alone, whatever the original is: nothing that the file says of itself is in it.
   * @param options.side px of its longer side at most
   * @throws DomainError as `jpeg`
   */
  async rendered(
    viewer: Viewer | null,
    uid: string,
    { signal, ifNoneMatch, side }: Conditions & { signal: AbortSignal; side?: number },
  ): Promise<FullPhoto | Unchanged> {
    const photo = this.#photo(viewer, uid);
    if (photo.kind === 'video') throw new DomainError('not_an_image', 'A video cannot be shown as a JPEG.');
    const { turned } = photo;
    const etag = contentTag(
      [photo.rev, 'jpeg', ...(turned === 0 ? [] : [turned]), ...(side ? [`${side}px`] : [])].join(' '),
    );
    if (isUnchanged(ifNoneMatch, etag)) return { unchanged: true, etag };
    const body = await this.#renderer.render({ open: () => this.#open(photo, null, signal), turned, side, signal });
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
    const photo = this.#photos.file(uid, reachOf(viewer));
    if (!photo) throw noSuchPhoto();
    return photo;
  }

  async #open(photo: PhotoFile, range: AskedRange | null, signal: AbortSignal): Promise<SourceContent> {
    const read = this.#interactive.begin();
    try {
      const content = await this.#source().open(photo.uid, {
        priority: 'interactive',
        signal,
        ...(range ? { range } : {}),
      });
      return { ...content, body: exactLength(content.body, content.length, read) };
    } catch (error) {
      read.end();
      const failure = fromSourceFailure(error, photo.size);
      if (!signal.aborted && away.has(failure.kind)) this.#onAway?.();
      throw failure;
    }
  }
}

const noThumb = (): DomainError => new DomainError('not_found', 'There is no thumbnail of this photo.');

const badRange = (totalLength: number): DomainError =>
  new DomainError('bad_range', 'The asked bytes lie outside the photo.', { totalLength });

/** An entity tag for a content revision, which may hold any characters. */
const contentTag = (rev: string): string => `"${createHash('sha256').update(rev).digest('base64url').slice(0, 22)}"`;

/**
 * Lets through a source's bytes as long as they are as many as were announced. One byte more would be taken by the
 * client for the beginning of the next answer; one less would leave it waiting.
 *
 * Destroying the answer ends the read. The source may hand out a stream of objects, as `Readable.from` does, as long as
 * the objects are buffers.
 */
function exactLength(body: Readable, length: number, read: InteractiveRead): Readable {
  let left = length;
  const counted = new Transform({
    writableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      left -= chunk.byteLength;
      read.touch();
      done(left < 0 ? notThePhoto() : null, chunk);
    },
    flush(done) {
      done(left > 0 ? notThePhoto() : null);
    },
  });
  // The failure reaches whoever reads `counted`.
  return pipeline(body, counted, () => {
    read.end();
  });
}

const notThePhoto = (): DomainError =>
  new DomainError('source_answered_wrongly', 'The photo store sent another number of bytes than it announced.');
