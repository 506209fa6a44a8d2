import { signal } from '@preact/signals';
import type { DownloadTicket, PhotoItem, Signature } from '../../../core/http/wire.ts';
import { originalPath } from '../viewer/original.ts';
import type { PhotoFilter } from './photo-filter.ts';
import type { PhotoGrid } from './photo-grid.ts';

/** The photos of an archive. */
export type DownloadSelection =
  { readonly uids: readonly string[] } | { readonly album: string } | { readonly filter: PhotoFilter };

interface DownloadsOptions {
  sign(path: string): Promise<Signature>;
  ticket(request: DownloadSelection): Promise<DownloadTicket>;
  /** Makes the browser save the response of a URL. */
  save(url: string): void;
  onStarted(ticket: DownloadTicket): void;
  /** The message if more photos are selected than the server accepts by uid. */
  tooMany(limit: number): string;
}

/** Downloads from this many bytes on are confirmed first. */
const large = 1e9;
/** The most uids in one request. */
const maxUids = 20_000;

/** Saves originals to disk: a single one as a file, several as one archive. */
export class Downloads {
  readonly #options: DownloadsOptions;
  /** A large download that waits for confirmation. */
  readonly asked = signal<DownloadTicket | null>(null);

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** @throws the server's error */
  async start(photos: readonly PhotoItem[]): Promise<void> {
    const [first] = photos;
    if (photos.length > 1) await this.#archive({ uids: photos.map(({ uid }) => uid) });
    else if (first) await this.#original(first);
  }

  /** Downloads all photos of a list, including those that are not loaded. */
  async list(grid: PhotoGrid, stop: AbortSignal): Promise<void> {
    if (grid.filter) {
      const { album, ...rest } = grid.filter;
      await this.#archive(album !== undefined && Object.keys(rest).length === 0 ? { album } : { filter: grid.filter });
      return;
    }
    const photos: PhotoItem[] = [];
    for await (const part of grid.read(0, grid.layout.total, stop)) photos.push(...part);
    await this.start(photos);
  }

  /** Starts the large download that was confirmed. */
  confirm(ticket: DownloadTicket): void {
    this.asked.value = null;
    this.#save(ticket);
  }

  async #original({ uid }: PhotoItem): Promise<void> {
    const path = originalPath(uid);
    const { sig, exp } = await this.#options.sign(path);
    this.#options.save(`${path}?${new URLSearchParams({ sig, exp: String(exp), download: '1' }).toString()}`);
  }

  async #archive(request: DownloadSelection): Promise<void> {
    if ('uids' in request && request.uids.length > maxUids) throw new Error(this.#options.tooMany(maxUids));
    const ticket = await this.#options.ticket(request);
    if (ticket.bytes > large) this.asked.value = ticket;
    else this.#save(ticket);
  }

  #save(ticket: DownloadTicket): void {
    this.#options.save(ticket.url);
    this.#options.onStarted(ticket);
  }
}
