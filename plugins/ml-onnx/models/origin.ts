import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PackFile } from './manifest.ts';
import { PullError } from './pull-error.ts';

/** Where the files of a pack come from. */
export interface Origin {
  /**
   * A file's bytes from a position on.
   * @returns the position at which they really begin: 0 when the origin cannot begin in the middle
   * @throws PullError
   */
  open(file: PackFile, from: number, signal: AbortSignal): Promise<{ from: number; bytes: AsyncIterable<Uint8Array> }>;
}

/** A folder with the files, in the pack's own order or all in one place. */
export class FolderOrigin implements Origin {
  readonly #folder: string;
  readonly #pack: string;

  constructor(folder: string, pack: string) {
    this.#folder = folder;
    this.#pack = pack;
  }

  async open(file: PackFile, from: number, signal: AbortSignal) {
    for (const candidate of [join(this.#pack, file.path), file.path, basename(file.path)]) {
      const path = join(this.#folder, candidate);
      const facts = await stat(path).catch(() => undefined);
      if (facts?.isFile()) return { from, bytes: createReadStream(path, { start: from, signal }) };
    }
    throw new PullError(`The folder of --from has no ${file.path}: copy it there, or pull from the network.`);
  }
}

/** The addresses that the packs name, or a mirror that has all packs as folders. */
export class HttpOrigin implements Origin {
  readonly #mirror: string | undefined;
  readonly #pack: string;

  /** @param mirror `https://host/path`, with `<pack>/<file>` below it */
  constructor(pack: string, mirror?: string) {
    this.#pack = pack;
    this.#mirror = mirror?.replace(/\/+$/, '');
  }

  async open(file: PackFile, from: number, signal: AbortSignal) {
    const url = this.#mirror === undefined ? file.url : `${this.#mirror}/${this.#pack}/${file.path}`;
    if (url === undefined) {
      throw new PullError(
        `${file.path} is published nowhere in this form: take it from a mirror (MODELS_URL) or a folder (--from).`,
      );
    }
    const { host } = new URL(url);
    const response = await fetch(url, { headers: from > 0 ? { range: `bytes=${from}-` } : {}, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw new PullError(`${host} cannot be reached: check the network, or use --from <folder> or MODELS_URL.`, {
          cause: error,
        });
      },
    );
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new PullError(`${host} answers ${response.status} for ${file.path}: see whether the address is right.`);
    }
    const begins = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`);
    return { from: begins ? from : 0, bytes: response.body as unknown as AsyncIterable<Uint8Array> };
  }
}
