import PQueue from 'p-queue';
import { DomainError } from '../domain/errors.ts';
import type { SourceContent } from '../plugin-api/photo-source.ts';
import { fromSourceFailure } from './source-failures.ts';

/** Decodes a picture of any format that the server knows and encodes it as a JPEG, away from the main thread. */
export type ToJpeg = (bytes: Buffer, mediaType: string, signal: AbortSignal) => Promise<Buffer>;

/** Pictures that are in memory at once. */
const concurrency = 2;
/** Requests that may wait for their turn. */
const longestQueue = 32;
/** Bytes of an original. */
const largestOriginal = 256 * 1024 * 1024;

/** Makes JPEGs of originals in memory: few at a time, and none too large. */
export class JpegRenderer {
  readonly #toJpeg: ToJpeg;
  readonly #queue = new PQueue({ concurrency });

  constructor(toJpeg: ToJpeg) {
    this.#toJpeg = toJpeg;
  }

  /** @throws DomainError `not_ready`, `too_large`, or what a failure of the source means */
  async render(photo: { mediaType: string; open: () => Promise<SourceContent>; signal: AbortSignal }): Promise<Buffer> {
    if (this.#queue.size >= longestQueue) {
      throw new DomainError('not_ready', 'Too many pictures are being converted: try again in a moment.', {
        retryAfter: 5,
      });
    }
    const { mediaType, signal } = photo;
    return this.#queue.add(
      async () => {
        const bytes = await readAll(await photo.open());
        return this.#toJpeg(bytes, mediaType, signal);
      },
      { signal },
    );
  }
}

async function readAll(content: SourceContent): Promise<Buffer> {
  if (content.length > largestOriginal) {
    content.body.destroy();
    throw new DomainError('too_large', 'The picture is too large to be converted: download the original.');
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of content.body) chunks.push(chunk as Buffer);
  } catch (error) {
    throw fromSourceFailure(error);
  }
  return Buffer.concat(chunks);
}
