import type { Analyses } from '../store/models/analyses.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { IndexerLog } from './indexer-log.ts';
import type { RunProgress } from './progress.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { CloserStage } from './levels/closer-stage.ts';
import type { CloserQueue } from '../store/photos/closer-queue.ts';
import type { LostCrops } from './lost-crops.ts';
import type { GeocodingThread } from './geocoding-thread.ts';
import type { ModelPause } from './model-pause.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { Stages } from './stages.ts';
import type { RoutedSource } from './sync/routed-source.ts';
import type { SyncRound } from './sync/sync-round.ts';
import type { TextReading } from './text-reading.ts';
import type { TaskRound } from './task-round.ts';

/** The parts of the indexer. */
export interface IndexerParts {
  readonly config: { readonly syncInterval: number };
  readonly log: IndexerLog;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly ml: () => MlProvider | undefined;
  readonly modelPause: ModelPause;
  readonly reader: PhotoReader;
  readonly geocoding: GeocodingThread;
  readonly source: RoutedSource;
  readonly sync: SyncRound;
  readonly stages: Stages;
  readonly closerStage: CloserStage;
  readonly textReading: TextReading;
  readonly lostCrops: LostCrops;
  readonly tasks: TaskRound;
  readonly progress: RunProgress;
  readonly clockWatch: ClockWatch;
  readonly queue: IndexQueue;
  readonly closer: CloserQueue;
  readonly analyses: Analyses;
  /** Called when a cycle pauses because the source seems to be unreachable. */
  readonly onAway?: () => void;
}
