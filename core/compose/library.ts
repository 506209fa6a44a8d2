import { FoundInPhotos } from '../services/found-in-photos.ts';
import { PhotoLibrary } from '../services/library.ts';
import { NearDuplicateGroups } from '../services/near-duplicates.ts';
import { PlacesAndMap } from '../services/places-and-map.ts';
import { SimilarPhotos } from '../services/similar-photos.ts';
import { UsualSimilarity } from '../services/usual-similarity.ts';
import { ImageEmbeddings, ImageSample } from '../store/models/image-embeddings.ts';
import { Faces } from '../store/people/faces.ts';
import { Duplicates } from '../store/photos/duplicates.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { PhotoLabels } from '../store/photos/photo-labels.ts';
import { Photos } from '../store/photos/photos.ts';
import { Places } from '../store/photos/places.ts';
import { TextLines } from '../store/photos/text-lines.ts';
import { Selections } from '../timeline/selections.ts';
import { PhotoSummaries } from '../timeline/summaries.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** What people see: lists, places, and photos that resemble each other. */
export function registerLibrary(register: Register): void {
  register(
    inject.library,
    (c) =>
      new PhotoLibrary({
        selections: c.resolve(Selections),
        photos: c.resolve(Photos),
        summaries: c.resolve(PhotoSummaries),
        faces: c.resolve(Faces),
        found: new FoundInPhotos({
          labels: c.resolve(PhotoLabels),
          lines: c.resolve(TextLines),
          ml: () => c.resolve(inject.plugins).mlProvider,
        }),
        duplicates: c.resolve(Duplicates),
        clock: c.resolve(inject.clock),
        timeZone: c.resolve(inject.timeZone),
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
    inject.nearDuplicates,
    (c) =>
      new NearDuplicateGroups({
        nearGroups: c.resolve(NearGroups),
        selections: c.resolve(Selections),
        summaries: c.resolve(PhotoSummaries),
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
    });
  });
}
