import type { RgbImage } from '../plugin-api/ml-provider.ts';
import { asDomainError, type PhotoReader } from './photo-reader.ts';

/** Decodes pictures that people send, which are no photos of the library. */
export class UploadDecoder {
  readonly #reader: Pick<PhotoReader, 'rgb' | 'size'>;

  constructor(reader: Pick<PhotoReader, 'rgb' | 'size'>) {
    this.#reader = reader;
  }

  /** In px, as the header says before anything is decoded; null when it says nothing. */
  async size(bytes: Uint8Array, signal: AbortSignal): Promise<{ width: number; height: number } | null> {
    try {
      return await this.#reader.size(bytes, signal);
    } catch (error) {
      throw asDomainError(error);
    }
  }

  /** Upright, the longest side at most `longestSide` px. @throws DomainError `not_an_image`, `too_large` */
  async decode(bytes: Uint8Array, longestSide: number, signal: AbortSignal): Promise<RgbImage> {
    try {
      return await this.#reader.rgb(bytes, longestSide, signal);
    } catch (error) {
      throw asDomainError(error);
    }
  }
}
