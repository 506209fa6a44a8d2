import type { CatalogFile } from '../../catalog.ts';
import type { ContentSource, OpenedContent, ReadRequest } from '../../content-source.ts';
import { BridgeError, storeFailure } from '../../errors.ts';
import { photoError, UpstreamFailure } from '../wire/failure.ts';
import type { DownloadParts } from './download-parts.ts';
import { PictureStore } from './picture-store.ts';
import { BufferedPictures } from './pictures.ts';
import { Videos } from './videos.ts';

interface Options extends DownloadParts {
  /** The folder for videos that are being watched. */
  readonly folder: string;
  /** Limits in bytes: of the largest picture that is read, and of all videos together that are being watched. */
  readonly largestPicture: number;
  readonly videoSpace: number;
}

/** How many pictures of the maximum size fit into memory at once; of typical photos, dozens do. */
const largestAtOnce = 2;

/** The bytes of photos from the upstream. */
export class Originals implements ContentSource {
  readonly #options: Options;
  readonly #pictures: BufferedPictures;
  readonly #videos: Videos;

  constructor(options: Options) {
    this.#options = options;
    const { largestPicture: largest, videoSpace: space } = options;
    this.#pictures = new BufferedPictures({ ...options, largest, store: new PictureStore(largest * largestAtOnce) });
    this.#videos = new Videos({ ...options, space });
  }

  /** The upstream has no cheap request that could confirm a file. */
  confirm(): Promise<void> {
    return Promise.resolve();
  }

  async open(file: CatalogFile, request: ReadRequest): Promise<OpenedContent> {
    const { condition } = this.#options;
    const failure = condition.isAnswering ? undefined : storeFailure(condition.current);
    if (failure) throw failure;
    try {
      // The upstream makes the same distinction: it keeps only pictures in memory.
      return await (file.mediaType.startsWith('image/') ? this.#pictures : this.#videos).open(file, request);
    } catch (error) {
      throw error instanceof UpstreamFailure ? await this.#told(file, error) : error;
    }
  }

  close(): Promise<void> {
    return this.#videos.close();
  }

  /**
   * The upstream responds with 500 both for a missing photo and for any failure of Proton: another request distinguishes
   * the two.
   */
  async #told(file: CatalogFile, failure: UpstreamFailure): Promise<BridgeError> {
    const { upstream, condition, stopping, limits } = this.#options;
    if (failure.kind !== 'failed' && failure.kind !== 'bad_answer') {
      if (failure.kind === 'unreachable' || failure.kind === 'refused') condition.failed(failure);
      return photoError(failure);
    }
    try {
      const options = { lane: 'people', limit: limits.patience } as const;
      const answer = (await upstream.nodes([file.uid], stopping, options)).get(file.uid);
      if (answer !== null) return photoError(failure);
      // A photo only counts as removed after two lists without it.
      return new BridgeError('upstream_error', 'Proton no longer has this photo: the next lists will tell.', {
        cause: failure,
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === 'unreachable' || error.kind === 'refused') condition.failed(error);
      else condition.suspect();
      return storeFailure(condition.current) ?? photoError(error);
    }
  }
}
