import type { DependencyContainer } from 'tsyringe';
import type { Config } from '../settings/env.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { Faces } from '../store/people/faces.ts';
import { ImageSample } from '../store/models/image-sample.ts';
import { LibraryNames } from '../timeline/library-names.ts';
import { UploadDecoder } from '../media/upload-decoder.ts';
import { ChanceScore } from '../services/search/chance-score.ts';
import { TextIndex as WordSearch } from '../store/photos/text-index.ts';
import { FaceSearch } from '../services/search/face-search.ts';
import { SemanticSearch } from '../services/search/semantic-search.ts';
import { TextSearch } from '../services/search/text-search.ts';
import { UploadedPictures } from '../services/search/uploaded-picture.ts';
import { inject } from './inject.ts';

/** Search by words, and by what photos show. */
export function composeTextSearch(c: DependencyContainer, config: Config): TextSearch {
  const db = c.resolve(inject.db);
  const clock = c.resolve(inject.clock);
  const photos = {
    timeline: c.resolve(inject.timeline),
    selections: c.resolve(inject.selections),
    facets: c.resolve(inject.facets),
  };
  return new TextSearch({
    ...photos,
    summaries: c.resolve(inject.summaries),
    names: new LibraryNames({ db, ...photos }),
    words: new WordSearch(db),
    semantic: new SemanticSearch({
      ml: () => c.resolve(inject.plugins).mlProvider,
      vectors: c.resolve(inject.vectors),
      chance: new ChanceScore({ sample: new ImageSample(db), clock }),
      onError: (error) => {
        c.resolve(inject.log).warn({ err: error }, 'A search goes on without what pictures show');
      },
    }),
    clock,
    timeZone: config.timeZone,
  });
}

/** Search by the face in an uploaded picture. */
export function composeFaceSearch(c: DependencyContainer): FaceSearch {
  const db = c.resolve(inject.db);
  const models = new CurrentModels(db);
  return new FaceSearch({
    ml: () => c.resolve(inject.plugins).mlProvider,
    vectors: c.resolve(inject.vectors),
    thresholds: () => models.of('face')?.thresholds ?? null,
    pictures: new UploadedPictures(new UploadDecoder(c.resolve(inject.photoReader))),
    faces: new Faces(db),
    selections: c.resolve(inject.selections),
    summaries: c.resolve(inject.summaries),
    onError: (error) => {
      c.resolve(inject.log).warn({ err: error }, 'A search by a face failed');
    },
  });
}
