import { OffTimeline } from '../store/albums/off-timeline.ts';
import { OwnAlbumPhotos } from '../store/albums/own-album-photos.ts';
import { OwnAlbums } from '../store/albums/own-albums.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import { LoginFailures } from '../store/accounts/login-failures.ts';
import { SecondFactorMarks } from '../store/accounts/second-factor-marks.ts';
import { SessionTokens } from '../store/accounts/session-tokens.ts';
import { SignInLinks } from '../store/accounts/sign-in-links.ts';
import { Users } from '../store/accounts/users.ts';
import { Withholdings } from '../store/household/withholdings.ts';
import { Analyses } from '../store/models/analyses.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { ImageEmbeddings, ImageSample } from '../store/models/image-embeddings.ts';
import { OldEmbeddings } from '../store/models/old-embeddings.ts';
import { VectorIndexRecords } from '../store/models/vector-index-records.ts';
import { VectorLog } from '../store/models/vector-log.ts';
import { VectorRows } from '../store/models/vector-rows.ts';
import { ClustererReads } from '../store/people/clusterer-reads.ts';
import { Decisions } from '../store/people/decisions.ts';
import { FaceOwners } from '../store/people/face-owners.ts';
import { Faces } from '../store/people/faces.ts';
import { FoundFaces } from '../store/people/found-faces.ts';
import { MergedPeople } from '../store/people/merged-people.ts';
import { MergeRecords } from '../store/people/merge-records.ts';
import { People } from '../store/people/people.ts';
import { PeopleOnPhotos } from '../store/people/people-on-photos.ts';
import { PersonList } from '../store/people/person-list.ts';
import { PersonSums } from '../store/people/person-sums.ts';
import { SyncedAlbums } from '../store/photos/synced-albums.ts';
import { Albums } from '../store/photos/albums.ts';
import { AutoTags } from '../store/photos/auto-tags.ts';
import { CloserQueue } from '../store/photos/closer-queue.ts';
import { Duplicates } from '../store/photos/duplicates.ts';
import { EditRecords } from '../store/photos/edit-records.ts';
import { EditedFacts } from '../store/photos/edited-facts.ts';
import { Failures } from '../store/photos/failures.ts';
import { IndexQueue } from '../store/photos/index-queue.ts';
import { LevelCounts } from '../store/photos/level-counts.ts';
import { LibraryCounts } from '../store/photos/library-counts.ts';
import { Motions } from '../store/photos/motions.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { FolderSwitch } from '../store/photos/folder-switch.ts';
import { PhotoFlags } from '../store/photos/photo-flags.ts';
import { PhotoLabels } from '../store/photos/photo-labels.ts';
import { PhotoFolders } from '../store/photos/photo-folders.ts';
import { PhotoHashes } from '../store/photos/photo-hashes.ts';
import { PhotoText, StaleTexts } from '../store/photos/photo-text.ts';
import { PhotoOriginals } from '../store/photos/photo-originals.ts';
import { Photos } from '../store/photos/photos.ts';
import { PlaceIds, Places } from '../store/photos/places.ts';
import { SourcePeople } from '../store/photos/source-people.ts';
import { SyncQueue } from '../store/photos/sync-queue.ts';
import { Tags } from '../store/photos/tags.ts';
import { TextIndex } from '../store/photos/text-index.ts';
import { TextLines } from '../store/photos/text-lines.ts';
import { ThumbCensus } from '../store/photos/thumb-census.ts';
import { Videos } from '../store/photos/videos.ts';
import { StackBuilder } from '../store/stacks/stack-builder.ts';
import { StackDecisions } from '../store/stacks/stack-decisions.ts';
import { StackSteps, TripSteps } from '../store/decision-steps.ts';
import { StackTimes } from '../store/stacks/stack-times.ts';
import { Stacks } from '../store/stacks/stacks.ts';
import { MonthHomes } from '../store/trips/month-homes.ts';
import { TripBuilder } from '../store/trips/trip-builder.ts';
import { TripDays } from '../store/trips/trip-days.ts';
import { TripDecisions } from '../store/trips/trip-decisions.ts';
import { Trips } from '../store/trips/trips.ts';
import { EventListeners } from '../store/events/event-listeners.ts';
import { LibraryEvents } from '../store/events/library-events.ts';
import { ShareRows } from '../store/shares/share-rows.ts';
import { SharedLists } from '../store/shares/shared-lists.ts';
import { SharingSwitch } from '../store/shares/sharing-switch.ts';
import { BackupCopyRecords } from '../store/backup-copy-records.ts';
import { LibraryZone } from '../store/library-zone.ts';
import { PluginSettingRows } from '../store/plugin-setting-rows.ts';
import { PluginState } from '../store/plugin-state.ts';
import { SourceCounts } from '../store/photos/source-counts.ts';
import { Sources } from '../store/sources.ts';
import { SyncState } from '../store/sync-state.ts';
import { transactOn } from '../store/transact.ts';
import { WriteAheadLog } from '../store/write-ahead-log.ts';
import { withheldOn } from '../db/withheld.ts';
import { Facets } from '../timeline/facets.ts';
import { LibraryCameras } from '../timeline/camera-census.ts';
import { LibraryNames } from '../timeline/library-names.ts';
import { Selections } from '../timeline/selections.ts';
import { StackCensus } from '../timeline/stack-census.ts';
import { PhotoSummaries } from '../timeline/summaries.ts';
import { ThingSets } from '../timeline/thing-sets.ts';
import { Timeline } from '../timeline/timeline.ts';
import { TripsInTimeline } from '../timeline/trips-in-timeline.ts';
import { WithheldSets } from '../timeline/withheld-sets.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Stores that need only the database. */
const stores = [
  ...[AuditEntries, LoginFailures, SecondFactorMarks, SessionTokens, SignInLinks, Users],
  ...[Analyses, CurrentModels, ImageEmbeddings, ImageSample, OldEmbeddings],
  ...[VectorIndexRecords, VectorLog, VectorRows],
  ...[OffTimeline, OwnAlbumPhotos, OwnAlbums],
  ...[ClustererReads, Decisions, FaceOwners, Faces, FoundFaces, MergedPeople, MergeRecords],
  ...[People, PeopleOnPhotos, PersonList, PersonSums],
  ...[
    SyncedAlbums,
    Albums,
    AutoTags,
    CloserQueue,
    Duplicates,
    EditRecords,
    EditedFacts,
    Failures,
    IndexQueue,
    LibraryCounts,
    Motions,
    NearDuplicates,
    NearGroups,
  ],
  ...[
    FolderSwitch,
    LevelCounts,
    PhotoFlags,
    PhotoFolders,
    PhotoHashes,
    PhotoLabels,
    PhotoOriginals,
    PhotoText,
    Photos,
    PlaceIds,
    Places,
    SourcePeople,
  ],
  ...[ShareRows, SharedLists, SharingSwitch],
  ...[StackDecisions, StackSteps, StackTimes, Stacks],
  ...[SyncQueue, TextIndex, TextLines, ThumbCensus, Videos],
  ...[TripDays, TripDecisions, TripSteps, Trips],
  ...[EventListeners, Withholdings],
  ...[
    BackupCopyRecords,
    LibraryZone,
    PluginSettingRows,
    PluginState,
    Sources,
    SourceCounts,
    SyncState,
    WriteAheadLog,
    Facets,
  ],
];

/** Registers all stores of the index under their classes. */
export function registerStores(register: Register): void {
  for (const Store of stores) register<object>(Store, (c) => new Store(c.resolve(inject.db)));
  register(LibraryEvents, (c) => new LibraryEvents({ db: c.resolve(inject.db), clock: c.resolve(inject.clock) }));
  register(inject.transact, (c) => transactOn(c.resolve(inject.db)));
  register(inject.timeZone, (c) => {
    const zone = c.resolve(LibraryZone);
    return () => zone.chosen ?? c.resolve(inject.config).timeZone();
  });
  register(Tags, (c) => new Tags({ db: c.resolve(inject.db), text: c.resolve(PhotoText) }));
  register(StaleTexts, (c) => new StaleTexts({ db: c.resolve(inject.db), text: c.resolve(PhotoText) }));
  register(MonthHomes, (c) => new MonthHomes({ db: c.resolve(inject.db), days: c.resolve(TripDays) }));
  register(TripBuilder, (c) => {
    const [days, homes] = [c.resolve(TripDays), c.resolve(MonthHomes)];
    return new TripBuilder({ days, homes, trips: c.resolve(Trips), decisions: c.resolve(TripDecisions) });
  });
  register(TripsInTimeline, (c) => {
    const [trips, decisions] = [c.resolve(Trips), c.resolve(TripDecisions)];
    return new TripsInTimeline({ trips, decisions, homes: c.resolve(MonthHomes) });
  });
  register(inject.withheld, (c) => withheldOn(c.resolve(inject.db)));
  register(
    WithheldSets,
    (c) =>
      new WithheldSets({
        db: c.resolve(inject.db),
        withholdings: c.resolve(Withholdings),
        timeline: c.resolve(Timeline),
        facets: c.resolve(Facets),
        selections: c.resolve(Selections),
      }),
  );
  register(Timeline, (c) => new Timeline(c.resolve(inject.db)));
  register(ThingSets, (c) => new ThingSets({ db: c.resolve(inject.db), timeline: c.resolve(Timeline) }));
  register(
    Selections,
    (c) =>
      new Selections({
        db: c.resolve(inject.db),
        timeline: c.resolve(Timeline),
        facets: c.resolve(Facets),
        places: c.resolve(Places),
        folders: c.resolve(PhotoFolders),
        withheld: c.resolve(inject.withheld),
        things: c.resolve(ThingSets),
        trips: c.resolve(TripsInTimeline),
        albums: {
          ruleOf: (album, userId) => c.resolve(inject.photoRules).ofAlbum(album, userId),
          offTimeline: () => c.resolve(OffTimeline).all(),
          byHand: (album) => c.resolve(OwnAlbumPhotos).byHand(album),
        },
      }),
  );
  register(StackBuilder, (c) => {
    const [times, stacks] = [c.resolve(StackTimes), c.resolve(Stacks)];
    return new StackBuilder({ times, stacks, decisions: c.resolve(StackDecisions) });
  });
  register(
    PhotoSummaries,
    (c) =>
      new PhotoSummaries({
        db: c.resolve(inject.db),
        timeline: c.resolve(Timeline),
        facets: c.resolve(Facets),
        stacks: new StackCensus({ timeline: c.resolve(Timeline), withheld: c.resolve(inject.withheld) }),
      }),
  );
  register(
    LibraryCameras,
    (c) => new LibraryCameras({ timeline: c.resolve(Timeline), selections: c.resolve(Selections) }),
  );
  register(
    LibraryNames,
    (c) =>
      new LibraryNames({
        db: c.resolve(inject.db),
        people: c.resolve(PersonList),
        timeline: c.resolve(Timeline),
        selections: c.resolve(Selections),
        facets: c.resolve(Facets),
      }),
  );
}
