import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import type { PhotoFilterBody } from '../../domain/photo-rule.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { PhotoOriginals } from '../../store/photos/photo-originals.ts';
import type { Photos } from '../../store/photos/photos.ts';
import { letOthersRun } from '../../threads/pause.ts';
import type { PhotoRules } from '../albums/photo-rules.ts';
import type { AlbumLibrary } from '../album-library.ts';
import { currentViewer } from '../current-viewer.ts';
import { noSuchPhoto, type PhotoLibrary } from '../library.ts';
import { openScopeOf, type Viewer } from '../viewer.ts';
import { whileAllowed } from '../while-allowed.ts';
import { archiveName } from './archive-name.ts';
import type { NoteLanguage } from './download-note.ts';
import type { ArchiveRequest, PhotoArchives } from './photo-archives.ts';

/** Limit of photos per download: the directory of the archive is held in memory. */
const maxPhotos = 100_000;
/** The number of photos to read at once. */
const step = 1000;

/** The photos of a download; exactly one of the three is given. */
export interface DownloadSelection {
  readonly uids?: readonly string[] | undefined;
  readonly album?: string | undefined;
  readonly filter?: PhotoFilterBody | undefined;
}

/** A download that is ready to start. */
export interface PreparedDownload {
  readonly viewer: Viewer;
  readonly photos: Uint32Array;
  /** The number of requested photos that do not exist, or that the viewer may not see. */
  readonly gone: number;
  readonly count: number;
  /** Sum of the originals' sizes as announced by the store. */
  readonly bytes: number;
  /** The name of the archive, such as `Lisbon.zip`. */
  readonly fileName: string;
  readonly language: NoteLanguage;
  readonly forGuests?: true;
}

type OpenOptions = Pick<ArchiveRequest, 'by' | 'allowed' | 'signal'> & Parameters<typeof whileAllowed>[1];

interface Dependencies {
  readonly photos: Pick<Photos, 'listedIds'>;
  readonly originals: Pick<PhotoOriginals, 'sum'>;
  readonly rules: Pick<PhotoRules, 'filterOf' | 'ready'>;
  readonly library: Pick<PhotoLibrary, 'ids'>;
  readonly albums: Pick<AlbumLibrary, 'photos'>;
  readonly archives: PhotoArchives;
  readonly users: Pick<Users, 'byId'>;
}

/** Downloads of many photos as one archive. */
export class PhotoDownloads {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Describes a download before it starts.
   * @throws DomainError `not_found` when the album or all photos are missing; `too_large`; `forbidden` when a filter
   * asks for photos that are withheld from the viewer
   */
  async prepare(
    viewer: Viewer,
    selection: DownloadSelection,
    { language = 'en', signal }: { language?: NoteLanguage | undefined; signal: AbortSignal },
  ): Promise<PreparedDownload> {
    if (selection.uids) return this.prepareSome(viewer, selection.uids, { language, signal });
    const { album, filter = {} } = selection;
    const rule = this.#with.rules.filterOf(filter, viewer.userId);
    await this.#with.rules.ready(rule, signal);
    const { name } =
      album === undefined ? {} : (await this.#with.albums.photos(viewer, album, { limit: 0, offset: 0 }, signal)).album;
    const photos = Uint32Array.from(this.#with.library.ids(viewer, album === undefined ? rule : { album }));
    return this.#prepared(viewer, photos, { name, gone: 0, language, signal });
  }

  /**
   * Like `prepare`, for photos that the caller has selected.
   * @param options.name name of the archive without suffix; undefined: named by the days of its photos
   */
  async prepareSome(
    viewer: Viewer,
    uids: readonly string[],
    options: { name?: string | undefined; language: NoteLanguage; signal: AbortSignal },
  ): Promise<PreparedDownload> {
    const uniqueUids = [...new Set(uids)];
    const ids: number[] = [];
    for (let start = 0; start < uniqueUids.length; start += step) {
      const batch = uniqueUids.slice(start, start + step);
      ids.push(...this.#with.photos.listedIds(batch, openScopeOf(viewer)));
      await letOthersRun(options.signal);
    }
    return this.#prepared(viewer, Uint32Array.from(ids), { ...options, gone: uniqueUids.length - ids.length });
  }

  /**
   * The same for people without an account: without hidden photos, and with numbered files.
   * @param viewer the user whose permissions apply
   * @param photos ids of the photos
   * @param options.name name of the archive without suffix
   */
  async prepareForGuests(
    viewer: Viewer,
    photos: Uint32Array,
    options: { name: string; language: NoteLanguage; signal: AbortSignal },
  ): Promise<PreparedDownload> {
    return { ...(await this.#prepared(viewer, photos, { ...options, gone: 0 })), forGuests: true };
  }

  /**
   * The bytes of the archive, until it is complete, the client disconnects, or the user is signed out. Destroying the stream,
   * or aborting `signal`, ends the download and its reads from the photo store.
   * @param by the key by which concurrent downloads are limited: `user 5`
   * @throws DomainError `not_ready` if too many downloads are running
   */
  open(download: PreparedDownload, { by, signal }: { by: string; signal: AbortSignal }): Readable {
    const now = currentViewer(this.#with.users, download.viewer);
    const allowed: ArchiveRequest['allowed'] = (photos) => {
      const viewer = now();
      if (!viewer) throw signedOut();
      return { photos, viewer };
    };
    return this.openWhile(download, { by, signal, isAllowed: () => now() !== undefined, allowed, reason: signedOut });
  }

  /**
   * Like `open`, by the permission of the caller.
   * @param options.by the key by which concurrent downloads are limited: `share 7`
   * @param options.isAllowed whether the download may continue, checked every few seconds
   * @param options.reason the error of a download that may not
   * @throws DomainError `not_ready` if too many downloads are running
   */
  openWhile(download: PreparedDownload, { isAllowed, reason, signal, ...options }: OpenOptions): Readable {
    const whileIsAllowed = whileAllowed(signal, { isAllowed, reason });
    try {
      const body = this.#with.archives.open({ ...download, ...options, signal: whileIsAllowed.signal });
      return body.once('close', whileIsAllowed.end);
    } catch (error) {
      whileIsAllowed.end();
      throw error;
    }
  }

  /** @throws DomainError `not_ready` if too many downloads are running, of this key or of all */
  refuseTooMany(downloader: string): void {
    this.#with.archives.refuseTooMany(downloader);
  }

  async #prepared(
    viewer: Viewer,
    photos: Uint32Array,
    options: { name?: string | undefined; gone: number; language: NoteLanguage; signal: AbortSignal },
  ): Promise<PreparedDownload> {
    if (photos.length > maxPhotos) {
      throw new DomainError(
        'too_large',
        `A download has at most ${maxPhotos} photos, and these are ${photos.length}: choose fewer.`,
      );
    }
    const sum = { count: 0, bytes: 0, first: null as string | null, last: null as string | null };
    for (let start = 0; start < photos.length; start += step) {
      const part = this.#with.originals.sum([...photos.subarray(start, start + step)], openScopeOf(viewer));
      sum.count += part.count;
      sum.bytes += part.bytes;
      if (part.first !== null && (sum.first === null || part.first < sum.first)) sum.first = part.first;
      if (part.last !== null && (sum.last === null || part.last > sum.last)) sum.last = part.last;
      await letOthersRun(options.signal);
    }
    if (sum.count === 0) throw noSuchPhoto();
    const { gone, language } = options;
    const fileName = archiveName(options.name, sum.first, sum.last);
    return { viewer, photos, gone, count: sum.count, bytes: sum.bytes, fileName, language };
  }
}

const signedOut = (): Error => new Error('The user is signed out.');
