import { DomainError } from '../domain/errors.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import type { FaceView } from './face-crop.ts';
import type { GeoPlace } from './geocode.ts';
import { PhotoError } from './photo-error.ts';
import type { Examination, FacesInput, Look, PhotoTags, PhotoTasks } from './photo-tasks.ts';
import type { Thumbnail } from './thumbnail.ts';
import { WorkerLink } from './worker-link.ts';
import { startWorkerThread } from '../threads/worker-thread.ts';

/** Seconds. Longer than decoding itself may take, HEIC included: this ends a worker that hangs. */
const TIMEOUT = 180;

/** A buffer that is not part of a larger one, so that it can move to the worker. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** Where bytes of pictures become facts and pixels: a thread beside the one that answers requests. */
export class PhotoReader {
  readonly #link: WorkerLink<PhotoTasks>;
  readonly #maxPixels: number;

  constructor(config: { readonly maxPhotoPixels: number }) {
    this.#link = new WorkerLink(() => startWorkerThread('./photo-worker', import.meta.url), { timeout: TIMEOUT });
    this.#maxPixels = config.maxPhotoPixels;
  }

  /**
   * Everything about a picture, from one decoding. `bytes` move to the worker and are empty here afterwards.
   * @param look the longest side in px of the picture for the models; null when none is wanted
   */
  examine(bytes: OwnBytes, look: number | null, signal?: AbortSignal): Promise<Examination> {
    const input = { bytes, look, maxPixels: this.#maxPixels };
    return this.#link.call('examine', input, { transfer: [bytes.buffer], signal });
  }

  /** The picture for the models alone, its longest side at most `size` px. `bytes` move to the worker. */
  look(bytes: OwnBytes, size: number, signal?: AbortSignal): Promise<Look> {
    return this.#link.call('look', { bytes, size, maxPixels: this.#maxPixels }, { transfer: [bytes.buffer], signal });
  }

  /** Crops and qualities of faces, in their order. The pixels of the picture move to the worker. */
  faces(input: FacesInput, signal?: AbortSignal): Promise<readonly FaceView[]> {
    return this.#link.call('faces', input, { transfer: [input.picture.data.buffer as ArrayBuffer], signal });
  }

  /** EXIF, XMP and IPTC from the first part of a file. `bytes` move to the worker. */
  tags(bytes: OwnBytes, signal?: AbortSignal): Promise<PhotoTags> {
    return this.#link.call('tags', { bytes }, { transfer: [bytes.buffer], signal });
  }

  /** Our thumbnail from somebody else's. */
  thumbnail(bytes: Uint8Array, signal?: AbortSignal): Promise<Thumbnail & { width: number; height: number }> {
    return this.#link.call('thumbnail', { bytes, maxPixels: this.#maxPixels }, { signal });
  }

  places(
    positions: readonly { readonly lat: number; readonly lng: number }[],
    signal?: AbortSignal,
  ): Promise<(GeoPlace | null)[]> {
    return this.#link.call('places', { positions }, { signal });
  }

  /** The picture upright in 8-bit sRGB, its longest side at most `size` px. `bytes` move to the worker. */
  rgb(bytes: OwnBytes, size: number, signal?: AbortSignal): Promise<RgbImage> {
    return this.#link.call('rgb', { bytes, size, maxPixels: this.#maxPixels }, { transfer: [bytes.buffer], signal });
  }

  /**
   * A full-size upright JPEG of a picture that browsers cannot show: HEIC, TIFF, or the preview inside a RAW file. `bytes`
   * move to the worker.
   * @throws DomainError `not_an_image` when there is nothing to show
   */
  async toJpeg(bytes: OwnBytes, signal: AbortSignal): Promise<Buffer> {
    const input = { bytes, maxPixels: this.#maxPixels };
    try {
      const jpeg = await this.#link.call('jpeg', input, { transfer: [bytes.buffer], signal });
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    } catch (error) {
      if (error instanceof PhotoError) throw new DomainError('not_an_image', error.message, { cause: error });
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}
