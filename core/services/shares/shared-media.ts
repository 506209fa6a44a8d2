import { createHash } from 'node:crypto';
import { finished } from 'node:stream';
import { isUnchanged } from '../../domain/byte-range.ts';
import { DomainError } from '../../domain/errors.ts';
import type { PhotoSummary } from '../../domain/photo.ts';
import type { Conditions, FullPhoto, Media, ThumbBytes, UnchangedContent } from '../media.ts';
import { noSuchPhoto } from '../library.ts';
import type { StreamRequest, VideoStream, VideoStreams } from '../video-streams.ts';
import type { OpenShare, OpenShares } from './open-shares.ts';
import type { SharedPhotos } from './shared-photos.ts';

/** The longer side in px of a picture for guests: more than a screen has. */
const shownSide = 2560;

/** The maximum number of originals that guests read at the same time, so that the store serves the household first. */
const maxOriginals = 4;

interface Dependencies {
  readonly media: Pick<Media, 'thumb' | 'rendered' | 'original' | 'motion'>;
  readonly streams: Pick<VideoStreams, 'open' | 'converts'>;
  readonly photos: Pick<SharedPhotos, 'photo' | 'ready'>;
  readonly open: Pick<OpenShares, 'now'>;
}

type ReadOptions = Conditions & { readonly signal: AbortSignal };

/**
 * Pictures for guests. Pictures for viewing are encoded from pixels, without metadata; the original file is only sent if the
 * share allows downloads. File names are never sent, and the entity tags of thumbnails, which would tell the photo’s id,
 * differ between shares.
 */
export class SharedMedia {
  readonly #with: Dependencies;
  #originals = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `not_found` */
  async thumb(
    share: OpenShare,
    name: string,
    { ifNoneMatch, signal }: ReadOptions,
  ): Promise<ThumbBytes | UnchangedContent> {
    const { uid } = await this.#photo(share, name, signal);
    const thumb = await this.#with.media.thumb(share.viewer, uid, {});
    const etag = ownTag(name, thumb.etag);
    return thumb.unchanged || isUnchanged(ifNoneMatch, etag) ? { unchanged: true, etag } : { ...thumb, etag };
  }

  /** The photo at screen size. @throws DomainError `not_found`, `not_an_image` for a video, or like `Media.jpeg` */
  async shown(
    share: OpenShare,
    name: string,
    { signal, ifNoneMatch }: ReadOptions,
  ): Promise<FullPhoto | UnchangedContent> {
    const { uid } = await this.#photo(share, name, signal);
    const picture = await this.#with.media.rendered(share.viewer, uid, { signal, ifNoneMatch, side: shownSide });
    return picture.unchanged ? picture : { ...picture, fileName: 'photo.jpg' };
  }

  /** The original file. @throws DomainError `forbidden` if the share does not allow downloads, or like `Media.original` */
  async original(share: OpenShare, name: string, options: ReadOptions): Promise<FullPhoto | UnchangedContent> {
    const photo = await this.#photo(share, name, options.signal);
    if (!share.row.download) throw noDownload();
    return this.#original(share, name, photo.uid, { ...options, shows: ({ row }) => row.download });
  }

  /**
   * The video, or a range of it. Its file contains time and place, so the share must allow showing them.
   * @throws DomainError `not_found` for photos; otherwise like `original`
   */
  async stream(share: OpenShare, name: string, options: ReadOptions): Promise<FullPhoto | UnchangedContent> {
    const photo = await this.#photo(share, name, options.signal);
    if (photo.kind !== 'video') throw noSuchPhoto();
    if (!handsOutVideos(share)) throw noVideos();
    return this.#original(share, name, photo.uid, { ...options, shows: handsOutVideos });
  }

  /** The motion part of a live photo, which reveals as much as a video. @throws DomainError like `stream` */
  async motion(share: OpenShare, name: string, options: ReadOptions): Promise<FullPhoto | UnchangedContent> {
    const photo = await this.#photo(share, name, options.signal);
    if (!handsOutVideos(share)) throw noVideos();
    return this.#original(share, name, photo.uid, { ...options, shows: handsOutVideos }, 'motion');
  }

  /** Whether guests can play videos, as files or converted. */
  async playsVideos(share: Pick<OpenShare, 'row'>): Promise<boolean> {
    return handsOutVideos(share) || (await this.#with.streams.converts());
  }

  /**
   * The converted video, without any metadata of its file.
   * @throws DomainError `not_found` for photos; otherwise like `VideoStreams.open`
   */
  async converted(
    share: OpenShare,
    name: string,
    request: Omit<StreamRequest, 'asker' | 'isAllowed'>,
  ): Promise<VideoStream> {
    const { uid, kind } = await this.#photo(share, name, request.signal);
    // A share of pictures only does not include motion parts.
    if (kind !== 'video' && !handsOutVideos(share)) throw noVideos();
    return this.#with.streams.open(share.viewer, uid, {
      ...request,
      asker: { by: `share ${share.row.id}`, isGuest: true, player: null },
      isAllowed: () =>
        this.#with.open.now(share, (now) => this.#shows(now, name) && (kind === 'video' || handsOutVideos(now))) !==
        undefined,
    });
  }

  async #photo(share: OpenShare, name: string, signal: AbortSignal): Promise<PhotoSummary> {
    await this.#with.photos.ready(share.row, signal);
    return this.#with.photos.photo(share, name);
  }

  #shows(share: OpenShare, name: string): boolean {
    try {
      this.#with.photos.photo(share, name);
      return true;
    } catch {
      return false;
    }
  }

  async #original(
    share: OpenShare,
    name: string,
    uid: string,
    { shows, ...options }: ReadOptions & { shows: (now: OpenShare) => boolean },
    part: 'original' | 'motion' = 'original',
  ): Promise<FullPhoto | UnchangedContent> {
    if (this.#originals >= maxOriginals) {
      throw new DomainError('not_ready', 'Others are loading just now: try again in a moment.', { retryAfter: 5 });
    }
    this.#originals += 1;
    const release = (): void => {
      this.#originals -= 1;
    };
    const isAllowed = (): boolean =>
      this.#with.open.now(share, (now) => shows(now) && this.#shows(now, name)) !== undefined;
    try {
      const photo = await this.#with.media[part](share.viewer, uid, { ...options, isAllowed });
      if (photo.unchanged || Buffer.isBuffer(photo.body)) release();
      else finished(photo.body, release);
      if (photo.unchanged) return photo;
      const [, suffix = ''] = /(\.[a-z0-9]{1,5})$/i.exec(photo.fileName) ?? [];
      return { ...photo, fileName: `photo-${name.slice(0, 6)}${suffix.toLowerCase()}` };
    } catch (error) {
      release();
      throw error;
    }
  }
}

export const noDownload = (): DomainError =>
  new DomainError('forbidden', 'Photos of this link can be seen, not downloaded.', { problem: 'no_download' });

const noVideos = (): DomainError =>
  new DomainError('forbidden', 'The files of videos of this link are not shown: they tell date and place.', {
    problem: 'no_download',
  });

/** Whether guests may get the files of videos. */
export function handsOutVideos({ row }: Pick<OpenShare, 'row'>): boolean {
  return row.download || row.details;
}

/** An entity tag for one share: the library's own tag contains the photo's id. */
function ownTag(name: string, etag: string): string {
  return `"${createHash('sha256').update(`${name} ${etag}`).digest('base64url').slice(0, 22)}"`;
}
