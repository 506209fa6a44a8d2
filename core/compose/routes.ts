import type { DependencyContainer } from 'tsyringe';
import { thumbsFolder } from '../settings/data-folder.ts';
import { pluginRoute } from '../http/plugin-routes.ts';
import type { Route } from '../http/pipeline/route.ts';
import { adminRoutes } from '../http/routes/admin.ts';
import { albumRoutes } from '../http/routes/albums.ts';
import { auditRoutes } from '../http/routes/audit.ts';
import { authRoutes } from '../http/routes/auth.ts';
import { alikeRoutes } from '../http/routes/alike.ts';
import { faceRoutes } from '../http/routes/faces.ts';
import { indexerRoutes } from '../http/routes/indexer.ts';
import { mediaRoutes } from '../http/routes/media.ts';
import { namingRoutes } from '../http/routes/naming.ts';
import { peopleMergeRoutes } from '../http/routes/people-merges.ts';
import { peopleRoutes } from '../http/routes/people.ts';
import { photoRoutes } from '../http/routes/photos.ts';
import { ownAccountRoutes } from '../http/routes/own-account.ts';
import { placeRoutes } from '../http/routes/places.ts';
import { searchRoutes } from '../http/routes/search.ts';
import { setupRoutes } from '../http/routes/setup.ts';
import { signRoutes } from '../http/routes/sign.ts';
import { statusRoutes } from '../http/routes/status.ts';
import { tagRoutes } from '../http/routes/tags.ts';
import { userRoutes } from '../http/routes/users.ts';
import { Users } from '../store/accounts/users.ts';
import { LibraryZone } from '../store/library-zone.ts';
import { Albums } from '../store/photos/albums.ts';
import { Faces } from '../store/people/faces.ts';
import { Failures } from '../store/photos/failures.ts';
import { PersonList } from '../store/people/person-list.ts';
import { PhotoFlags } from '../store/photos/photo-flags.ts';
import { version } from '../settings/package-info.ts';
import { AlbumLibrary } from '../services/album-library.ts';
import { Indexing } from '../services/indexing.ts';
import { JpegRenderer } from '../services/jpeg-renderer.ts';
import { Media } from '../services/media.ts';
import { OwnAccount } from '../services/own-account.ts';
import { OwnerEntry } from '../services/owner-entry.ts';
import { PhotoEdits } from '../services/photo-edits.ts';
import { PhotoMetadataReader } from '../services/photo-metadata.ts';
import { Photos } from '../store/photos/photos.ts';
import { Places } from '../store/photos/places.ts';
import { Tags } from '../store/photos/tags.ts';
import { Facets } from '../timeline/facets.ts';
import { Selections } from '../timeline/selections.ts';
import { Timeline } from '../timeline/timeline.ts';
import { ReadableMedia } from '../services/readable-media.ts';
import { TagCloud } from '../services/tag-cloud.ts';
import { UserAdministration } from '../services/user-administration.ts';
import { inject } from './inject.ts';

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
    tags: c.resolve(Tags),
    signer: c.resolve(inject.mediaAccess),
    source: () => c.resolve(inject.plugins).photoSource,
  };
  const reader = c.resolve(inject.photoReader);
  const plugins = c.resolve(inject.plugins);
  const secondFactors = c.resolve(inject.secondFactors);
  const who = { ...c.resolve(inject.people), signer: parts.signer };
  const readable = new ReadableMedia({ ...parts, faces: c.resolve(Faces), people: c.resolve(PersonList) });
  const own = [
    ...statusRoutes({ health: c.resolve(inject.health), version, demo: config.demo, clock: c.resolve(inject.clock) }),
    ...authRoutes({ ...config, sessions: c.resolve(inject.sessions), accounts: c.resolve(inject.accounts) }),
    ...setupRoutes(
      new OwnerEntry({
        users: c.resolve(Users),
        accounts: c.resolve(inject.accounts),
        sessions: c.resolve(inject.sessions),
        codes: c.resolve(inject.entryCodes),
        limits: c.resolve(inject.loginLimits),
        zone: c.resolve(LibraryZone),
        onZone: () => {
          c.resolve(inject.indexer).wake();
        },
      }),
    ),
    ...ownAccountRoutes({ sessions: c.resolve(inject.sessions), accounts: c.resolve(inject.accounts) }),
    ...userRoutes({
      users: new UserAdministration({
        accounts: c.resolve(inject.accounts),
        own: new OwnAccount({ sessions: c.resolve(inject.sessions), secondFactors }),
        secondFactors,
        onError: (error) => {
          c.resolve(inject.log).error({ err: error }, 'the second factor of a deleted user could not be forgotten');
        },
      }),
    }),
    ...signRoutes({ media: parts.signer, readable }),
    ...photoRoutes({
      ...parts,
      edits: new PhotoEdits({ ...parts, flags: c.resolve(PhotoFlags) }),
      metadata: new PhotoMetadataReader(parts),
      nearDuplicates: c.resolve(inject.nearDuplicates),
      similar: c.resolve(inject.similarPhotos),
    }),
    ...mediaRoutes({
      media: new Media({
        ...parts,
        thumbsDir: thumbsFolder(config.dataDir),
        renderer: new JpegRenderer((bytes, signal) => reader.toJpeg(bytes, signal)),
      }),
    }),
    ...albumRoutes({ ...parts, albums: new AlbumLibrary({ ...parts, albums: c.resolve(Albums) }) }),
    ...tagRoutes({ tags: new TagCloud(parts) }),
    ...placeRoutes({
      ...parts,
      places: c.resolve(inject.placesAndMap),
      towns: (tile) => c.resolve(inject.geocoding).towns(tile),
    }),
    ...peopleRoutes({ ...who, edits: who.peopleEdits }),
    ...peopleMergeRoutes({ ...who, edits: who.peopleEdits, steps: who.peopleSteps }),
    ...alikeRoutes({ ...who, steps: who.peopleSteps }),
    ...namingRoutes({ ...who, steps: who.peopleSteps, likely: who.likelyFaces }),
    ...faceRoutes({ ...who, edits: who.faceEdits }),
    ...searchRoutes({
      text: c.resolve(inject.textSearch),
      face: c.resolve(inject.faceSearch),
      suggestions: c.resolve(inject.searchSuggestions),
      signer: parts.signer,
    }),
    ...indexerRoutes({
      indexing: new Indexing({ indexer: () => c.resolve(inject.indexer), failures: c.resolve(Failures) }),
    }),
    ...auditRoutes({ audit: c.resolve(inject.audit) }),
    ...adminRoutes({ overview: c.resolve(inject.overview), checks: c.resolve(inject.checks) }),
  ];
  plugins.refuseRouteClashes(own);
  const ofPlugins = plugins.routes.map((one) =>
    pluginRoute(one, (userId, work) => secondFactors.during(userId, plugins.ownerOf(one) ?? '', work)),
  );
  return [...own, ...ofPlugins];
}
