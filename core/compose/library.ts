import type { DependencyContainer } from 'tsyringe';
import { PhotoRules } from '../services/albums/photo-rules.ts';
import { SmartAlbumsOf } from '../services/albums/smart-albums-of.ts';
import { AlbumLibrary } from '../services/album-library.ts';
import { DuplicateTotals } from '../services/duplicate-totals.ts';
import { FolderAccess } from '../services/folders/folder-access.ts';
import { PhotoFindings } from '../services/photo-findings.ts';
import { PhotoLibrary } from '../services/library.ts';
import { ListReadiness } from '../services/list-readiness.ts';
import { NearDuplicateGroups } from '../services/near-duplicates.ts';
import { PictureTurner } from '../services/picture-turner.ts';
import { PlacesAndMap } from '../services/places-and-map.ts';
import { ThingWords } from '../services/search/thing-words.ts';
import { SimilarPhotos } from '../services/similar-photos.ts';
import { TripLibrary } from '../services/trips/trip-library.ts';
import { UsualSimilarity } from '../services/usual-similarity.ts';
import { OffTimeline } from '../store/albums/off-timeline.ts';
import { OwnAlbums } from '../store/albums/own-albums.ts';
import { Withholdings } from '../store/household/withholdings.ts';
import { ImageEmbeddings, ImageSample } from '../store/models/image-embeddings.ts';
import { Faces } from '../store/people/faces.ts';
import { MergedPeople } from '../store/people/merged-people.ts';
import { Duplicates } from '../store/photos/duplicates.ts';
import { FolderSwitch } from '../store/photos/folder-switch.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { PhotoFolders } from '../store/photos/photo-folders.ts';
import { PhotoLabels } from '../store/photos/photo-labels.ts';
import { Photos } from '../store/photos/photos.ts';
import { Places } from '../store/photos/places.ts';
import { SourcePeople } from '../store/photos/source-people.ts';
import { TextLines } from '../store/photos/text-lines.ts';
import { Facets } from '../timeline/facets.ts';
import { Selections } from '../timeline/selections.ts';
import { PhotoSummaries } from '../timeline/summaries.ts';
import { ThingSets } from '../timeline/thing-sets.ts';
import { Timeline } from '../timeline/timeline.ts';
import { TripsInTimeline } from '../timeline/trips-in-timeline.ts';
import { inject } from './inject.ts';
import { albumStores } from './album-stores.ts';
import type { Register } from './register.ts';

/** Browsing: lists, places, and similar photos. */
export function registerLibrary(register: Register): void {
  register(
    inject.photoRules,
    (c) =>
      new PhotoRules({
        words: new ThingWords({
          ml: () => c.resolve(inject.plugins).mlProvider,
          labels: c.resolve(PhotoLabels),
        }),
        merged: c.resolve(MergedPeople),
        timeline: c.resolve(Timeline),
        things: c.resolve(ThingSets),
        ruleOf: (album) => c.resolve(OwnAlbums).ruleOf(album),
      }),
  );
  register(
    inject.listReadiness,
    (c) =>
      new ListReadiness({
        timeline: c.resolve(Timeline),
        things: c.resolve(ThingSets),
        offTimeline: c.resolve(OffTimeline),
        withholdings: c.resolve(Withholdings),
        rules: c.resolve(inject.photoRules),
      }),
  );
  register(
    inject.folderAccess,
    (c) => new FolderAccess({ switch: c.resolve(FolderSwitch), folders: c.resolve(PhotoFolders) }),
  );
  register(
    inject.library,
    (c) =>
      new PhotoLibrary({
        selections: c.resolve(Selections),
        photos: c.resolve(Photos),
        summaries: c.resolve(PhotoSummaries),
        faces: c.resolve(Faces),
        sourcePeople: c.resolve(SourcePeople),
        found: new PhotoFindings({
          labels: c.resolve(PhotoLabels),
          lines: c.resolve(TextLines),
          converts: async () => (await c.resolve(inject.videoPrograms).find()) !== null,
          ml: () => c.resolve(inject.plugins).mlProvider,
        }),
        duplicates: c.resolve(Duplicates),
        duplicateTotals: duplicateTotals(c),
        duplicateTotalsWithHidden: duplicateTotals(c, true),
        folders: c.resolve(inject.folderAccess),
        smartAlbums: new SmartAlbumsOf({
          ownAlbums: c.resolve(OwnAlbums),
          rules: c.resolve(inject.photoRules),
          facets: c.resolve(Facets),
          selections: c.resolve(Selections),
          withheld: c.resolve(inject.withheld),
        }),
        clock: c.resolve(inject.clock),
        timeZone: c.resolve(inject.timeZone),
      }),
  );
  register(
    inject.albums,
    (c) =>
      new AlbumLibrary({
        ...albumStores(c),
        withheld: c.resolve(inject.withheld),
        library: c.resolve(inject.library),
        timeline: c.resolve(Timeline),
        selections: c.resolve(Selections),
        photos: c.resolve(Photos),
        facets: c.resolve(Facets),
      }),
  );
  register(
    inject.placesAndMap,
    (c) =>
      new PlacesAndMap({
        selections: c.resolve(Selections),
        places: c.resolve(Places),
        photos: c.resolve(Photos),
      }),
  );
  register(
    inject.trips,
    (c) =>
      new TripLibrary({
        selections: c.resolve(Selections),
        timeline: c.resolve(Timeline),
        inTimeline: c.resolve(TripsInTimeline),
        places: c.resolve(Places),
        photos: c.resolve(Photos),
      }),
  );
  register(
    inject.pictureTurner,
    (c) => new PictureTurner((bytes, turn) => c.resolve(inject.photoReader).turned(bytes, turn)),
  );
  register(
    inject.nearDuplicates,
    (c) =>
      new NearDuplicateGroups({
        nearGroups: c.resolve(NearGroups),
        selections: c.resolve(Selections),
        summaries: c.resolve(PhotoSummaries),
        withheld: c.resolve(inject.withheld),
      }),
  );
  register(inject.similarPhotos, (c) => {
    const embeddings = c.resolve(ImageEmbeddings);
    return new SimilarPhotos({
      photos: c.resolve(Photos),
      summaries: c.resolve(PhotoSummaries),
      embeddings,
      nearDuplicates: c.resolve(NearDuplicates),
      vectors: c.resolve(inject.vectors),
      usual: new UsualSimilarity({ sample: c.resolve(ImageSample), embeddings, clock: c.resolve(inject.clock) }),
      withheld: c.resolve(inject.withheld),
    });
  });
}

const duplicateTotals = (c: DependencyContainer, withHidden = false): DuplicateTotals =>
  new DuplicateTotals({
    duplicates: c.resolve(Duplicates),
    timeline: c.resolve(Timeline),
    withheld: c.resolve(inject.withheld),
    withHidden,
  });
