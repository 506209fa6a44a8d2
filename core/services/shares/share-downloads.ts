import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import type { NoteLanguage } from '../downloads/download-note.ts';
import type { PhotoDownloads, PreparedDownload } from '../downloads/photo-downloads.ts';
import { noDownload } from './shared-media.ts';
import type { OpenShare, OpenShares } from './open-shares.ts';
import type { SharedPhotos } from './shared-photos.ts';

/**
 * The maximum number of concurrent downloads of all shares together, so that the household's own downloads always find a
 * slot.
 */
const maxAtOnce = 4;
/** Seconds after which a refused guest may try again. */
const retryAfter = 20;

/** Downloads of all photos of a share as one ZIP. */
export class ShareDownloads {
  readonly #downloads: Pick<PhotoDownloads, 'prepareForGuests' | 'openWhile' | 'refuseTooMany'>;
  readonly #photos: Pick<SharedPhotos, 'ids' | 'among' | 'ready'>;
  readonly #open: Pick<OpenShares, 'now'>;
  #running = 0;

  constructor(parts: {
    downloads: Pick<PhotoDownloads, 'prepareForGuests' | 'openWhile' | 'refuseTooMany'>;
    photos: Pick<SharedPhotos, 'ids' | 'among' | 'ready'>;
    open: Pick<OpenShares, 'now'>;
  }) {
    this.#downloads = parts.downloads;
    this.#photos = parts.photos;
    this.#open = parts.open;
  }

  /**
   * @throws DomainError `forbidden` if the share does not allow downloads, `not_found` if it has no photos, `not_ready` if
   * too many downloads are running
   */
  async prepare(share: OpenShare, options: { language: NoteLanguage; signal: AbortSignal }): Promise<PreparedDownload> {
    if (!share.row.download) throw noDownload();
    this.#refuseTooMany(share);
    await this.#photos.ready(share.row, options.signal);
    const ids = Uint32Array.from(this.#photos.ids(share));
    return this.#downloads.prepareForGuests(share.viewer, ids, { ...options, name: share.row.name ?? 'Photos' });
  }

  /**
   * The bytes of the archive, until it is complete, the client disconnects, the share ends, or downloads are forbidden. Photos
   * that have left the share by their turn are left out.
   * @throws DomainError `not_ready`
   */
  open(share: OpenShare, download: PreparedDownload, signal: AbortSignal): Readable {
    this.#refuseTooMany(share);
    const now = (): OpenShare | undefined => this.#open.now(share, ({ row }) => row.download);
    const body = this.#downloads.openWhile(download, {
      by: byShare(share),
      signal,
      isAllowed: () => now() !== undefined,
      reason: shareEnded,
      allowed: async (photos, signal) => {
        const current = now();
        if (!current) throw shareEnded();
        await this.#photos.ready(current.row, signal);
        return { photos: this.#photos.among(current, photos), viewer: current.viewer };
      },
    });
    this.#running += 1;
    body.once('close', () => {
      this.#running -= 1;
    });
    return body;
  }

  #refuseTooMany(share: OpenShare): void {
    this.#downloads.refuseTooMany(byShare(share));
    if (this.#running < maxAtOnce) return;
    throw new DomainError('not_ready', 'Too many downloads are running: try again in a moment.', {
      problem: 'too_many_downloads',
      retryAfter,
    });
  }
}

const byShare = ({ row }: OpenShare): string => `share ${row.id}`;

const shareEnded = (): Error => new Error('The share has ended.');
