import type { Analyses, DueAnalysis } from '../index-store/analyses.ts';
import type { PhotoIntake } from '../index-store/photo-intake.ts';
import type { DuePhoto, PhotoWork } from '../index-store/photo-work.ts';
import type { Transact } from '../index-store/transact.ts';
import type { MlModels, MlProvider } from '../plugin-api/ml-provider.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import { analysisModels, type PhotoAnalyser } from './analyse-photo.ts';
import type { CheckedSource } from './checked-source.ts';
import { workThrough } from './work-through.ts';
import { letOthersRun } from './pause.ts';
import { PhotoError } from './photo-error.ts';
import type { PhotoProcessor } from './process-photo.ts';
import type { RunProgress } from './progress.ts';
import type { ThumbFiles } from './thumb-files.ts';

/** Photos whose nodes are fetched at once. */
const NODES_AT_ONCE = 100;

const PURGE_BATCH = 100;
const OUTDATE_BATCH = 1000;

/** Pictures that are with the models at a time: while one is computed, the next is fetched and decoded. */
const ANALYSES_AT_ONCE = 2;

interface Dependencies {
  readonly config: { readonly workers: number; readonly deletionGrace: number };
  readonly clock: () => number;
  readonly source: CheckedSource;
  readonly processor: PhotoProcessor;
  readonly analyser: PhotoAnalyser;
  readonly thumbs: ThumbFiles;
  readonly intake: PhotoIntake;
  readonly work: PhotoWork;
  readonly analyses: Analyses;
  readonly transact: Transact;
  readonly progress: RunProgress;
}

export interface StageOptions {
  readonly signal: AbortSignal;
  /** Asked before each photo: whether the stage should make way. */
  readonly enough: () => boolean;
}

/** A photo together with what the source says of it. */
type PreparedPhoto = DuePhoto & { readonly node: SourceNode | PhotoError };

/** What a cycle does after the sync. */
export class Stages {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Removes photos whose grace is over. Files first: a row that was left behind is found again, a file without a row
   * never.
   */
  async purge(signal: AbortSignal): Promise<void> {
    const { intake, thumbs, transact, clock, config } = this.#with;
    for (;;) {
      const ids = intake.purgeable(clock() - config.deletionGrace, PURGE_BATCH);
      if (ids.length === 0) return;
      transact(() => {
        intake.condemn(ids);
      });
      for (const id of ids) await thumbs.remove(id);
      transact(() => {
        intake.purge(ids);
      });
      await letOthersRun(signal);
    }
  }

  /**
   * Reads the photos that are due. @returns how they ended
   * @throws Trouble when something is in the way
   */
  async index({ signal, enough }: StageOptions): Promise<{ indexed: number; failed: number }> {
    const { work, processor, progress, config, clock } = this.#with;
    const counts = { indexed: 0, failed: 0 };
    const total = work.counts(clock()).due;
    if (total === 0) return counts;
    progress.begin(total);
    await workThrough<PreparedPhoto>({
      workers: config.workers,
      next: (inHand) => this.#prepare(inHand, signal),
      work: async ({ node, ...photo }) => {
        counts[await processor.process(photo, node, signal)] += 1;
        progress.advance();
      },
      enough,
    });
    return counts;
  }

  async #prepare(inHand: ReadonlySet<number>, signal: AbortSignal): Promise<PreparedPhoto[]> {
    const { work, source, clock } = this.#with;
    signal.throwIfAborted();
    const due = work.due(clock(), NODES_AT_ONCE + inHand.size).filter(({ id }) => !inHand.has(id));
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
      return { ...photo, node: nodes.get(photo.uid) ?? new PhotoError(reason) };
    });
  }

  /** Runs the photos that wait for it through the models, if there are any; without, they wait and cost nothing. */
  async analyse(provider: MlProvider, { signal, enough }: StageOptions): Promise<void> {
    const { analyses, progress, clock } = this.#with;
    const models = provider.models();
    const installed = analysisModels(models);
    if (installed.faces === null && installed.image === null) return;
    while (analyses.outdate(installed, OUTDATE_BATCH) > 0) await letOthersRun(signal);
    const total = analyses.dueCount(clock());
    if (total === 0) return;
    progress.begin(total);
    await this.#analyseDue(provider, models, { signal, enough });
  }

  #analyseDue(provider: MlProvider, models: MlModels, { signal, enough }: StageOptions): Promise<void> {
    const { analyses, analyser, progress, clock } = this.#with;
    return workThrough<DueAnalysis>({
      workers: ANALYSES_AT_ONCE,
      next: (inHand) => {
        signal.throwIfAborted();
        const due = analyses.due(clock(), NODES_AT_ONCE + inHand.size);
        return Promise.resolve(due.filter(({ id }) => !inHand.has(id)));
      },
      work: async (photo) => {
        await analyser.analyse(photo, provider, models, signal);
        progress.advance();
      },
      enough,
    });
  }
}
