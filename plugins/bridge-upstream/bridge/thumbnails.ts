import { LRUCache } from 'lru-cache';
import type { ThumbnailSize } from '../contract.ts';
import type { CatalogFile } from './catalog.ts';
import { BridgeError } from './errors.ts';
import type { FileContent } from './file-content.ts';
import type { Pictures } from './pictures/pictures.ts';
import { Turns } from './turns.ts';

export interface ThumbnailBytes {
  readonly mediaType: 'image/webp';
  readonly bytes: Buffer;
}

/** Bytes; a larger file is not worth holding in memory for a small picture. */
const largestFile = 256 * 1024 * 1024;

/** Bytes of pictures that are kept: some thousand small ones, and nothing of them on disk. */
const cacheSize = 64 * 1024 * 1024;

/** HEIC needs a decoder of its own, which the service has. */
const undecodable = /^(video\/|image\/hei[cf]$)/;

/** Makes small pictures on the fly from what the store holds. */
export class Thumbnails {
  readonly #content: FileContent;
  readonly #pictures: Pick<Pictures, 'thumbnail'>;
  // Two at a time: each holds a whole file, and the scanner wants processors too.
  readonly #turns = new Turns({ atOnce: 2, waiting: 128, patience: 25_000 });
  readonly #made = new LRUCache<string, Buffer>({ maxSize: cacheSize, sizeCalculation: (bytes) => bytes.length + 1 });

  constructor(content: FileContent, pictures: Pick<Pictures, 'thumbnail'>) {
    this.#content = content;
    this.#pictures = pictures;
  }

  /** @throws BridgeError `no_thumbnail` and those of reading; StoreError */
  async of(file: CatalogFile, size: ThumbnailSize, signal: AbortSignal): Promise<ThumbnailBytes> {
    if (undecodable.test(file.mediaType) || file.stamp.size === 0 || file.stamp.size > largestFile) throw noThumbnail();
    const key = `${file.rev} ${size}`;
    const bytes = this.#made.get(key) ?? (await this.#make(file, size, signal));
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
