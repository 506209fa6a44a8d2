import type { AlbumIntake } from '../store/photos/album-intake.ts';
import type { Analyses } from '../store/models/analyses.ts';
import type { CurrentModels } from '../store/models/current-models.ts';
import type { FoundFaces } from '../store/people/found-faces.ts';
import type { OldEmbeddings } from '../store/models/old-embeddings.ts';
import type { PhotoHashes } from '../store/photos/photo-hashes.ts';
import type { SyncQueue } from '../store/photos/sync-queue.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import type { PlaceIntake } from '../store/photos/place-intake.ts';
import type { SyncState } from '../store/sync-state.ts';
import type { Transact } from '../store/transact.ts';
import type { WriteAheadLog } from '../store/write-ahead-log.ts';
import { faceCropPath } from '../domain/face-crop-path.ts';
import { thumbPath } from '../domain/thumb-path.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { PhotoSource } from '../plugin-api/photo-source.ts';
import { PhotoAnalyser } from './analyse-photo.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { CheckedSource } from './sync/checked-source.ts';
import { PhotoDescriber } from './describe-photo.ts';
import { CropSweep } from './crop-sweep.ts';
import { ChangesFollower } from './sync/follow-changes.ts';
import { TimelinePass } from './sync/full-pass.ts';
import { GeocodingThread } from './geocoding-thread.ts';
import { AnalysisKeeper } from './keep-analysis.ts';
import { ModelTakeover } from './model-takeover.ts';
import { Indexer, type IndexerLog } from './indexer.ts';
import { LossGuard } from './sync/loss-guard.ts';
import { LostCrops } from './lost-crops.ts';
import { PageIntake } from './sync/page-intake.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import { PictureFiles } from './picture-files.ts';
import { PhotoProcessor } from './process-photo.ts';
import { RunProgress } from './progress.ts';
import { Redescriber } from './redescribe.ts';
import { Stages } from './stages.ts';
import { AlbumSync } from './sync/sync-albums.ts';
import { Sync } from './sync/sync.ts';
import { TaskRound } from './task-round.ts';

export interface IndexerConfig {
  readonly syncInterval: number;
  readonly syncLimit: number;
  /** Seconds. */
  readonly clusterInterval: number;
  readonly workers: number;
  readonly deletionGrace: number;
  readonly maxPhotoBytes: number;
  readonly timeZone: string;
}

/** What the indexer is made of from outside. */
export interface IndexerParts {
  readonly config: IndexerConfig;
  readonly log: IndexerLog;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly source: () => PhotoSource;
  readonly ml: () => MlProvider | undefined;
  readonly reader: PhotoReader;
  readonly thumbsDir: string;
  /** Of the crops of faces. */
  readonly cropsDir: string;
  /** What follows the stages, in this order. */
  readonly tasks?: readonly BackgroundTask[];
  readonly stores: {
    readonly photoIntake: SyncQueue;
    readonly photoWork: IndexQueue;
    readonly albumIntake: AlbumIntake;
    readonly placeIntake: PlaceIntake;
    readonly analyses: Analyses;
    readonly foundFaces: FoundFaces;
    readonly currentModels: CurrentModels;
    readonly oldEmbeddings: OldEmbeddings;
    readonly photoHashes: PhotoHashes;
    readonly photoText: PhotoText;
    readonly syncState: SyncState;
    readonly transact: Transact;
    readonly writeAheadLog: WriteAheadLog;
  };
}

/** Puts the indexer together. */
export function createIndexer({ config, log, clock, ml, reader, stores, ...parts }: IndexerParts): Indexer {
  const { photoIntake: intake, photoWork: work, placeIntake: places, photoText: text } = stores;
  const { albumIntake, analyses, foundFaces: faces, currentModels: models, syncState: state, transact } = stores;
  const source = new CheckedSource(parts.source);
  const thumbs = new PictureFiles((id) => thumbPath(parts.thumbsDir, id));
  const crops = new PictureFiles((id) => faceCropPath(parts.cropsDir, id));
  const progress = new RunProgress();
  const logUnknown = (error: unknown): void => {
    log.error({ err: error }, 'A photo failed for an unknown reason');
  };

  const geocoding = new GeocodingThread();
  const describer = new PhotoDescriber(config, clock, (positions, signal) => geocoding.places(positions, signal));
  const redescriber = new Redescriber({ source, describer, intake, work, places, text });
  const pages = new PageIntake({ intake, redescriber, clock, defaultZone: describer.defaultZone });
  const albums = new AlbumSync({ source, albums: albumIntake, text, state, transact });
  const guard = new LossGuard({ intake, state, clock });
  const pass = new TimelinePass({
    guard,
    source,
    intake,
    work,
    pages,
    redescriber,
    albums,
    thumbs,
    state,
    transact,
    clock,
  });
  const changes = new ChangesFollower({ guard, source, intake, pages, redescriber, albums, state, transact, clock });
  const sync = new Sync({
    source,
    guard,
    intake,
    pass,
    changes,
    albums,
    state,
    transact,
    clock,
    limit: config.syncLimit,
  });

  const shared = { source, reader, analyses, transact, clock, config };
  const processor = new PhotoProcessor({
    ...shared,
    describer,
    thumbs,
    work,
    hashes: stores.photoHashes,
    places,
    text,
    onUnknownError: logUnknown,
  });
  const analyser = new PhotoAnalyser({
    ...shared,
    ml,
    faces,
    keeper: new AnalysisKeeper({ analyses, faces, models, crops, transact, clock }),
    onProviderError: logUnknown,
    onWrongStored: (uid, reason) => {
      log.warn({ reason }, 'The stored analysis of a photo is not used');
      log.debug({ uid }, 'It is of this photo');
    },
  });
  const lostCrops = new LostCrops({
    ...shared,
    ml,
    faces,
    crops,
    onError: (uid, error) => {
      log.warn({ err: error }, 'The faces in a photo cannot be cut out of it again');
      log.debug({ uid }, 'They are of this photo');
    },
  });
  const stages = new Stages({
    config,
    clock,
    ml,
    source,
    processor,
    analyser,
    thumbs,
    crops: new CropSweep({ faces, crops, transact }),
    lostCrops,
    intake,
    work,
    analyses,
    transact,
    writeAheadLog: stores.writeAheadLog,
    progress,
  });
  const tasks = new TaskRound({
    tasks: [new ModelTakeover({ ml, models, embeddings: stores.oldEmbeddings, transact, log }), ...(parts.tasks ?? [])],
    config,
    clock,
    onTaskError: (task, error) => {
      log.error({ task, err: error }, 'A background task failed');
    },
  });
  return new Indexer({
    config,
    log,
    clock,
    ml,
    reader,
    geocoding,
    sync,
    stages,
    lostCrops,
    tasks,
    progress,
    work,
    analyses,
    state,
  });
}
