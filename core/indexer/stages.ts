import PQueue from 'p-queue';
import type { Analyses, AnalysisModels, DueAnalysis } from '../store/models/analyses.ts';
import type { SyncQueue } from '../store/photos/sync-queue.ts';
import type { DuePhoto, IndexQueue } from '../store/photos/index-queue.ts';
import type { Transact } from '../store/transact.ts';
import type { WriteAheadLog } from '../store/write-ahead-log.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { PhotoAnalyser } from './analyse-photo.ts';
import { analysisModels, anyModel, sameModels } from './analysis-models.ts';
import type { ModelPause } from './model-pause.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import type { CropSweep } from './crop-sweep.ts';
import type { LostCrops } from './lost-crops.ts';
import { workThrough } from './work-through.ts';
import { letOthersRun } from '../threads/pause.ts';
import { PhotoError } from '../media/photo-error.ts';
import type { PhotoProcessor, Processed } from './process-photo.ts';
import type { RunProgress } from './progress.ts';
import type { PictureFiles } from './picture-files.ts';

/** Photos whose nodes are fetched at once. */
const NODES_AT_ONCE = 100;

const PURGE_BATCH = 100;
const OUTDATE_BATCH = 1000;
const RETRY_BATCH = 1000;

/** Pictures that models analyse at a time, if the provider does not say. */
const USUAL_CONCURRENCY = 2;

interface Dependencies {
  readonly config: { readonly workers: number; readonly deletionGrace: number };
  readonly clock: () => number;
  readonly ml: () => MlProvider | undefined;
  readonly modelPause: ModelPause;
  readonly source: CheckedSource;
  readonly processor: PhotoProcessor;
  readonly analyser: PhotoAnalyser;
  readonly thumbs: PictureFiles;
  readonly crops: CropSweep;
  readonly lostCrops: LostCrops;
  readonly syncQueue: SyncQueue;
  readonly queue: IndexQueue;
  readonly analyses: Analyses;
  readonly transact: Transact;
  readonly writeAheadLog: WriteAheadLog;
  readonly progress: RunProgress;
  /** The sources whose photos may be read now, by their ids. */
  readonly readable: () => readonly number[];
}

export interface StageOptions {
  readonly signal: AbortSignal;
  /** Asked before each photo: whether the stage should make way. */
  readonly enough: () => boolean;
}

/** A photo with the facts of its source. */
type PreparedPhoto = DuePhoto & { readonly node: SourceNode | PhotoError };

/** Before all analyses in the order in which they are due. */
const beginning = { retryAt: 0, id: 0 };

/** The stages of a cycle after the sync. */
export class Stages {
  readonly #with: Dependencies;
  /** The last photo of which the source was asked for a stored analysis; it is not asked of one twice without models. */
  #asked: Pick<DueAnalysis, 'retryAt' | 'id'> = beginning;
  /** The models at the last check for photos that they have not analysed. */
  #installed: AnalysisModels | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Removes photos whose grace is over. Files first: a row that was left behind is found again, a file without a row
   * never. At the end nothing of them is left in the index's files; where a backup reads them, the next cycle sees to that.
   */
  async purge(signal: AbortSignal): Promise<void> {
    const { syncQueue, thumbs, crops, transact, writeAheadLog, clock, config } = this.#with;
    for (;;) {
      await crops.run(signal);
      const ids = syncQueue.purgeable(clock() - config.deletionGrace, PURGE_BATCH);
      if (ids.length === 0) break;
      transact(() => {
        syncQueue.condemn(ids);
      });
      for (const id of ids) await thumbs.remove(id);
      transact(() => {
        syncQueue.purge(ids);
      });
      await letOthersRun(signal);
    }
    writeAheadLog.empty();
  }

  /**
   * Makes lost crops of faces again.
   * @throws TransientError for a failure that is not a photo's fault
   */
  async remakeCrops(signal: AbortSignal): Promise<void> {
    await this.#with.lostCrops.run(signal);
  }

  /**
   * Reads the photos that are due, and passes each to the models while it is decoded. A photo that is not decoded waits
   * for the stage of the models.
   * @returns how many were indexed, and how many failed
   * @throws TransientError
   */
  async index({ signal, enough }: StageOptions): Promise<{ indexed: number; failed: number }> {
    const { queue, progress, config, clock, readable } = this.#with;
    const counts = { indexed: 0, failed: 0 };
    const total = queue.counts(clock(), readable()).due;
    if (total === 0) return counts;
    progress.begin(total);
    // So that reading goes on while the models compute, and no more pictures are in memory than those.
    const reading = new PQueue({ concurrency: config.workers });
    try {
      await workThrough<PreparedPhoto>({
        workers: config.workers + this.#concurrency,
        next: (inHand) => this.#prepare(inHand, signal),
        work: (photo) =>
          this.#indexOne(photo, signal, async (read) => {
            const processed = await reading.add(read);
            counts[processed.outcome] += 1;
            progress.advance();
            return processed;
          }),
        enough,
      });
    } catch (error) {
      // A photo that was read may still wait for its stored analysis.
      this.#asked = beginning;
      throw error;
    }
    return counts;
  }

  async #indexOne(
    { node, ...photo }: PreparedPhoto,
    signal: AbortSignal,
    take: (read: () => Promise<Processed>) => Promise<Processed>,
  ): Promise<void> {
    const { processor, analyser, analyses } = this.#with;
    const means = await analyser.means(photo.uid, signal);
    const processed = await take(() => processor.process(photo, node, means?.size ?? null, signal));
    if (processed.outcome === 'failed' || !processed.modelPicture || !means) return;
    // A photo that has moved may have been through the models under its other name.
    const due = analyses.of(processed.id);
    if (due) await analyser.analyse(due, means, processed.modelPicture, signal);
  }

  /** Pictures that are with the models at a time. */
  get #concurrency(): number {
    return this.#anyInstalled ? (this.#with.ml()?.concurrency ?? USUAL_CONCURRENCY) : 0;
  }

  async #prepare(inHand: ReadonlySet<number>, signal: AbortSignal): Promise<PreparedPhoto[]> {
    const { queue, source, clock, readable } = this.#with;
    signal.throwIfAborted();
    const due = queue.due(clock(), NODES_AT_ONCE + inHand.size, readable()).filter(({ id }) => !inHand.has(id));
    const batch = due.slice(0, NODES_AT_ONCE);
    const { nodes, wrong } = await source.nodes(
      batch.map(({ uid }) => uid),
      signal,
    );
    return batch.map((photo) => {
      const why = wrong.get(photo.uid);
      const reason =
        why === undefined
          ? 'The photo source does not have this photo any more.'
          : `The photo source described this photo wrongly: ${why}.`;
      return {
        ...photo,
        node: nodes.get(photo.uid) ?? new PhotoError(reason, why === undefined ? 'away' : 'unreadable'),
      };
    });
  }

  /**
   * Analyses the waiting photos, with models or with stored analyses of the source. Without either, they wait and cost
   * nothing.
   */
  async analyse({ signal, enough }: StageOptions): Promise<void> {
    const { analyses, analyser, source, progress, clock, readable, modelPause } = this.#with;
    const installed = analysisModels(analyser.installed());
    // Failures may have been the fault of the old models.
    if (this.#installed && !sameModels(this.#installed, installed)) await this.#retryFailed(signal);
    this.#installed = installed;
    if (!this.#anyInstalled) {
      if (source.bringsAnalyses) await this.#takeStored({ signal, enough });
      return;
    }
    while (analyses.outdate(installed, OUTDATE_BATCH) > 0) await letOthersRun(signal);
    const total = analyses.dueCount(clock(), readable());
    if (total === 0 || modelPause.isOn) return;
    progress.begin(total);
    await workThrough<DueAnalysis>({
      workers: this.#concurrency,
      next: (inHand) => {
        signal.throwIfAborted();
        const due = analyses.due(clock(), NODES_AT_ONCE + inHand.size, readable());
        return Promise.resolve(due.filter(({ id }) => !inHand.has(id)));
      },
      work: (photo) => this.#analyseOne(photo, signal),
      enough: () => enough() || !this.#anyInstalled || modelPause.isOn,
    });
  }

  async #retryFailed(signal: AbortSignal): Promise<void> {
    while (this.#with.analyses.retryFailed(RETRY_BATCH) > 0) await letOthersRun(signal);
  }

  /** When a failed analysis may be tried again, in epoch seconds; undefined when nothing waits for that. */
  nextRetryAt(): number | undefined {
    if (!this.#anyInstalled) return undefined;
    return this.#with.modelPause.present?.retryAt ?? this.#with.analyses.nextRetryAt(this.#with.readable());
  }

  get #anyInstalled(): boolean {
    return anyModel(analysisModels(this.#with.analyser.installed()));
  }

  /**
   * Asks the source once for the stored analysis of each waiting photo. Photos that come later are asked for when they are
   * read.
   */
  async #takeStored({ signal, enough }: StageOptions): Promise<void> {
    const { analyses, progress, clock, readable } = this.#with;
    /** Photos in work: they are asked for again after an interruption. */
    const left = new Map<number, DueAnalysis>();
    progress.begin(0);
    try {
      await workThrough<DueAnalysis>({
        workers: USUAL_CONCURRENCY,
        next: () => {
          signal.throwIfAborted();
          const due = analyses.dueAfter(this.#asked, clock(), NODES_AT_ONCE, readable());
          for (const photo of due) left.set(photo.id, photo);
          this.#asked = due.at(-1) ?? this.#asked;
          return Promise.resolve(due);
        },
        work: async (photo) => {
          await this.#analyseOne(photo, signal);
          left.delete(photo.id);
        },
        enough,
      });
    } finally {
      const [first] = left.values();
      if (first) this.#asked = { retryAt: first.retryAt, id: first.id - 1 };
    }
  }

  async #analyseOne(photo: DueAnalysis, signal: AbortSignal): Promise<void> {
    const { analyser, progress } = this.#with;
    const means = await analyser.means(photo.uid, signal);
    if (!means) return;
    await analyser.analyse(photo, means, null, signal);
    progress.advance();
  }
}
