import type { DependencyContainer } from 'tsyringe';
import { ImageEmbeddings } from '../store/models/image-embeddings.ts';
import { ImageSample } from '../store/models/image-sample.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { NearDuplicateGroups } from '../services/near-duplicates.ts';
import { SimilarPhotos } from '../services/similar-photos.ts';
import { UsualSimilarity } from '../services/usual-similarity.ts';
import { inject } from './inject.ts';

/** How photos that resemble each other are found. */
export function composeAlike(c: DependencyContainer): { nearDuplicates: NearDuplicateGroups; similar: SimilarPhotos } {
  const db = c.resolve(inject.db);
  const embeddings = new ImageEmbeddings(db);
  const summaries = c.resolve(inject.summaries);
  return {
    nearDuplicates: new NearDuplicateGroups({
      nearGroups: new NearGroups(db),
      selections: c.resolve(inject.selections),
      summaries,
    }),
    similar: new SimilarPhotos({
      photos: c.resolve(inject.photos),
      summaries,
      embeddings,
      nearDuplicates: new NearDuplicates(db),
      vectors: c.resolve(inject.vectors),
      usual: new UsualSimilarity({ sample: new ImageSample(db), embeddings, clock: c.resolve(inject.clock) }),
    }),
  };
}
