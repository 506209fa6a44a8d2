import type { DependencyContainer } from 'tsyringe';
import { ImageEmbeddings } from '../store/models/image-embeddings.ts';
import { ImageSample } from '../store/models/image-sample.ts';
import { NearDuplicates } from '../store/photos/near-duplicates.ts';
import { NearGroups } from '../store/photos/near-groups.ts';
import { NearDuplicateGroups } from '../services/near-duplicates.ts';
import { SimilarPhotos } from '../services/similar-photos.ts';
import { UsualSimilarity } from '../services/usual-similarity.ts';
import { tokens } from './inject.ts';

/** How photos that resemble each other are found. */
export function composeAlike(c: DependencyContainer): { nearDuplicates: NearDuplicateGroups; similar: SimilarPhotos } {
  const db = c.resolve(tokens.db);
  const embeddings = new ImageEmbeddings(db);
  const summaries = c.resolve(tokens.summaries);
  return {
    nearDuplicates: new NearDuplicateGroups({
      nearGroups: new NearGroups(db),
      selections: c.resolve(tokens.selections),
      summaries,
    }),
    similar: new SimilarPhotos({
      photos: c.resolve(tokens.photos),
      summaries,
      embeddings,
      nearDuplicates: new NearDuplicates(db),
      vectors: c.resolve(tokens.vectors),
      usual: new UsualSimilarity({ sample: new ImageSample(db), embeddings, clock: c.resolve(tokens.clock) }),
    }),
  };
}
