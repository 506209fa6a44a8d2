import type { DependencyContainer } from 'tsyringe';
import type { Config } from '../settings/env.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { Faces } from '../store/people/faces.ts';
import { ImageSample } from '../store/models/image-sample.ts';
import { LibraryNames } from '../timeline/library-names.ts';
import { UploadDecoder } from '../media/upload-decoder.ts';
import { ChanceScore } from '../services/search/chance-score.ts';
import { TextSearch as WordSearch } from '../store/photos/text-index.ts';
import { FaceSearch } from '../services/search/face-search.ts';
import { SemanticSearch } from '../services/search/semantic-search.ts';
import { TextSearch } from '../services/search/text-search.ts';
import { UploadedPictures } from '../services/search/uploaded-picture.ts';
import { tokens } from './inject.ts';

/** Search by words, and by what photos show. */
export function composeTextSearch(c: DependencyContainer, config: Config): TextSearch {
  const db = c.resolve(tokens.db);
  const clock = c.resolve(tokens.clock);
  const photos = {
    timeline: c.resolve(tokens.timeline),
    selections: c.resolve(tokens.selections),
    facets: c.resolve(tokens.facets),
  };
  return new TextSearch({
    ...photos,
    summaries: c.resolve(tokens.summaries),
    names: new LibraryNames({ db, ...photos }),
    words: new WordSearch(db),
    semantic: new SemanticSearch({
      ml: () => c.resolve(tokens.plugins).mlProvider,
      vectors: c.resolve(tokens.vectors),
      chance: new ChanceScore({ sample: new ImageSample(db), clock }),
      onError: (error) => {
        c.resolve(tokens.log).warn({ err: error }, 'A search goes on without what pictures show');
      },
    }),
    clock,
    timeZone: config.timeZone,
  });
}

/** Search by the face in an uploaded picture. */
export function composeFaceSearch(c: DependencyContainer): FaceSearch {
  const db = c.resolve(tokens.db);
  const models = new CurrentModels(db);
  return new FaceSearch({
    ml: () => c.resolve(tokens.plugins).mlProvider,
    vectors: c.resolve(tokens.vectors),
    thresholds: () => models.of('face')?.thresholds ?? null,
    pictures: new UploadedPictures(new UploadDecoder(c.resolve(tokens.photoReader))),
    faces: new Faces(db),
    timeline: c.resolve(tokens.timeline),
    selections: c.resolve(tokens.selections),
    summaries: c.resolve(tokens.summaries),
    onError: (error) => {
      c.resolve(tokens.log).warn({ err: error }, 'A search by a face failed');
    },
  });
}
