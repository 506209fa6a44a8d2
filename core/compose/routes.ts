import type { DependencyContainer } from 'tsyringe';
import { pluginRoute } from '../http/plugin-routes.ts';
import type { Route } from '../http/pipeline/route.ts';
import { adminRoutes } from '../http/routes/admin.ts';
import { albumRoutes } from '../http/routes/albums.ts';
import { auditRoutes } from '../http/routes/audit.ts';
import { backupTargetRoutes } from '../http/routes/backup-targets.ts';
import { authRoutes } from '../http/routes/auth.ts';
import { similarPeopleRoutes } from '../http/routes/similar-people.ts';
import { downloadRoutes } from '../http/routes/downloads.ts';
import { encryptionRoutes } from '../http/routes/encryption.ts';
import { faceRoutes } from '../http/routes/faces.ts';
import { folderRoutes } from '../http/routes/folders.ts';
import { householdRoutes } from '../http/routes/household.ts';
import { ownHiddenRoutes } from '../http/routes/own-hidden.ts';
import { indexerRoutes } from '../http/routes/indexer.ts';
import { sourceRoutes } from '../http/routes/sources.ts';
import { mediaRoutes } from '../http/routes/media.ts';
import { namingRoutes } from '../http/routes/naming.ts';
import { peopleMergeRoutes } from '../http/routes/people-merges.ts';
import { peopleRoutes } from '../http/routes/people.ts';
import { photoRoutes } from '../http/routes/photos.ts';
import { ownAccountRoutes } from '../http/routes/own-account.ts';
import { ownFactorRoutes } from '../http/routes/own-factors.ts';
import { placeRoutes } from '../http/routes/places.ts';
import { pluginSettingRoutes } from '../http/routes/plugin-settings.ts';
import { pluginPagesRoute } from '../http/routes/plugin-pages.ts';
import { searchRoutes } from '../http/routes/search.ts';
import { setupRoutes } from '../http/routes/setup.ts';
import { shareRoutes } from '../http/routes/shares.ts';
import { sharedRoutes } from '../http/routes/shared.ts';
import { signInLinkRoutes } from '../http/routes/sign-in-links.ts';
import { signRoutes } from '../http/routes/sign.ts';
import { stackRoutes } from '../http/routes/stacks.ts';
import { tagRoutes } from '../http/routes/tags.ts';
import { tripRoutes } from '../http/routes/trips.ts';
import { notLocked, unlockRoute } from '../http/routes/unlock.ts';
import { userRoutes } from '../http/routes/users.ts';
import { Users } from '../store/accounts/users.ts';
import { Withholdings } from '../store/household/withholdings.ts';
import { LibraryZone } from '../store/library-zone.ts';
import { PeopleOnPhotos } from '../store/people/people-on-photos.ts';
import { Faces } from '../store/people/faces.ts';
import { EditRecords } from '../store/photos/edit-records.ts';
import { EditedFacts } from '../store/photos/edited-facts.ts';
import { Failures } from '../store/photos/failures.ts';
import { PersonList } from '../store/people/person-list.ts';
import { PhotoFolders } from '../store/photos/photo-folders.ts';
import { PhotoFlags } from '../store/photos/photo-flags.ts';
import { Household } from '../services/household.ts';
import { OwnHiding } from '../services/own-hidden.ts';
import { FactEdits } from '../services/fact-edits.ts';
import { FolderLibrary } from '../services/folders/folder-library.ts';
import { AlbumEdits } from '../services/albums/album-edits.ts';
import { Indexing } from '../services/indexing.ts';
import { JpegRenderer } from '../services/jpeg-renderer.ts';
import { Media } from '../services/media.ts';
import { MemoryTitles } from '../services/memory-titles.ts';
import { OwnerEntry } from '../services/sign-in/owner-entry.ts';
import { PhotoEdits } from '../services/photo-edits.ts';
import { PhotoMetadataReader } from '../services/photo-metadata.ts';
import { PluginAdministration } from '../services/plugin-administration.ts';
import { Photos } from '../store/photos/photos.ts';
import { PhotoText } from '../store/photos/photo-text.ts';
import { PlaceIds, Places } from '../store/photos/places.ts';
import { Tags } from '../store/photos/tags.ts';
import { TripBuilder } from '../store/trips/trip-builder.ts';
import { TripDecisions } from '../store/trips/trip-decisions.ts';
import { TripSteps } from '../store/decision-steps.ts';
import { Trips } from '../store/trips/trips.ts';
import { Facets } from '../timeline/facets.ts';
import { Selections } from '../timeline/selections.ts';
import { Timeline } from '../timeline/timeline.ts';
import { ReadableMedia } from '../services/readable-media.ts';
import { TagCloud } from '../services/tag-cloud.ts';
import { TripEdits } from '../services/trips/trip-edits.ts';
import { UserAdministration } from '../services/user-administration.ts';
import { inject } from './inject.ts';
import { albumStores } from './album-stores.ts';
import { composeShares } from './shares.ts';
import { composeStacks } from './stacks.ts';

/** All routes of one server: its own, and those of its plugins. */
export function composeRoutes(c: DependencyContainer): Route[] {
  const config = c.resolve(inject.config);
  const parts = {
    transact: c.resolve(inject.transact),
    library: c.resolve(inject.library),
    timeline: c.resolve(Timeline),
    selections: c.resolve(Selections),
    photos: c.resolve(Photos),
    facets: c.resolve(Facets),
    places: c.resolve(Places),
    withheld: c.resolve(inject.withheld),
    tags: c.resolve(Tags),
    signer: c.resolve(inject.mediaAccess),
    source: c.resolve(inject.readableSource),
  };
  const reader = c.resolve(inject.photoReader);
  const plugins = c.resolve(inject.plugins);
  const secondFactors = c.resolve(inject.secondFactors);
  const peopleParts = { ...c.resolve(inject.people), signer: parts.signer };
  const facts = new FactEdits({
    edited: c.resolve(EditedFacts),
    records: c.resolve(EditRecords),
    text: c.resolve(PhotoText),
    places: c.resolve(PlaceIds),
    placesAt: (positions, signal) => c.resolve(inject.geocoding).places(positions, signal),
    transact: parts.transact,
    withheld: c.resolve(inject.withheld),
    clock: c.resolve(inject.clock),
  });
  const readable = new ReadableMedia({ ...parts, faces: c.resolve(Faces), people: c.resolve(PersonList) });
  const reads = c.resolve(inject.sourceReads);
  // Each instance has its own queue of pictures, so that guests wait only for guests.
  const media = (): Media =>
    new Media({
      ...parts,
      users: c.resolve(Users),
      reads,
      motionParts: c.resolve(inject.motionParts),
      thumbs: c.resolve(inject.thumbs),
      onLost: (photoId) => {
        c.resolve(inject.indexer).readAgain([photoId]);
      },
      renderer: new JpegRenderer((...args) => reader.toJpeg(...args)),
      turner: c.resolve(inject.pictureTurner),
    });
  const shares = composeShares(c, { albums: c.resolve(inject.albums), media: media() });
  const household = new Household({
    ...parts,
    withholdings: c.resolve(Withholdings),
    users: c.resolve(Users),
    people: c.resolve(PersonList),
    clock: c.resolve(inject.clock),
  });
  const ofAlbums = albumStores(c);
  const albums = {
    albums: c.resolve(inject.albums),
    edits: new AlbumEdits({
      ...parts,
      ...ofAlbums,
      ...peopleParts,
      list: c.resolve(inject.albums),
      household,
      clock: c.resolve(inject.clock),
    }),
  };
  const ownRoutes = [
    ...c.resolve(inject.firstRoutes),
    ...authRoutes({
      ...config,
      sessions: c.resolve(inject.sessions),
      accounts: c.resolve(inject.accounts),
      ways: c.resolve(inject.signInWays),
    }),
    ...setupRoutes(
      new OwnerEntry({
        users: c.resolve(Users),
        accounts: c.resolve(inject.accounts),
        sessions: c.resolve(inject.sessions),
        codes: c.resolve(inject.entryCodes),
        limits: c.resolve(inject.loginLimits),
        zone: c.resolve(LibraryZone),
        hold: c.resolve(inject.firstAccountHold),
        encryption: c.resolve(inject.encryption),
        transact: parts.transact,
        onZone: () => {
          c.resolve(inject.indexer).wake();
        },
      }),
      c.resolve(inject.signInEntry),
      config,
    ),
    ...signInLinkRoutes({ ...config, ways: c.resolve(inject.signInWays), links: c.resolve(inject.accountLinks) }),
    ...ownAccountRoutes({ sessions: c.resolve(inject.sessions), accounts: c.resolve(inject.accounts) }),
    ...userRoutes({
      users: new UserAdministration({
        accounts: c.resolve(inject.accounts),
        own: c.resolve(inject.reauthentication),
        secondFactors,
        links: c.resolve(inject.accountLinks),
        transact: parts.transact,
        onError: (error) => {
          c.resolve(inject.log).error({ err: error }, 'The two-step sign-in of a deleted user could not be removed');
        },
      }),
    }),
    ...ownFactorRoutes({ ...config, secondFactors, reauthentication: c.resolve(inject.reauthentication) }),
    ...signRoutes({ media: parts.signer, readable }),
    ...photoRoutes({
      ...parts,
      memoryTitles: new MemoryTitles({ trips: c.resolve(inject.trips), people: c.resolve(PeopleOnPhotos) }),
      edits: new PhotoEdits({ ...parts, facts, flags: c.resolve(PhotoFlags) }),
      facts,
      metadata: new PhotoMetadataReader(parts),
      rules: ofAlbums.rules,
      nearDuplicates: c.resolve(inject.nearDuplicates),
      similar: c.resolve(inject.similarPhotos),
    }),
    ...mediaRoutes({ media: media(), streams: c.resolve(inject.videoStreams) }),
    ...shareRoutes(shares),
    ...sharedRoutes(shares),
    ...folderRoutes({
      ...parts,
      access: c.resolve(inject.folderAccess),
      folders: new FolderLibrary({
        ...parts,
        access: c.resolve(inject.folderAccess),
        folders: c.resolve(PhotoFolders),
      }),
    }),
    ...downloadRoutes({ downloads: c.resolve(inject.downloads), tickets: c.resolve(inject.downloadTickets) }),
    ...tripRoutes({
      ...parts,
      trips: c.resolve(inject.trips),
      edits: new TripEdits({
        ...parts,
        library: c.resolve(inject.trips),
        trips: c.resolve(Trips),
        decisions: c.resolve(TripDecisions),
        steps: c.resolve(TripSteps),
        builder: c.resolve(TripBuilder),
        clock: c.resolve(inject.clock),
      }),
    }),
    ...stackRoutes({ ...parts, ...composeStacks(c) }),
    ...albumRoutes({ ...parts, ...albums }),
    ...householdRoutes({ household }),
    ...ownHiddenRoutes({
      ...parts,
      ownHiding: new OwnHiding({
        ...parts,
        ...albums,
        withholdings: c.resolve(Withholdings),
        people: c.resolve(PersonList),
        clock: c.resolve(inject.clock),
      }),
    }),
    ...tagRoutes({ tags: new TagCloud(parts) }),
    ...placeRoutes({
      ...parts,
      places: c.resolve(inject.placesAndMap),
      towns: (tile) => c.resolve(inject.geocoding).towns(tile),
      townsNamed: (name, signal) => c.resolve(inject.geocoding).townsNamed(name, signal),
    }),
    ...peopleRoutes({ ...peopleParts, edits: peopleParts.peopleEdits }),
    ...peopleMergeRoutes({ ...peopleParts, edits: peopleParts.peopleEdits, steps: peopleParts.peopleSteps }),
    ...similarPeopleRoutes({ ...peopleParts, steps: peopleParts.peopleSteps }),
    ...namingRoutes({ ...peopleParts, steps: peopleParts.peopleSteps, likely: peopleParts.likelyFaces }),
    ...faceRoutes({ ...peopleParts, edits: peopleParts.faceEdits }),
    ...searchRoutes({
      text: c.resolve(inject.textSearch),
      face: c.resolve(inject.faceSearch),
      suggestions: c.resolve(inject.searchSuggestions),
      signer: parts.signer,
    }),
    ...indexerRoutes({
      indexing: new Indexing({ indexer: () => c.resolve(inject.indexer), failures: c.resolve(Failures) }),
    }),
    ...sourceRoutes({ sources: c.resolve(inject.photoSources) }),
    ...auditRoutes({ audit: c.resolve(inject.audit) }),
    ...encryptionRoutes(c.resolve(inject.encryption)),
    unlockRoute(() => Promise.reject(notLocked())),
    ...pluginSettingRoutes({
      plugins: new PluginAdministration(
        () => plugins.administered,
        () => {
          c.resolve(inject.backupCopies).wake();
        },
      ),
    }),
    pluginPagesRoute(plugins.pages),
    ...backupTargetRoutes({ copies: c.resolve(inject.backupCopies) }),
    ...adminRoutes({ overview: c.resolve(inject.overview), checks: c.resolve(inject.checks) }),
  ];
  plugins.refuseRouteClashes(ownRoutes);
  const ofPlugins = plugins.routes.map((routeOfPlugin) => {
    const plugin = plugins.ownerOf(routeOfPlugin) ?? '';
    return pluginRoute(routeOfPlugin, {
      ...config,
      plugin,
      around: (userId, work) => secondFactors.during(userId, plugin, work),
      onFault: (error, message) => {
        c.resolve(inject.pluginFaults).recordOf(plugin, error, message);
      },
    });
  });
  return [...ownRoutes, ...ofPlugins];
}
