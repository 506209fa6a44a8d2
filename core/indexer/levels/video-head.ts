import { levelAfter } from '../../domain/level.ts';
import type { VideoFacts } from '../../domain/video-facts.ts';
import { maxVideoBytes } from '../../media/video/video-reader.ts';
import type { SourceNode } from '../../plugin-api/photo-source.ts';
import type { Analyses } from '../../store/models/analyses.ts';
import type { AwaitingPhoto, CloserQueue } from '../../store/photos/closer-queue.ts';
import type { IndexQueue } from '../../store/photos/index-queue.ts';
import type { Videos } from '../../store/photos/videos.ts';
import type { Transact } from '../../store/transact.ts';
import type { PhotoAnalyser } from '../analyse-photo.ts';
import { fileOf, type ReadingKeeper } from '../keep-reading.ts';
import type { VideoInHand, VideoReading } from '../video-reading.ts';
import type { OriginalsBudget, Payment } from './originals-budget.ts';
import { CannotSeek } from './ranged-file.ts';

interface Dependencies {
  readonly videoReading: VideoReading;
  readonly keeper: ReadingKeeper;
  readonly analyser: PhotoAnalyser;
  readonly analyses: Analyses;
  readonly closer: CloserQueue;
  readonly queue: IndexQueue;
  readonly videos: Videos;
  readonly budget: OriginalsBudget;
  readonly transact: Transact;
  readonly metered: () => boolean;
}

/** The result of reading a video's head. */
interface HeadOutcome {
  readonly isKept: boolean;
  /** The facts that programs for videos have found; absent if none is installed. */
  readonly video?: VideoFacts;
}

/**
 * Reads the facts and the poster of an indexed video. If originals are costly, the store's preview is the poster; without a
 * preview, it is made from a few parts of the original, at the expense of the budget for originals.
 */
export class VideoHeads {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @returns whether facts were written; if not, the facts that are known otherwise: the source's report is then better
   * than nothing
   * @throws PhotoError, SourceError if there is no picture of the video
   * @throws TransientError, or the reason of `signal`
   */
  async read(photo: AwaitingPhoto, node: SourceNode, signal: AbortSignal): Promise<HeadOutcome> {
    const { videoReading, closer, queue, videos, budget, transact, metered } = this.#with;
    if (!(await videoReading.isPossible())) return { isKept: false };
    const isShown = queue.knownAs(photo.id)?.hasThumbnail === 1;
    const wantsPoster = !isShown || !metered();
    const payment = wantsPoster ? budget.pay(Math.min(node.size, maxVideoBytes)) : null;
    const isUnpaid = wantsPoster && !payment;
    if (isUnpaid && videos.of(photo.id)) {
      transact(() => {
        closer.postpone(photo.id, budget.renewedAt());
      });
      return { isKept: true };
    }
    const means = payment && (await this.#with.analyser.means(photo.uid, signal));
    const video = await this.#readPaid(photo, node, payment, means?.size ?? null, signal);
    if (!video) return { isKept: false };
    const { thumbnail, error } = video;
    if (error instanceof CannotSeek) throw error;
    if (thumbnail) {
      await this.#show(photo, node, video, means, signal);
      return { isKept: true };
    }
    if (error && isShown && metered()) return { isKept: false, video: video.facts };
    const nextLevel = wantsPoster && !isShown ? 'head' : levelAfter('head', node.kind);
    await this.#with.keeper.head(photo, node, { ...video, video: video.facts, motion: null }, signal, nextLevel);
    if (error && !isShown) throw error;
    if (isUnpaid) {
      transact(() => {
        closer.postpone(photo.id, budget.renewedAt());
      });
    }
    return { isKept: true };
  }

  async #readPaid(
    photo: AwaitingPhoto,
    node: SourceNode,
    payment: Payment | null,
    modelSize: number | null,
    signal: AbortSignal,
  ): Promise<VideoInHand | null> {
    const { videoReading, closer, transact } = this.#with;
    const onBytes = (bytes: number): void => payment?.count(bytes);
    const onRead = (): void => {
      transact(() => {
        closer.take(photo.id);
      });
    };
    try {
      return await videoReading.read(node, { wantsPoster: payment !== null, modelSize, onBytes, onRead }, signal);
    } finally {
      payment?.settle();
    }
  }

  /** Models analyse the video again, since the store may have shown another picture. */
  async #show(
    photo: AwaitingPhoto,
    node: SourceNode,
    { facts, sides, thumbnail, picture, tags }: VideoInHand,
    means: Awaited<ReturnType<PhotoAnalyser['means']>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { keeper, analyser, analyses } = this.#with;
    const size = { width: sides?.width ?? null, height: sides?.height ?? null };
    const reading = { examined: 'head', complete: true, thumbnail, picture, tags, motion: null, video: facts } as const;
    await keeper.poster(photo, node, { ...fileOf(node), ...reading, ...size }, signal);
    const due = analyses.of(photo.id);
    if (!due || !means || !picture || !sides) return;
    await analyser.analyse(due, means, { picture, ...sides, level: 'thumbnail' }, signal);
  }
}
