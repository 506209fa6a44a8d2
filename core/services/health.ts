import type { WithheldItems } from '../domain/withheld.ts';
import type { CountsAmong, LibraryCounts } from '../store/photos/library-counts.ts';
import type { SourceReach } from './source-watch.ts';

interface IndexingProgress {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
  /** Whether the photo source has not listed all its photos yet, so that the total is too low. */
  readonly counting: boolean;
  /** Photos per second. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** Epoch seconds. */
  readonly lastSyncAt: number | null;
}

interface Dependencies {
  readonly counts: LibraryCounts;
  /** The number of photos in the timeline. */
  readonly listedPhotos: () => number;
  /** Photos and people that are withheld from any user; null while unknown. */
  readonly kept: () => WithheldItems | null;
  /** The numbers of photos and people that are withheld from no user, for anonymous clients. */
  readonly publicly: () => { readonly photos: number; readonly people: number };
  readonly progress: () => IndexingProgress;
  readonly mlReady: () => boolean;
  readonly source: () => Promise<SourceReach>;
}

/** `readAgain`: the number of listed photos that wait to be read again. */
type Counts = ReturnType<LibraryCounts['read']> & { readonly readAgain: number };

/** The maximum number of milliseconds for which counts are cached. */
const freshFor = 5000;
/**
 * Counts are cached for this multiple of the time that counting takes, so that frequent requests use at most 2 % of the
 * time.
 */
const minPause = 50;
/** The state of the server. Anonymous clients may request it at any rate, so answers must be cheap. */
export class Health {
  readonly #with: Dependencies;
  #counts: Counts | undefined;
  /** Counts among the photos that are withheld from any user. */
  #fewer: { readonly of: Counts; readonly key: number; readonly counts: CountsAmong } | undefined;
  /** Time of the next count. */
  #countAt = -Infinity;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  source(): Promise<SourceReach> {
    return this.#with.source();
  }

  /** Anonymous clients may read it, so photos and people that are withheld from any user are not counted. */
  async status() {
    return { ...this.figures(), ...this.#public(), source: await this.source() };
  }

  /** Figures of the server itself, without a request to the source. */
  figures() {
    const { listedPhotos, progress, mlReady } = this.#with;
    return { ...this.#count(), photos: listedPhotos(), progress: progress(), mlReady: mlReady() };
  }

  #public(): Partial<Counts & { readonly photos: number }> {
    const withheld = this.#with.kept();
    if (!withheld) return { photos: 0, people: 0, faces: 0, pending: 0, failed: 0, readAgain: 0 };
    if (withheld.key === 0) return {};
    const all = this.#count();
    if (this.#fewer?.of !== all || this.#fewer.key !== withheld.key) {
      this.#fewer = { of: all, key: withheld.key, counts: this.#with.counts.among(withheld.photos) };
    }
    const { pending, failed, readAgain, faces } = this.#fewer.counts;
    return {
      ...this.#with.publicly(),
      pending: all.pending - pending,
      failed: all.failed - failed,
      readAgain: all.readAgain - readAgain,
      faces: all.faces - faces,
    };
  }

  #count(): Counts {
    const start = performance.now();
    if (!this.#counts || start >= this.#countAt) {
      const { counts } = this.#with;
      this.#counts = { ...counts.read(), readAgain: counts.readAgain() };
      const end = performance.now();
      this.#countAt = end + Math.min(freshFor, minPause * (end - start));
    }
    return this.#counts;
  }
}
