import type { PhotoItem, Signature } from '../../../core/http/wire.ts';
import { originalPath } from '../viewer/original.ts';

export interface DownloadsOptions {
  sign(path: string): Promise<Signature>;
  /** Has the browser save what an address answers. */
  save(url: string): void;
  pause(milliseconds: number): Promise<void>;
}

/** Browsers drop downloads that begin at the same moment. */
const between = 400;

/** Saves originals to the person's own disk, one after the other. */
export class Downloads {
  readonly #options: DownloadsOptions;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** @throws what signing throws */
  async start(photos: readonly PhotoItem[]): Promise<void> {
    for (const [i, { uid }] of photos.entries()) {
      if (i > 0) await this.#options.pause(between);
      const path = originalPath(uid);
      const { sig, exp } = await this.#options.sign(path);
      this.#options.save(`${path}?${new URLSearchParams({ sig, exp: String(exp), download: '1' }).toString()}`);
    }
  }
}
