import type { Writable } from 'node:stream';
import type { RgbImage } from 'photofinch/plugin-api';
import { readFully } from 'photofinch/plugin-api/toolkit';
import type { Request } from './protocol.ts';

/**
 * Pixels go to an inference process through a pipe of their own. Inside a message each picture would be copied three
 * times, and what is left of it would make the garbage collectors on both sides go through all they have.
 */
export const pixelPipe = 4;

/** Of a picture whose pixels have still to be read from the pipe. */
const none = new Uint8Array();

/**
 * @returns what to send as a message, before the pixels
 * @throws RangeError for a picture that has not as many bytes as its size says: from there on, all pictures would be read
 * from the wrong place, or the process would wait for what never comes
 */
export function withoutPixels(request: Request): Request {
  for (const { width, height, data } of imagesOf(request)) {
    if (data.length !== bytesOf({ width, height })) {
      throw new RangeError(`A picture of ${width} × ${height} pixels has ${data.length} bytes.`);
    }
  }
  return withImages(request, (image) => ({ ...image, data: none }));
}

/** Writes the pixels of all pictures of a request; until it is answered, they must not be given away. */
export function writePixels(request: Request, pipe: Writable): void {
  for (const { data } of imagesOf(request)) pipe.write(data);
}

/** The other end of the pipe. It uses the same piece of memory for each request: only one is in hand at a time. */
export class PixelReader {
  #memory = none;

  /**
   * Waits for the pixels that follow a message.
   * @throws Error when the pipe ends before
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
