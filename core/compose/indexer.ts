import type { DependencyContainer } from 'tsyringe';
import { PhotoAnalyser } from '../indexer/analyse-photo.ts';
import { CropSweep } from '../indexer/crop-sweep.ts';
import { PhotoDescriber } from '../indexer/describe-photo.ts';
import { NearDuplicatesTask } from '../indexer/duplicates/near-duplicates-task.ts';
import { GeocodingThread } from '../indexer/geocoding-thread.ts';
import { ClockWatch } from '../indexer/clock-watch.ts';
import { Indexer } from '../indexer/indexer.ts';
import { AnalysisKeeper } from '../indexer/keep-analysis.ts';
import { ReadingKeeper } from '../indexer/keep-reading.ts';
import { CloserReader } from '../indexer/levels/closer-photo.ts';
import { CloserStage } from '../indexer/levels/closer-stage.ts';
import { OriginalsBudget } from '../indexer/levels/originals-budget.ts';
import { Seeking } from '../indexer/levels/seeking.ts';
import { SeekingOfSources } from '../indexer/levels/seeking-of-sources.ts';
import { UnreadVideos } from '../indexer/levels/unread-videos.ts';
import { VideoHeads } from '../indexer/levels/video-head.ts';
import { LostCrops } from '../indexer/lost-crops.ts';
import { ModelPause } from '../indexer/model-pause.ts';
import { ModelTakeover } from '../indexer/model-takeover.ts';
import { MotionsTask } from '../indexer/motions-task.ts';
import { PeopleClusterer } from '../indexer/people/people-clusterer.ts';
import { PictureFiles } from '../indexer/picture-files.ts';
import { PhotoProcessor } from '../indexer/process-photo.ts';
import { RunProgress } from '../indexer/progress.ts';
import { StoreFacts } from '../indexer/store-facts.ts';
import { Stages } from '../indexer/stages.ts';
import { StoreFavorites } from '../indexer/store-favorites.ts';
import type { SyncRound } from '../indexer/sync/sync-round.ts';
import { PhotoTagger } from '../indexer/tags/photo-tagger.ts';
import { TaskRound } from '../indexer/task-round.ts';
import { stacksTask } from '../indexer/stacks-task.ts';
import { TripsTask } from '../indexer/trips-task.ts';
import { TextReading } from '../indexer/text-reading.ts';
import { withTransientErrors } from '../indexer/transient-error.ts';
import { VideoReading } from '../indexer/video-reading.ts';
import { InteractiveReads } from '../media/interactive-reads.ts';
import { PhotoReader } from '../media/photo-reader.ts';
import { VideoReader } from '../media/video/video-reader.ts';
import { vectorsFolder } from '../settings/data-folder.ts';
import { Analyses } from '../store/models/analyses.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { OldEmbeddings } from '../store/models/old-embeddings.ts';
import { VectorIndexRecords } from '../store/models/vector-index-records.ts';
import { VectorLog } from '../store/models/vector-log.ts';
import { VectorRows } from '../store/models/vector-rows.ts';
import { ClustererReads } from '../store/people/clusterer-reads.ts';
import { Users } from '../store/accounts/users.ts';
import { Decisions } from '../store/people/decisions.ts';
import { FaceOwners } from '../store/people/face-owners.ts';
import { FoundFaces } from '../store/people/found-faces.ts';
import { People } from '../store/people/people.ts';
import { PersonSums } from '../store/people/person-sums.ts';
import { AutoTags } from '../store/photos/auto-tags.ts';
import { CloserQueue } from '../store/photos/closer-queue.ts';
import { IndexQueue } from '../store/photos/index-queue.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { Motions } from '../store/photos/motions.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { PhotoFolders } from '../store/photos/photo-folders.ts';
import { PhotoHashes } from '../store/photos/photo-hashes.ts';
import { PhotoLabels } from '../store/photos/photo-labels.ts';
import { PhotoFlags } from '../store/photos/photo-flags.ts';
import { PhotoText } from '../store/photos/photo-text.ts';
import { PlaceIds } from '../store/photos/places.ts';
import { SourcePeople } from '../store/photos/source-people.ts';
import { SyncQueue } from '../store/photos/sync-queue.ts';
import { Tags } from '../store/photos/tags.ts';
import { TextLines } from '../store/photos/text-lines.ts';
import { Videos } from '../store/photos/videos.ts';
import { SyncState } from '../store/sync-state.ts';
import type { Transact } from '../store/transact.ts';
import { WriteAheadLog } from '../store/write-ahead-log.ts';
import { StackBuilder } from '../store/stacks/stack-builder.ts';
import { TripBuilder } from '../store/trips/trip-builder.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { LibraryVectors } from '../vectors/library-vectors.ts';
import { countModelFault } from './count-faults.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';
import { registerSources, routedSource, storesOf, syncRound } from './sources.ts';

/** The background work: syncing the index with the source, and analysing photos. */
export function registerIndexer(register: Register): void {
  registerSources(register);
  register(inject.interactive, () => new InteractiveReads());
  register(inject.geocoding, () => new GeocodingThread());
  register(inject.photoReader, (c) => new PhotoReader(c.resolve(inject.config)));
  register(
    inject.vectors,
    (c) =>
      new LibraryVectors({
        provider: () => c.resolve(inject.plugins).vectorIndex,
        models: c.resolve(CurrentModels),
        rows: c.resolve(VectorRows),
        log: c.resolve(VectorLog),
        records: c.resolve(VectorIndexRecords),
        folder: vectorsFolder(c.resolve(inject.config).dataDir),
        key: c.resolve(inject.keys)?.of('vectors') ?? null,
        onError: (error, kind) => {
          c.resolve(inject.log).warn({ kind, err: error }, 'A vector index could not be updated');
        },
      }),
  );
  register(inject.tasks, tasks);
  register(inject.indexer, indexer);
}

/** Tasks after the analysis of photos. The order matters: the search texts of photos contain the names of people. */
function tasks(c: DependencyContainer): BackgroundTask[] {
  const models = c.resolve(CurrentModels);
  const transact = c.resolve(inject.transact);
  return [
    peopleClusterer(c),
    new StoreFavorites({ users: c.resolve(Users), flags: c.resolve(PhotoFlags), clock: c.resolve(inject.clock) }),
    { name: 'names', run: (signal, enough) => c.resolve(inject.people).settle(signal, enough) },
    new PhotoTagger({
      provider: () => c.resolve(inject.plugins).mlProvider,
      models,
      tags: c.resolve(AutoTags),
      text: c.resolve(PhotoText),
      transact,
    }),
    new TripsTask({ builder: c.resolve(TripBuilder), transact }),
    stacksTask({ builder: c.resolve(StackBuilder), transact }),
    new NearDuplicatesTask({ pairs: c.resolve(NearDuplicates), groups: c.resolve(NearGroups), models, transact }),
    { name: 'vectors', run: (signal) => c.resolve(inject.vectors).follow(signal) },
  ];
}

/** Groups faces into people. */
export function peopleClusterer(c: DependencyContainer): PeopleClusterer {
  return new PeopleClusterer({
    groups: c.resolve(ClustererReads),
    owners: c.resolve(FaceOwners),
    people: c.resolve(People),
    decisions: c.resolve(Decisions),
    sums: c.resolve(PersonSums),
    models: c.resolve(CurrentModels),
    state: c.resolve(SyncState),
    vectors: c.resolve(inject.vectors),
    transact: c.resolve(inject.transact),
    clock: c.resolve(inject.clock),
  });
}

function indexer(c: DependencyContainer): Indexer {
  const parts = shared(c);
  const { log } = parts;
  const keeper = new ReadingKeeper({ ...parts, hashes: c.resolve(PhotoHashes) });
  const photoAnalyser = analyser(parts, countModelFault(c));
  const lostCrops = new LostCrops({
    ...parts,
    onError: (uid, error) => {
      log.warn({ err: error }, 'The face pictures of a photo could not be remade');
      log.debug({ uid }, 'They are of this photo');
    },
  });
  const texts = new TextReading({
    ...parts,
    onError: (uid, error) => {
      log.warn({ err: error }, 'A photo could not be read for text');
      log.debug({ uid }, 'It is this photo');
    },
  });
  const videoHeads = new VideoHeads({ ...parts, keeper, analyser: photoAnalyser });
  const onUnknownError = logUnknown(parts);
  const tasks = new TaskRound({
    ...parts,
    tasks: [
      new ModelTakeover({ ...parts, embeddings: c.resolve(OldEmbeddings), vectors: c.resolve(inject.vectors) }),
      ...c.resolve(inject.tasks),
      // The last one, since it waits while users read originals.
      new MotionsTask(parts),
    ],
    onTaskError: (task, error) => {
      log.error({ task, err: error }, 'A background task failed');
    },
  });
  return new Indexer({
    ...parts,
    clockWatch: new ClockWatch({ ...parts, sync: parts.round, tasks }),
    lostCrops,
    onAway: () => {
      c.resolve(inject.sourceWatch).doubt();
    },
    sync: parts.round,
    stages: new Stages({
      ...parts,
      processor: new PhotoProcessor({ ...parts, keeper, onUnknownError }),
      analyser: photoAnalyser,
      crops: new CropSweep(parts),
      lostCrops,
      writeAheadLog: c.resolve(WriteAheadLog),
    }),
    closerStage: new CloserStage({
      ...parts,
      unreadVideos: new UnreadVideos(parts),
      photo: new CloserReader({ ...parts, keeper, texts, analyser: photoAnalyser, videoHeads, onUnknownError }),
    }),
    textReading: texts,
    tasks,
  });
}

type SharedParts = ReturnType<typeof shared>;

/** Parts that several parts of the indexer share. */
function shared(c: DependencyContainer) {
  const config = c.resolve(inject.config);
  const clock = c.resolve(inject.clock);
  const geocoding = c.resolve(inject.geocoding);
  const state = c.resolve(SyncState);
  const transact = withTransientErrors(c.resolve(inject.transact));
  const timeZone = c.resolve(inject.timeZone);
  const metered = (): boolean => round.isMetered;
  const source = routedSource(c, () => round);
  const motions = c.resolve(Motions);
  const reader = c.resolve(inject.photoReader);
  const programs = new VideoReader(c.resolve(inject.videoPrograms), c.resolve(inject.sourceTap));
  const parts = {
    config,
    clock,
    geocoding,
    log: c.resolve(inject.log),
    ml: () => c.resolve(inject.plugins).mlProvider,
    modelPause: new ModelPause({ config, clock, log: c.resolve(inject.log) }),
    source,
    reader,
    videoReading: new VideoReading({ source, reader, videos: programs }),
    describer: new PhotoDescriber(timeZone, clock, (positions, signal) => geocoding.places(positions, signal)),
    thumbs: new PictureFiles(c.resolve(inject.thumbs)),
    crops: new PictureFiles(c.resolve(inject.crops)),
    progress: new RunProgress(),
    syncQueue: c.resolve(SyncQueue),
    queue: c.resolve(IndexQueue),
    closer: c.resolve(CloserQueue),
    seeking: seekingOfSources(c, transact),
    budget: new OriginalsBudget({ state, transact, clock, config, timeZone, metered }),
    interactive: c.resolve(inject.interactive),
    metered,
    analyses: c.resolve(Analyses),
    faces: c.resolve(FoundFaces),
    labels: c.resolve(PhotoLabels),
    lines: c.resolve(TextLines),
    models: c.resolve(CurrentModels),
    places: c.resolve(PlaceIds),
    text: c.resolve(PhotoText),
    videos: c.resolve(Videos),
    said: new StoreFacts({
      tags: c.resolve(Tags),
      flags: c.resolve(PhotoFlags),
      sourcePeople: c.resolve(SourcePeople),
      folders: c.resolve(PhotoFolders),
      motions,
      handsOutMotions: () => source.handsOutMotions,
    }),
    motions,
    state,
    transact,
    readable: () => round.readable,
    isReadable: (uid: string) => round.readable.includes(c.resolve(inject.sourceRegistry).of(uid).id),
  };
  const round: SyncRound = syncRound(c, parts);
  return { ...parts, round };
}

function seekingOfSources(c: DependencyContainer, transact: Transact): SeekingOfSources {
  const registry = c.resolve(inject.sourceRegistry);
  return new SeekingOfSources({
    sources: () => registry.known.map(({ id }) => id),
    sourceOf: (uid) => registry.of(uid).id,
    track: (id) => new Seeking({ ...storesOf(c, id), transact, closer: c.resolve(CloserQueue) }),
  });
}

/** The analyser of photos. */
function analyser(parts: SharedParts, countFault: (error: unknown) => boolean): PhotoAnalyser {
  const onUnknownError = logUnknown(parts);
  return new PhotoAnalyser({
    ...parts,
    keeper: new AnalysisKeeper(parts),
    onProviderError: (error) => {
      if (!countFault(error)) onUnknownError(error);
    },
    onWrongStored: (uid, reason) => {
      parts.log.warn({ reason }, 'The stored analysis of a photo is not used');
      parts.log.debug({ uid }, 'It is of this photo');
    },
  });
}

const logUnknown =
  ({ log }: Pick<SharedParts, 'log'>) =>
  (error: unknown): void => {
    log.error({ err: error }, 'A photo failed unexpectedly');
  };
