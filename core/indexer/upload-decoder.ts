import sharp from 'sharp';
import { DomainError } from '../domain/errors.ts';
import { fileFormat } from '../domain/file-format.ts';
import { heicSize } from '../domain/heic-size.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import { PhotoError } from './photo-error.ts';
import type { OwnBytes, PhotoReader } from './photo-reader.ts';

/** Decodes pictures that people send, which are no photos of the library. */
export class UploadDecoder {
  readonly #reader: Pick<PhotoReader, 'rgb'>;

  constructor(reader: Pick<PhotoReader, 'rgb'>) {
    this.#reader = reader;
  }

  /** In px, as the header says before anything is decoded; null when it says nothing. */
  async size(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
    const decoder = fileFormat(bytes)?.decoder;
    if (decoder === 'heic') return heicSize(bytes);
    if (decoder !== 'sharp') return null;
    try {
      const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
      return { width, height };
    } catch {
      return null;
    }
  }

  /** Upright, the longest side at most `longestSide` px. `bytes` move to the worker. @throws DomainError `not_an_image` */
  async decode(bytes: OwnBytes, longestSide: number, signal: AbortSignal): Promise<RgbImage> {
    try {
      return await this.#reader.rgb(bytes, longestSide, signal);
    } catch (error) {
      if (error instanceof PhotoError) throw new DomainError('not_an_image', error.message, { cause: error });
      throw error;
    }
  }
}
