import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { linkedSignal } from 'photofinch/plugin-api/toolkit';
import type { CatalogFile } from '../../catalog.ts';
import type { OpenedContent, ReadRequest } from '../../content-source.ts';
import { BridgeError } from '../../errors.ts';
import { failureOf, UpstreamFailure } from '../wire/failure.ts';
import { discard } from '../wire/small-body.ts';
import { contentLength } from '../wire/upstream.ts';
import { NoRoom, type BufferedPicture, type PictureStore } from './picture-store.ts';
import { Pieces } from './pieces.ts';
import { Place } from './place.ts';
import type { DownloadParts } from './download-parts.ts';
import { withinPatience } from './within-patience.ts';

interface Options extends DownloadParts {
  readonly store: PictureStore;
  /** Maximum bytes of a picture. */
  readonly largest: number;
}

/**
 * Pictures, each read completely before its first byte is sent: the upstream announces no length, supports no ranges, and
 * sends at its own pace. A download is never aborted, since an aborted one may occupy one of the upstream's slots forever.
 */
export class BufferedPictures {
  readonly #options: Options;
  readonly #reading = new Map<string, { readonly ended: Promise<void>; readonly place: Place }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws BridgeError, UpstreamFailure; the signal's reason */
  async open(file: CatalogFile, { background, signal }: ReadRequest): Promise<OpenedContent> {
    const { store, limits } = this.#options;
    const key = `${file.uid} ${file.rev}`;
    for (;;) {
      const cached = store.use(key);
      if (cached) return this.#opened(cached.picture, cached.end);
      const reading = this.#reading.get(key) ?? this.#begin(key, file, background);
      if (!background) reading.place.moveUp();
      await withinPatience(reading.ended, limits.patience, signal);
    }
  }

  #opened({ pieces, sha1 }: BufferedPicture, end: () => void): OpenedContent {
    return {
      size: pieces.size,
      sha1,
      hasRanges: true,
      // eslint-disable-next-line @typescript-eslint/require-await -- the interface's other sources do wait
      read: async function* (range) {
        yield* pieces.part(range);
      },
      close: end,
    };
  }

  #begin(key: string, file: CatalogFile, background: boolean): { ended: Promise<void>; place: Place } {
    const { lanes, stopping } = this.#options;
    const place = new Place(lanes, background, stopping);
    const ended = this.#read(key, file, place).finally(() => {
      this.#reading.delete(key);
    });
    const reading = { ended, place };
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(key: string, file: CatalogFile, place: Place): Promise<void> {
    const { store, onContent } = this.#options;
    const endTurn = await place.turn;
    try {
      const picture = await this.#download(file);
      const { sha1 } = picture;
      try {
        await this.#check(file, sha1);
      } catch (error) {
        store.release(picture.pieces.size);
        throw error;
      }
      store.keep(key, picture);
      onContent(file, picture.pieces.size, sha1);
    } finally {
      endTurn();
    }
  }

  /**
   * If the bytes do not match the claimed sha1, they are downloaded again: if they are the same, the claim is wrong; if
   * not, they were damaged in transit.
   */
  async #check(file: CatalogFile, sha1: string): Promise<void> {
    if (file.sha1 === null || file.sha1 === sha1) return;
    const second = await this.#download(file);
    this.#options.store.release(second.pieces.size);
    if (second.sha1 === sha1) return;
    throw new BridgeError('integrity_error', 'The bytes of this photo come out differently each time it is read.');
  }

  async #download(file: CatalogFile): Promise<BufferedPicture> {
    const { upstream, limits, stopping, condition } = this.#options;
    const limit = AbortSignal.timeout(limits.picture + limits.grace);
    const { signal, release } = linkedSignal(stopping, limit);
    try {
      const answer = await upstream.open(file.uid, { ms: limits.picture }, signal);
      const picture = await this.#readBody(answer.body, signal);
      const announcedSize = contentLength(answer);
      if (announcedSize !== null && announcedSize !== picture.pieces.size) {
        this.#options.store.release(picture.pieces.size);
        throw new UpstreamFailure('bad_answer', 'The photo came shorter than it was announced.');
      }
      condition.downloaded('whole');
      return picture;
    } catch (error) {
      const failure = limit.aborted
        ? new UpstreamFailure('timeout', 'Proton took too long to send this photo.', { cause: error })
        : error;
      if (failure instanceof UpstreamFailure && failure.kind === 'timeout') condition.downloaded('timeout');
      throw failure;
    } finally {
      release();
    }
  }

  async #readBody(body: Readable, signal: AbortSignal): Promise<BufferedPicture> {
    const { store } = this.#options;
    const pieces = new Pieces();
    const hash = createHash('sha1');
    let refusal: BridgeError | undefined;
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        // The rest of a picture that is too large is also read, so that the body ends properly.
        if (refusal) continue;
        refusal = this.#refusal(pieces.size + piece.byteLength, piece.byteLength);
        if (refusal) continue;
        pieces.push(piece);
        hash.update(piece);
      }
      if (refusal) throw refusal;
      return { pieces, sha1: hash.digest('hex') };
    } catch (error) {
      store.release(pieces.size);
      discard(body);
      if (error instanceof BridgeError) throw error;
      const message = 'The photo was cut off on its way from Proton.';
      const failure = signal.aborted ? error : failureOf(error);
      throw failure instanceof UpstreamFailure && failure.kind === 'unreachable'
        ? new UpstreamFailure('bad_answer', message, { cause: error })
        : failure;
    }
  }

  #refusal(size: number, bytes: number): BridgeError | undefined {
    const { store, largest } = this.#options;
    if (size > largest) {
      return new BridgeError(
        'upstream_error',
        `This picture is larger than the ${Math.floor(largest / 2 ** 20)} MiB of BRIDGE_MAX_PICTURE: raise it to read it.`,
      );
    }
    try {
      store.reserve(bytes);
      return undefined;
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      return new BridgeError('rate_limited', 'Too many pictures are being read at once: try again in a moment.', {
        headers: { 'retry-after': '2' },
      });
    }
  }
}
