import { UploadDecoder } from '../media/photo-reader.ts';
import { ScoreBaseline } from '../services/search/score-baseline.ts';
import { FaceSearch } from '../services/search/face-search.ts';
import { SemanticSearch } from '../services/search/semantic-search.ts';
import { PlaceTotals } from '../services/search/place-totals.ts';
import { SuggestedThings } from '../services/search/suggested-things.ts';
import { SearchSuggestions } from '../services/search/suggestions.ts';
import { TextSearch } from '../services/search/text-search.ts';
import { ThingSearch } from '../services/search/thing-search.ts';
import { UploadedPictures } from '../services/search/uploaded-picture.ts';
import { TagCloud } from '../services/tag-cloud.ts';
import { ImageSample } from '../store/models/image-embeddings.ts';
import { Faces } from '../store/people/faces.ts';
import { PersonList } from '../store/people/person-list.ts';
import { PhotoLabels } from '../store/photos/photo-labels.ts';
import { PhotoText } from '../store/photos/photo-text.ts';
import { Places } from '../store/photos/places.ts';
import { Tags } from '../store/photos/tags.ts';
import { TextIndex } from '../store/photos/text-index.ts';
import { LibraryCameras } from '../timeline/camera-census.ts';
import { Facets } from '../timeline/facets.ts';
import { LibraryNames } from '../timeline/library-names.ts';
import { Selections } from '../timeline/selections.ts';
import { PhotoSummaries } from '../timeline/summaries.ts';
import { Timeline } from '../timeline/timeline.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Search by words, by the content of photos, and by the face in an uploaded picture. */
export function registerSearch(register: Register): void {
  register(inject.textSearch, (c) => {
    const clock = c.resolve(inject.clock);
    return new TextSearch({
      timeline: c.resolve(Timeline),
      selections: c.resolve(Selections),
      summaries: c.resolve(PhotoSummaries),
      names: c.resolve(LibraryNames),
      cameras: c.resolve(LibraryCameras),
      words: c.resolve(TextIndex),
      semantic: new SemanticSearch({
        ml: () => c.resolve(inject.plugins).mlProvider,
        vectors: c.resolve(inject.vectors),
        chance: new ScoreBaseline({ sample: c.resolve(ImageSample), clock }),
        onError: (error) => {
          c.resolve(inject.log).warn({ err: error }, 'Search by content failed: results come from text alone');
        },
      }),
      things: new ThingSearch({
        ml: () => c.resolve(inject.plugins).mlProvider,
        labels: c.resolve(PhotoLabels),
        words: c.resolve(TextIndex),
      }),
      texts: c.resolve(PhotoText),
      clock,
      timeZone: c.resolve(inject.timeZone),
    });
  });
  register(inject.searchSuggestions, (c) => {
    const followed = { timeline: c.resolve(Timeline), facets: c.resolve(Facets) };
    const selections = c.resolve(Selections);
    return new SearchSuggestions({
      facets: followed.facets,
      selections,
      people: c.resolve(PersonList),
      places: new PlaceTotals({ places: c.resolve(Places), selections }),
      tags: new TagCloud({ ...followed, tags: c.resolve(Tags), withheld: c.resolve(inject.withheld) }),
      cameras: c.resolve(LibraryCameras),
      things: new SuggestedThings({
        ml: () => c.resolve(inject.plugins).mlProvider,
        labels: c.resolve(PhotoLabels),
        clock: c.resolve(inject.clock),
        withheld: c.resolve(inject.withheld),
      }),
      withheld: c.resolve(inject.withheld),
    });
  });
  register(
    inject.faceSearch,
    (c) =>
      new FaceSearch({
        ml: () => c.resolve(inject.plugins).mlProvider,
        vectors: c.resolve(inject.vectors),
        thresholds: () => c.resolve(inject.vectors).current('face')?.thresholds ?? null,
        pictures: new UploadedPictures(new UploadDecoder(c.resolve(inject.photoReader))),
        faces: c.resolve(Faces),
        people: c.resolve(PersonList),
        selections: c.resolve(Selections),
        summaries: c.resolve(PhotoSummaries),
        withheld: c.resolve(inject.withheld),
        onError: (error) => {
          c.resolve(inject.log).warn({ err: error }, 'Search by face failed');
        },
      }),
  );
}
