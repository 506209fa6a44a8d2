import { LRUCache } from 'lru-cache';
import type { ThumbnailSize } from '../../../contract.ts';
import type { CatalogFile } from '../../catalog.ts';
import type { ReadRequest, ThumbnailBytes, ThumbnailSource } from '../../content-source.ts';
import { BridgeError, storeFailure } from '../../errors.ts';
import type { UpstreamCondition } from '../sync/upstream-condition.ts';
import { photoError, UpstreamFailure } from '../wire/failure.ts';
import type { Upstream } from '../wire/upstream.ts';
import { ThumbnailBatches, type Filler } from './thumbnail-batches.ts';
import { hasThumbnailFile, readThumbnailFile, type ThumbnailFile } from './thumbnail-files.ts';
import { withinPatience } from './within-patience.ts';

interface PhotoRevision {
  readonly uid: string;
  readonly rev: string;
}

interface Options {
  /** The upstream's folder of thumbnails; undefined if this bridge cannot access it. */
  readonly workDir: string | undefined;
  readonly upstream: Upstream;
  /** The photos that follow one in the timeline, which is the order in which the service requests them. */
  readonly following: (uid: string, limit: number) => readonly PhotoRevision[];
  /** Aborted when the bridge stops. */
  readonly stopping: AbortSignal;
  readonly condition: UpstreamCondition;
  /** Milliseconds after which a request times out. */
  readonly patience: number;
}

/** How many photos without a preview are remembered, and for how many milliseconds. */
const maxRemembered = 100_000;
const rememberedFor = 3_600_000;

/** The upstream's message for a photo that has no thumbnail. All other errors may be temporary. */
const lasting = /no image preview/i;

/** Proton's previews, read from the folder into which the upstream writes them. */
export class FolderThumbnails implements ThumbnailSource {
  readonly #options: Options;
  readonly #none = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedFor });
  /** Photos whose prefetch failed or found nothing. */
  readonly #notAhead = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedFor });
  readonly #batches: ThumbnailBatches;

  constructor(options: Options) {
    this.#options = options;
    const { upstream, stopping } = options;
    this.#batches = new ThumbnailBatches({ upstream, stopping, fill: (uid, atMost) => this.#fill(uid, atMost) });
  }

  async of(
    file: CatalogFile,
    size: ThumbnailSize,
    { background, signal }: Omit<ReadRequest, 'headersOnly'>,
  ): Promise<ThumbnailBytes> {
    const { workDir, condition, patience } = this.#options;
    const key = `${file.uid} ${file.rev}`;
    if (size !== 512 || workDir === undefined || this.#none.has(key)) throw noThumbnail();
    const existing = await this.#read(workDir, file.uid);
    if (typeof existing === 'object') return existing;
    const failure = condition.isAnswering ? undefined : storeFailure(condition.current);
    if (failure) throw failure;
    const { ok, error } = await withinPatience(this.#batches.ask(file.uid, background), patience, signal).catch(
      (failure: unknown) => {
        throw failure instanceof UpstreamFailure ? photoError(failure) : failure;
      },
    );
    if (!ok && !lasting.test(error)) {
      throw new BridgeError('upstream_error', 'Proton did not give the preview of this photo: it is asked again.');
    }
    if (!ok) {
      this.#none.set(key, true);
      throw noThumbnail();
    }
    const created = await this.#read(workDir, file.uid);
    if (typeof created === 'object') return created;
    if (created === 'unusable') {
      // The upstream does not write an existing file again, so another request would change nothing.
      this.#none.set(key, true);
      throw noThumbnail();
    }
    throw new BridgeError(
      'upstream_error',
      'The bridge of proton-faces says that it wrote a preview, and BRIDGE_WORK_DIR does not have it: set it to the folder “work” of its DATA_DIR.',
    );
  }

  /** The next photos without a file: the upstream fetches many thumbnails at the cost of one. */
  async #fill(uid: string, atMost: number): Promise<Filler[]> {
    const { workDir, following } = this.#options;
    if (workDir === undefined) return [];
    const next = following(uid, atMost * 2)
      .map(({ uid: other, rev }) => ({ uid: other, key: `${other} ${rev}` }))
      .filter(({ key }) => !this.#none.has(key) && !this.#notAhead.has(key));
    const hasFile = await Promise.all(next.map(({ uid: other }) => hasThumbnailFile(workDir, other)));
    const lacking = next.filter((_, i) => hasFile[i] !== true).slice(0, atMost);
    return lacking.map(({ uid: other, key }) => ({
      uid: other,
      onResult: (result) => {
        if (result?.ok) return;
        (result && lasting.test(result.error) ? this.#none : this.#notAhead).set(key, true);
      },
    }));
  }

  async #read(workDir: string, uid: string): Promise<ThumbnailFile> {
    try {
      return await readThumbnailFile(workDir, uid);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      throw new BridgeError(
        'upstream_error',
        `The previews in BRIDGE_WORK_DIR cannot be read (${code}): give this user the right to.`,
        { cause: error },
      );
    }
  }
}

const noThumbnail = (): BridgeError => new BridgeError('no_thumbnail', 'Proton has no preview of this photo.');
