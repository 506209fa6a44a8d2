import type { Writable } from 'node:stream';
import type { RgbImage } from 'photofinch/plugin-api';
import { readFully } from 'photofinch/plugin-api/toolkit';
import type { Request } from './protocol.ts';

/**
 * Pixels are sent to an inference process through a separate pipe. In a message, each picture would be copied three times,
 * and the garbage would burden both processes.
 */
export const pixelPipe = 4;

/** The data of a picture whose pixels are still to be read from the pipe. */
const noBytes = new Uint8Array();

/**
 * @returns the message to send before the pixels
 * @throws RangeError for a picture whose number of bytes does not match its size: all following pictures would be read from
 * the
 *   wrong position, or the process would wait forever
 */
export function withoutPixels(request: Request): Request {
  for (const { width, height, data } of imagesOf(request)) {
    if (data.length !== bytesOf({ width, height })) {
      throw new RangeError(`A picture of ${width} × ${height} pixels has ${data.length} bytes.`);
    }
  }
  return withImages(request, (image) => ({ ...image, data: noBytes }));
}

/** Writes the pixels of all pictures of a request; they must not be transferred before the response. */
export function writePixels(request: Request, pipe: Writable): void {
  for (const { data } of imagesOf(request)) pipe.write(data);
}

/** The other end of the pipe. It reuses one buffer for all requests, since only one runs at a time. */
export class PixelReader {
  #memory = noBytes;

  /**
   * Reads the pixels that follow a message, blocking.
   * @throws Error if the pipe ends before
   */
  complete(request: Request): Request {
    const bytes = imagesOf(request).reduce((sum, image) => sum + bytesOf(image), 0);
    if (this.#memory.length < bytes) this.#memory = new Uint8Array(bytes);
    readFully(pixelPipe, this.#memory.subarray(0, bytes));
    let from = 0;
    return withImages(request, (image) => {
      const to = from + bytesOf(image);
      const data = this.#memory.subarray(from, to);
      from = to;
      return { ...image, data };
    });
  }
}

const bytesOf = ({ width, height }: Pick<RgbImage, 'width' | 'height'>): number => width * height * 3;

function imagesOf({ input }: Request): readonly RgbImage[] {
  if ('image' in input) return [input.image];
  return 'images' in input ? input.images : [];
}

function withImages(request: Request, change: (image: RgbImage) => RgbImage): Request {
  const { input } = request;
  if ('image' in input) return { ...request, input: { ...input, image: change(input.image) } } as Request;
  if ('images' in input) return { ...request, input: { ...input, images: input.images.map(change) } } as Request;
  return request;
}
