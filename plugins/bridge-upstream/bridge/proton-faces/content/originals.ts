import type { CatalogFile } from '../../catalog.ts';
import type { ContentSource, OpenedContent, ReadRequest } from '../../content-source.ts';
import { BridgeError, storeFailure } from '../../errors.ts';
import { photoError, UpstreamFailure } from '../wire/failure.ts';
import type { DownloadParts } from './download-parts.ts';
import { PictureStore } from './picture-store.ts';
import { WholePictures } from './pictures.ts';
import { Videos } from './videos.ts';

interface Options extends DownloadParts {
  /** Where videos lie while they are watched. */
  readonly folder: string;
  /** Bytes of the largest picture that is read, and that all videos may take together while they are watched. */
  readonly largestPicture: number;
  readonly videoSpace: number;
}

/** Pictures of the largest size that fit into memory at once; of photos as they are, dozens do. */
const largestAtOnce = 2;

/** The bytes of photos as the upstream sends them. */
export class Originals implements ContentSource {
  readonly #options: Options;
  readonly #pictures: WholePictures;
  readonly #videos: Videos;

  constructor(options: Options) {
    this.#options = options;
    const { largestPicture: largest, videoSpace: space } = options;
    this.#pictures = new WholePictures({ ...options, largest, store: new PictureStore(largest * largestAtOnce) });
    this.#videos = new Videos({ ...options, space });
  }

  /** There is no cheap request that could confirm it. */
  confirm(): Promise<void> {
    return Promise.resolve();
  }

  async open(file: CatalogFile, request: ReadRequest): Promise<OpenedContent> {
    const { condition } = this.#options;
    const failure = condition.isAnswering ? undefined : storeFailure(condition.current);
    if (failure) throw failure;
    try {
      // The same distinction as in the upstream, which holds only pictures in memory.
      return await (file.mediaType.startsWith('image/') ? this.#pictures : this.#videos).open(file, request);
    } catch (error) {
      throw error instanceof UpstreamFailure ? await this.#told(file, error) : error;
    }
  }

  close(): Promise<void> {
    return this.#videos.close();
  }

  /** The upstream answers 500 both for a missing photo and for any failure of Proton: another request tells them apart. */
  async #told(file: CatalogFile, failure: UpstreamFailure): Promise<BridgeError> {
    const { upstream, condition, stopping, limits } = this.#options;
    if (failure.kind !== 'failed' && failure.kind !== 'bad_answer') {
      if (failure.kind === 'unreachable' || failure.kind === 'refused') condition.failed(failure);
      return photoError(failure);
    }
    try {
      const asked = { lane: 'people', limit: limits.patience } as const;
      const said = (await upstream.nodes([file.uid], stopping, asked)).get(file.uid);
      if (said !== null) return photoError(failure);
      // Only lists, two of them, may report to the service that it is gone.
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
