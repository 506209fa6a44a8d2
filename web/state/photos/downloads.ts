import { signal } from '@preact/signals';
import type { DownloadTicket, PhotoItem, Signature } from '../../../core/http/wire.ts';
import { originalPath } from '../viewer/original.ts';
import type { PhotoFilter } from './photo-filter.ts';
import type { PhotoGrid } from './photo-grid.ts';

/** Photos of which one archive is to be made. */
export type WantedPhotos =
  { readonly uids: readonly string[] } | { readonly album: string } | { readonly filter: PhotoFilter };

interface DownloadsOptions {
  sign(path: string): Promise<Signature>;
  ticket(wanted: WantedPhotos): Promise<DownloadTicket>;
  /** Has the browser save what an address answers. */
  save(url: string): void;
  onStarted(ticket: DownloadTicket): void;
  /** What is said when more photos are picked than the server takes by name. */
  tooMany(most: number): string;
}

/** Bytes from which on one is asked before the download begins. */
const large = 1e9;
/** Photos that one request names at most. */
const mostNamed = 20_000;

/** Saves originals to the person's own disk: one as it is, several as one archive. */
export class Downloads {
  readonly #options: DownloadsOptions;
  /** A large download that waits for a yes. */
  readonly asked = signal<DownloadTicket | null>(null);

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** @throws what the server says */
  async start(photos: readonly PhotoItem[]): Promise<void> {
    const [first] = photos;
    if (photos.length > 1) await this.#archive({ uids: photos.map(({ uid }) => uid) });
    else if (first) await this.#original(first);
  }

  /** All photos of a list, whether they are loaded or not. */
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

  /** The large one that was asked about is wanted. */
  confirm(ticket: DownloadTicket): void {
    this.asked.value = null;
    this.#save(ticket);
  }

  async #original({ uid }: PhotoItem): Promise<void> {
    const path = originalPath(uid);
    const { sig, exp } = await this.#options.sign(path);
    this.#options.save(`${path}?${new URLSearchParams({ sig, exp: String(exp), download: '1' }).toString()}`);
  }

  async #archive(wanted: WantedPhotos): Promise<void> {
    if ('uids' in wanted && wanted.uids.length > mostNamed) throw new Error(this.#options.tooMany(mostNamed));
    const ticket = await this.#options.ticket(wanted);
    if (ticket.bytes > large) this.asked.value = ticket;
    else this.#save(ticket);
  }

  #save(ticket: DownloadTicket): void {
    this.#options.save(ticket.url);
    this.#options.onStarted(ticket);
  }
}
