import PQueue from 'p-queue';
import { DomainError } from '../../domain/errors.ts';
import { fileFormat } from '../../plugin-api/toolkit/index.ts';
import type { RgbImage } from '../../plugin-api/ml-provider.ts';

/** A picture that is being uploaded. */
export interface PictureUpload {
  /** Reads the upload into memory. */
  read(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** Decodes files into pixels, off the main thread. */
export interface PictureDecoder {
  /** Reads the size from the header only; null if it is unknown. @throws DomainError `not_an_image`, `too_large` */
  size(bytes: Uint8Array, signal: AbortSignal): Promise<{ readonly width: number; readonly height: number } | null>;
  /**
   * The picture upright, its longest side at most `longestSide` px.
   * @throws DomainError `not_an_image`, `too_large`
   */
  decode(bytes: Uint8Array<ArrayBuffer>, longestSide: number, signal: AbortSignal): Promise<RgbImage>;
}

export const uploadedMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];
const largestPicture = 100_000_000;

/** The maximum number of uploads, including those that wait or are being analysed. */
const maxUploads = 20;
/** The maximum number of files in memory; other uploads take only network buffers. */
const readAtOnce = 3;

/** Decodes uploads, in memory only: few files at a time, and one picture. */
export class UploadedPictures {
  readonly #decoder: PictureDecoder;
  readonly #reading = new PQueue({ concurrency: readAtOnce });
  readonly #decoding = new PQueue({ concurrency: 1 });
  #uploads = 0;

  constructor(decoder: PictureDecoder) {
    this.#decoder = decoder;
  }

  /**
   * @param options.longestSide the longest side of the picture, in px
   * @param use the analysis; the upload occupies its slot until it ends
   * @throws DomainError `not_an_image`, `too_large`, `bad_input`; `not_ready` if all slots are taken
   */
  async with<T>(
    upload: PictureUpload,
    { longestSide, signal }: { longestSide: number; signal: AbortSignal },
    use: (picture: RgbImage) => Promise<T>,
  ): Promise<T> {
    if (this.#uploads >= maxUploads) {
      throw new DomainError('not_ready', 'Too many pictures are being searched for: try again in a moment.', {
        retryAfter: 5,
      });
    }
    this.#uploads += 1;
    try {
      return await use(await this.#pixels(upload, longestSide, signal));
    } finally {
      this.#uploads -= 1;
    }
  }

  #pixels(upload: PictureUpload, longestSide: number, signal: AbortSignal): Promise<RgbImage> {
    return this.#reading.add(
      async () => {
        const bytes = await upload.read(signal);
        return this.#decoding.add(() => this.#decode(bytes, longestSide, signal), { signal });
      },
      { signal },
    );
  }

  async #decode(bytes: Uint8Array<ArrayBuffer>, longestSide: number, signal: AbortSignal): Promise<RgbImage> {
    if (!uploadedMediaTypes.includes(fileFormat(bytes)?.mime ?? '')) {
      throw new DomainError(
        'not_an_image',
        'The file is no picture that can be searched by: send a JPEG, PNG, WebP or HEIC.',
        { problem: 'not_a_picture' },
      );
    }
    const size = await this.#decoder.size(bytes, signal);
    if (!size)
      throw new DomainError('not_an_image', 'The picture is damaged: nothing of it can be read.', {
        problem: 'not_a_picture',
      });
    if (size.width * size.height > largestPicture) {
      throw new DomainError('too_large', 'The picture has more than 100 megapixels: send a smaller one.', {
        problem: 'picture_too_large',
      });
    }
    return this.#decoder.decode(bytes, longestSide, signal);
  }
}
