import { LRUCache } from 'lru-cache';
import type { ThumbnailSize } from '../contract.ts';
import type { CatalogFile } from './catalog.ts';
import type { ReadRequest, ThumbnailBytes, ThumbnailSource } from './content-source.ts';
import { BridgeError } from './errors.ts';
import type { FileContent } from './file-content.ts';
import type { PreviewShelf } from './meter/preview-shelf.ts';
import type { Pictures } from './pictures/pictures.ts';
import { Turns } from './turns.ts';

/** Bytes; a larger file is not worth holding in memory for a thumbnail. */
const largestFile = 256 * 1024 * 1024;

/** Bytes of cached thumbnails: some thousand small ones, in memory only. */
const cacheSize = 64 * 1024 * 1024;

/** HEIC needs a separate decoder, which the service has. */
const undecodable = /^(video\/|image\/hei[cf]$)/;

/** Makes thumbnails from files of the store on demand; with a shelf, each thumbnail is made only once. */
export class Thumbnails implements ThumbnailSource {
  readonly #content: FileContent;
  readonly #pictures: Pick<Pictures, 'thumbnail'>;
  readonly #shelf: PreviewShelf | undefined;
  // Two at a time: each holds a whole file in memory, and the scanner needs processors, too.
  readonly #turns = new Turns({ atOnce: 2, waiting: 128, patience: 25_000 });
  readonly #made = new LRUCache<string, Buffer>({ maxSize: cacheSize, sizeCalculation: (bytes) => bytes.length + 1 });

  constructor(content: FileContent, pictures: Pick<Pictures, 'thumbnail'>, shelf?: PreviewShelf) {
    this.#content = content;
    this.#pictures = pictures;
    this.#shelf = shelf;
  }

  /** @throws BridgeError `no_thumbnail`, or an error of reading; StoreError */
  async of(
    file: CatalogFile,
    size: ThumbnailSize,
    { signal }: Omit<ReadRequest, 'headersOnly'>,
  ): Promise<ThumbnailBytes> {
    if (undecodable.test(file.mediaType) || file.stamp.size === 0 || file.stamp.size > largestFile) throw noThumbnail();
    const key = `${file.rev} ${size}`;
    const bytes = this.#made.get(key) ?? (await this.#shelf?.get(file, size)) ?? (await this.#make(file, size, signal));
    this.#made.set(key, bytes);
    return { mediaType: 'image/webp', bytes };
  }

  async #make(file: CatalogFile, size: ThumbnailSize, signal: AbortSignal): Promise<Buffer> {
    const endTurn = await this.#turns.take(signal);
    try {
      const picture = await this.#pictures.thumbnail(await this.#whole(file, signal), {
        kind: file.kind,
        size,
        signal,
      });
      if (!picture) throw noThumbnail();
      await this.#shelf?.put(file, size, picture);
      return picture;
    } finally {
      endTurn();
    }
  }

  async #whole(file: CatalogFile, signal: AbortSignal): Promise<Buffer> {
    await this.#content.confirm(file, signal);
    const whole = Buffer.allocUnsafeSlow(file.stamp.size);
    let at = 0;
    for await (const piece of this.#content.read(file, { start: 0, end: file.stamp.size - 1 }, signal)) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    return whole;
  }
}

const noThumbnail = (): BridgeError =>
  new BridgeError('no_thumbnail', 'The bridge cannot make a small picture of this file.');
