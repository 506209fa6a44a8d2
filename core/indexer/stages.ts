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
import type { PhotoProcessor, ProcessingResult } from './process-photo.ts';
import type { RunProgress } from './progress.ts';
import type { PictureFiles } from './picture-files.ts';

/** Photos whose nodes are requested at once. */
const NODES_AT_ONCE = 100;

const PURGE_BATCH = 100;
const OUTDATE_BATCH = 1000;
const RETRY_BATCH = 1000;

/** Pictures that models analyse concurrently, if the provider does not specify that. */
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
  /** Ids of the sources whose photos can be read now. */
  readonly readable: () => readonly number[];
}

export interface StageOptions {
  readonly signal: AbortSignal;
  /** Called before each photo. @returns whether the stage should yield */
  readonly enough: () => boolean;
}

/** A photo with the facts from its source. */
type PreparedPhoto = DuePhoto & { readonly node: SourceNode | PhotoError };

/** A position before all analyses, in the order in which they are due. */
const beginning = { retryAt: 0, id: 0 };

/** The stages of a cycle that follow the sync. */
export class Stages {
  readonly #with: Dependencies;
  /**
   * The last photo for which the source was asked for a stored analysis, so that it is asked only once per photo while
   * there are no models.
   */
  #asked: Pick<DueAnalysis, 'retryAt' | 'id'> = beginning;
  /** The models at the last check for photos that they have not analysed. */
  #installed: AnalysisModels | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Removes photos whose grace period is over. Files are removed first: a remaining row is found again, a file without a
   * row is not. Afterwards the index's files contain no data of these photos; if a backup is reading them, the next cycle
   * completes this.
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
   * Creates lost crops of faces again.
   * @throws TransientError for a failure that is not a photo's fault
   */
  async remakeCrops(signal: AbortSignal): Promise<void> {
    await this.#with.lostCrops.run(signal);
  }

  /**
   * Reads the photos that are due, and passes the decoded pictures to the models. A photo without a decoded picture waits
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
    // Reading continues while the models compute, and the number of pictures in memory is limited.
    const reading = new PQueue({ concurrency: config.workers });
    try {
      await workThrough<PreparedPhoto>({
        workers: config.workers + this.#concurrency,
        next: (inProgress) => this.#prepare(inProgress, signal),
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
    take: (read: () => Promise<ProcessingResult>) => Promise<ProcessingResult>,
  ): Promise<void> {
    const { processor, analyser, analyses } = this.#with;
    const means = await analyser.means(photo.uid, signal);
    const processed = await take(() => processor.process(photo, node, means?.size ?? null, signal));
    if (processed.outcome === 'failed' || !processed.modelPicture || !means) return;
    // A photo that has moved may already have been analysed under its previous name.
    const due = analyses.of(processed.id);
    if (due) await analyser.analyse(due, means, processed.modelPicture, signal);
  }

  /** The number of pictures that models analyse concurrently. */
  get #concurrency(): number {
    return this.#anyInstalled ? (this.#with.ml()?.concurrency ?? USUAL_CONCURRENCY) : 0;
  }

  async #prepare(inProgress: ReadonlySet<number>, signal: AbortSignal): Promise<PreparedPhoto[]> {
    const { queue, source, clock, readable } = this.#with;
    signal.throwIfAborted();
    const due = queue.due(clock(), NODES_AT_ONCE + inProgress.size, readable()).filter(({ id }) => !inProgress.has(id));
    const batch = due.slice(0, NODES_AT_ONCE);
    const { nodes, wrong } = await source.nodes(
      batch.map(({ uid }) => uid),
      signal,
    );
    return batch.map((photo) => {
      const problem = wrong.get(photo.uid);
      const reason =
        problem === undefined
          ? 'The photo source does not have this photo any more.'
          : `The photo source described this photo wrongly: ${problem}.`;
      return {
        ...photo,
        node: nodes.get(photo.uid) ?? new PhotoError(reason, problem === undefined ? 'away' : 'unreadable'),
      };
    });
  }

  /**
   * Analyses the waiting photos, with models or with stored analyses of the source. Without either, they wait at no cost.
   */
  async analyse({ signal, enough }: StageOptions): Promise<void> {
    const { analyses, analyser, source, progress, clock, readable, modelPause } = this.#with;
    const installed = analysisModels(analyser.installed());
    // Earlier failures may have been caused by the previous models.
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
      next: (inProgress) => {
        signal.throwIfAborted();
        const due = analyses.due(clock(), NODES_AT_ONCE + inProgress.size, readable());
        return Promise.resolve(due.filter(({ id }) => !inProgress.has(id)));
      },
      work: (photo) => this.#analyseOne(photo, signal),
      enough: () => enough() || !this.#anyInstalled || modelPause.isOn,
    });
  }

  async #retryFailed(signal: AbortSignal): Promise<void> {
    while (this.#with.analyses.retryFailed(RETRY_BATCH) > 0) await letOthersRun(signal);
  }

  /** When a failed analysis may be retried, in epoch seconds; undefined if none waits. */
  nextRetryAt(): number | undefined {
    if (!this.#anyInstalled) return undefined;
    return this.#with.modelPause.present?.retryAt ?? this.#with.analyses.nextRetryAt(this.#with.readable());
  }

  get #anyInstalled(): boolean {
    return anyModel(analysisModels(this.#with.analyser.installed()));
  }

  /**
   * Asks the source once for the stored analysis of each waiting photo. For later photos, this happens when they are read.
   */
  async #takeStored({ signal, enough }: StageOptions): Promise<void> {
    const { analyses, progress, clock, readable } = this.#with;
    /** Photos in progress: after an interruption, the source is asked for them again. */
    const inProgress = new Map<number, DueAnalysis>();
    progress.begin(0);
    try {
      await workThrough<DueAnalysis>({
        workers: USUAL_CONCURRENCY,
        next: () => {
          signal.throwIfAborted();
          const due = analyses.dueAfter(this.#asked, clock(), NODES_AT_ONCE, readable());
          for (const photo of due) inProgress.set(photo.id, photo);
          this.#asked = due.at(-1) ?? this.#asked;
          return Promise.resolve(due);
        },
        work: async (photo) => {
          await this.#analyseOne(photo, signal);
          inProgress.delete(photo.id);
        },
        enough,
      });
    } finally {
      const [first] = inProgress.values();
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
