import { basename } from 'node:path';
import { findSha256, readChecksum, type FileFacts } from './checksums.ts';
import type { PackFile } from './manifest.ts';
import type { FileDownload, Origin } from './origin.ts';
import { PullError } from './pull-error.ts';

export interface HttpOptions {
  /** `https://host/path` with `<pack>/<file>` below it, instead of the URLs in the packs. */
  readonly mirror?: string | undefined;
  /** Seconds until a server must respond. */
  readonly answerWithin?: number | undefined;
}

const usualAnswerWithin = 30;

/** Downloads from the URLs in the packs, or from a mirror with a folder per pack. */
export class HttpOrigin implements Origin {
  readonly #pack: string;
  readonly #mirror: string | undefined;
  readonly #answerWithin: number;

  constructor(pack: string, { mirror, answerWithin = usualAnswerWithin }: HttpOptions = {}) {
    this.#pack = pack;
    this.#mirror = mirror?.replace(/\/+$/, '');
    this.#answerWithin = answerWithin;
  }

  /** Checksums from a mirror's lists, or from Hugging Face's headers. */
  async facts(file: PackFile, signal: AbortSignal): Promise<FileFacts> {
    const url = this.#urlOf(file);
    const facts = (await this.#listed(file, url, signal)) ?? (await this.#hubFacts(url, signal));
    if (facts) return facts;
    const name = basename(file.path);
    throw new PullError(
      `Nothing at ${new URL(url).host} says which checksum ${file.path} must have: put ${name}.sha256 or SHA256SUMS beside it, or take the file from a folder of yours with --from.`,
    );
  }

  async open(file: PackFile, from: number, signal: AbortSignal): Promise<FileDownload> {
    const url = this.#urlOf(file);
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
    const response = await this.#request(url, { headers }, signal, (answer) => answer);
    // The file may already be complete, if its length was unknown.
    if (response.status === 416 && from > 0) {
      await response.body?.cancel();
      return this.open(file, 0, signal);
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      const { host } = new URL(url);
      throw new PullError(`${host} answers ${response.status} for ${file.path}: see whether the address is right.`);
    }
    const [, first, whole] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const isPartial = response.status === 206 && Number(first) === from;
    const length = response.headers.get('content-length');
    const total = isPartial ? Number(whole) : length === null ? undefined : Number(length);
    return { from: isPartial ? from : 0, total, bytes: bytesOf(response) };
  }

  #urlOf({ path, url }: PackFile): string {
    const location = this.#mirror === undefined ? url : `${this.#mirror}/${this.#pack}/${path}`;
    if (location !== undefined) return location;
    throw new PullError(
      `${path} is published nowhere in this form: take it from a mirror (MODELS_URL) or a folder (--from).`,
    );
  }

  async #listed({ path }: PackFile, url: string, signal: AbortSignal): Promise<FileFacts | undefined> {
    if (this.#mirror === undefined) return undefined;
    const inPack = `${this.#pack}/${path}`;
    const lists = [
      `${url}.sha256`,
      new URL('SHA256SUMS', url).href,
      `${this.#mirror}/${this.#pack}/SHA256SUMS`,
      `${this.#mirror}/SHA256SUMS`,
    ];
    for (const list of new Set(lists)) {
      const text = await this.#request(list, {}, signal, async (response) => {
        if (response.ok) return response.text();
        await response.body?.cancel();
        return '';
      });
      const sha256 = findSha256(text, [inPack, path, basename(path)]);
      if (sha256 !== undefined) return { checksum: { algorithm: 'sha256', hex: sha256 } };
    }
    return undefined;
  }

  /**
   * Hugging Face sends checksums before it redirects to the data, and only that response is trusted: checksum and length of
   * large files in separate headers, the git blob of small ones as ETag.
   */
  async #hubFacts(url: string, signal: AbortSignal): Promise<FileFacts | undefined> {
    const { headers } = await this.#request(url, { method: 'HEAD', redirect: 'manual' }, signal, (answer) => answer);
    const isHub = headers.has('x-repo-commit') || headers.has('x-linked-etag');
    const tag = headers.get('x-linked-etag') ?? (isHub ? headers.get('etag') : null);
    const checksum = readChecksum(tag?.replace(/^W\//, '').replaceAll('"', ''));
    if (!checksum) return undefined;
    const size = headers.get('x-linked-size');
    return { checksum, bytes: size !== null && Number(size) > 0 ? Number(size) : undefined };
  }

  /** @param read reads the response; it must finish within the timeout */
  async #request<T>(
    url: string,
    init: { method?: 'HEAD'; redirect?: 'manual'; headers?: Record<string, string> },
    signal: AbortSignal,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const { host } = new URL(url);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, this.#answerWithin * 1000);
    // Compressed responses could neither be counted nor resumed.
    const headers = { 'accept-encoding': 'identity', ...init.headers };
    try {
      return await read(await fetch(url, { ...init, headers, signal: AbortSignal.any([signal, late.signal]) }));
    } catch (error) {
      signal.throwIfAborted();
      const problem = late.signal.aborted
        ? `has not answered within ${this.#answerWithin} seconds`
        : 'cannot be reached';
      throw new PullError(`${host} ${problem}: check the network, or use --from <folder> or MODELS_URL.`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Keeps a reference to the response until its bytes are read: undici ends the body of a garbage-collected response as if it
 * were empty, if reading has not begun.
 */
async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  yield* response.body as unknown as AsyncIterable<Uint8Array>;
}
