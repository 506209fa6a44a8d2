import PQueue from 'p-queue';
import { DomainError } from '../domain/errors.ts';
import type { JpegForm } from '../media/photo-reader.ts';
import type { SourceContent } from '../plugin-api/photo-source.ts';
import { fromSourceFailure } from './source-failures.ts';

/**
 * Decodes a picture of any supported format and encodes it as a JPEG, off the main thread. `bytes` may be transferred to
 * another thread, and is unusable afterwards.
 */
export type ToJpeg = (bytes: Uint8Array<ArrayBuffer>, form: JpegForm, signal: AbortSignal) => Promise<Buffer>;

/** The number of pictures in memory at a time. */
const concurrency = 2;
/** The number of requests that may wait. */
const longestQueue = 32;
/** The maximum size of an original, in bytes. */
const largestOriginal = 256 * 1024 * 1024;

/** Converts originals to JPEG in memory, with limits for their number and size. */
export class JpegRenderer {
  readonly #toJpeg: ToJpeg;
  readonly #queue = new PQueue({ concurrency });

  constructor(toJpeg: ToJpeg) {
    this.#toJpeg = toJpeg;
  }

  /**
   * @param photo.open opens the original, whose body has exactly `length` bytes
   * @throws DomainError `not_ready`, `too_large`, or the error of the source
   */
  async render(photo: JpegForm & { open: () => Promise<SourceContent>; signal: AbortSignal }): Promise<Buffer> {
    if (this.#queue.size >= longestQueue) {
      throw new DomainError('not_ready', 'Too many pictures are being converted: try again in a moment.', {
        retryAfter: 5,
      });
    }
    const { open, signal, ...form } = photo;
    return this.#queue.add(async () => this.#toJpeg(await readAll(await open()), form, signal), { signal });
  }
}

/** Allocates one buffer: joining chunks, or copying them to a worker, would block other requests. */
async function readAll({ body, length }: SourceContent): Promise<Uint8Array<ArrayBuffer>> {
  if (length > largestOriginal) {
    body.destroy();
    throw new DomainError('too_large', 'The picture is too large to be converted: download the original.');
  }
  const bytes = new Uint8Array(length);
  let filled = 0;
  try {
    for await (const chunk of body) {
      bytes.set(chunk as Uint8Array, filled);
      filled += (chunk as Uint8Array).length;
    }
  } catch (error) {
    throw fromSourceFailure(error);
  }
  return bytes;
}
