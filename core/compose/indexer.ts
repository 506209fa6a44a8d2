import type { DependencyContainer } from 'tsyringe';
import { facesFolder, thumbsFolder, vectorsFolder } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import { AlbumIntake } from '../store/photos/album-intake.ts';
import { Analyses } from '../store/models/analyses.ts';
import { AutoTags } from '../store/photos/auto-tags.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { Decisions } from '../store/people/decisions.ts';
import { FaceOwners } from '../store/people/face-owners.ts';
import { ClustererReads } from '../store/people/clusterer-reads.ts';
import { FoundFaces } from '../store/people/found-faces.ts';
import { People } from '../store/people/people.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { OldEmbeddings } from '../store/models/old-embeddings.ts';
import { PersonSums } from '../store/people/person-sums.ts';
import { PhotoHashes } from '../store/photos/photo-hashes.ts';
import { SyncQueue } from '../store/photos/sync-queue.ts';
import { IndexQueue } from '../store/photos/index-queue.ts';
import { PlaceIntake } from '../store/photos/place-intake.ts';
import { SyncState } from '../store/sync-state.ts';
import { transactOn } from '../store/transact.ts';
import { WriteAheadLog } from '../store/write-ahead-log.ts';
import { VectorIndexRecords } from '../store/models/vector-index-records.ts';
import { VectorLog } from '../store/models/vector-log.ts';
import { VectorRows } from '../store/models/vector-rows.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { createIndexer } from '../indexer/create-indexer.ts';
import { NearDuplicatesTask } from '../indexer/duplicates/near-duplicates-task.ts';
import type { Indexer } from '../indexer/indexer.ts';
import { PeopleClusterer } from '../indexer/people/people-clusterer.ts';
import { PhotoTagger } from '../indexer/tags/photo-tagger.ts';
import { LibraryVectors } from '../vectors/library-vectors.ts';
import { inject } from './inject.ts';

/** The vector indexes, in step with the database. */
export function composeVectors(c: DependencyContainer, config: Config): LibraryVectors {
  const db = c.resolve(inject.db);
  return new LibraryVectors({
    provider: () => c.resolve(inject.plugins).vectorIndex,
    models: new CurrentModels(db),
    rows: new VectorRows(db),
    log: new VectorLog(db),
    records: new VectorIndexRecords(db),
    folder: vectorsFolder(config.dataDir),
    onError: (error, kind) => {
      c.resolve(inject.log).warn({ kind, err: error }, 'A vector index cannot follow the library');
    },
  });
}

/** Keeps the index like the source, and works on what the models find. */
export function composeIndexer(c: DependencyContainer, config: Config): Indexer {
  const db = c.resolve(inject.db);
  return createIndexer({
    config,
    log: c.resolve(inject.log),
    clock: c.resolve(inject.clock),
    source: () => c.resolve(inject.plugins).photoSource,
    ml: () => c.resolve(inject.plugins).mlProvider,
    reader: c.resolve(inject.photoReader),
    thumbsDir: thumbsFolder(config.dataDir),
    cropsDir: facesFolder(config.dataDir),
    tasks: tasks(c),
    stores: {
      photoIntake: new SyncQueue(db),
      photoWork: new IndexQueue(db),
      albumIntake: new AlbumIntake(db),
      placeIntake: new PlaceIntake(db),
      analyses: new Analyses(db),
      foundFaces: new FoundFaces(db),
      currentModels: new CurrentModels(db),
      oldEmbeddings: new OldEmbeddings(db),
      photoHashes: new PhotoHashes(db),
      photoText: c.resolve(inject.photoText),
      syncState: new SyncState(db),
      transact: transactOn(db),
      writeAheadLog: new WriteAheadLog(db),
    },
  });
}

/** What happens after photos were analysed, in this order: who is on them decides what texts say. */
function tasks(c: DependencyContainer): BackgroundTask[] {
  const db = c.resolve(inject.db);
  return [
    new PeopleClusterer({
      groups: new ClustererReads(db),
      owners: new FaceOwners(db),
      people: new People(db),
      decisions: new Decisions(db),
      sums: new PersonSums(db),
      models: new CurrentModels(db),
      state: new SyncState(db),
      vectors: c.resolve(inject.vectors),
      transact: transactOn(db),
      clock: c.resolve(inject.clock),
    }),
    { name: 'names', run: (signal) => c.resolve(inject.people).settle(signal) },
    new PhotoTagger({
      provider: () => c.resolve(inject.plugins).mlProvider,
      models: new CurrentModels(db),
      tags: new AutoTags(db),
      text: c.resolve(inject.photoText),
      transact: transactOn(db),
    }),
    new NearDuplicatesTask({
      pairs: new NearDuplicates(db),
      groups: new NearGroups(db),
      models: new CurrentModels(db),
      transact: transactOn(db),
    }),
    { name: 'vectors', run: (signal) => c.resolve(inject.vectors).follow(signal) },
  ];
}
