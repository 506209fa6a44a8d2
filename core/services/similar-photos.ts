import type { WithheldFrom } from '../domain/withheld.ts';
import { hammingDistance } from '../domain/hamming-distance.ts';
import { farthestDistance } from '../domain/near-duplicate.ts';
import type { PhotoSummary } from '../domain/photo.ts';
import type { ImageEmbeddings } from '../store/models/image-embeddings.ts';
import type { NearDuplicates } from '../store/photos/near-duplicates.ts';
import type { PhotoSummaries } from '../timeline/summaries.ts';
import type { Photos } from '../store/photos/photos.ts';
import type { VectorHit, VectorIndex } from '../plugin-api/vector-index.ts';
import { noSuchPhoto } from './library.ts';
import type { UsualSimilarity } from './usual-similarity.ts';
import { openScopeOf, scopeOf, type Viewer } from './viewer.ts';

/** The maximum number of results. */
const mostSimilar = 500;
/** The maximum number of extra hits to request if photos are withheld from the viewer. */
const mostWithheld = 10_000;

/** The part of the vectors of whole pictures that is needed here. */
export interface ImageVectors {
  /** Null while no model has made vectors, or without a plugin for vector indexes. */
  current(kind: 'image'): { readonly model: string } | null;
  /** The index, up to date with the database except for a small backlog. */
  index(kind: 'image'): Promise<Pick<VectorIndex, 'search'> | null>;
}

export interface SimilarResults {
  readonly results: readonly {
    readonly photo: PhotoSummary;
    /** Cosine, −1 to 1. */
    readonly score: number;
  }[];
  /** The number of similar photos, up to 500. */
  readonly total: number;
  /** Photos with identical content. */
  readonly copies: readonly PhotoSummary[];
}

interface Parts {
  readonly photos: Photos;
  readonly summaries: PhotoSummaries;
  readonly embeddings: ImageEmbeddings;
  readonly nearDuplicates: NearDuplicates;
  readonly vectors: ImageVectors;
  readonly usual: UsualSimilarity;
  readonly withheld: WithheldFrom;
}

/** Finds photos that look similar to a given photo. */
export class SimilarPhotos {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Most similar first, without hidden photos and the photo itself; identical copies are listed separately. Photos without a
   * vector are compared by their perceptual hash, which finds only versions of the same picture.
   * @throws DomainError `not_found`, `not_ready`
   */
  async of(viewer: Viewer, uid: string, limit: number): Promise<SimilarResults> {
    const { photos, nearDuplicates, summaries } = this.#parts;
    const scope = scopeOf(viewer);
    const photo = photos.file(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    const withheld = this.#parts.withheld(scope.audience).photos;
    const copies = nearDuplicates.copies(photo.id);
    const own = new Set([photo.id, ...copies]);
    const hits =
      (await this.#byModel(photo.id, own.size + Math.min(withheld.size, mostWithheld))) ?? this.#byHash(photo.id);
    const others = hits.filter(({ id }) => !own.has(id) && !withheld.has(id));
    const visible = new Set(nearDuplicates.visible(others.map(({ id }) => id)));
    const shown = others.filter(({ id }) => visible.has(id)).slice(0, mostSimilar);
    const scores = new Map(shown.slice(0, limit).map(({ id, score }) => [id, score]));
    return {
      results: summaries
        .of([...scores.keys()], scope)
        .map((summary) => ({ photo: summary, score: scores.get(summary.id) ?? 0 })),
      total: shown.length,
      copies: summaries.of(nearDuplicates.visible(copies), scope),
    };
  }

  /** Null if no model has analysed the photo. */
  async #byModel(id: number, more: number): Promise<VectorHit[] | null> {
    const { vectors, embeddings, usual } = this.#parts;
    const index = await vectors.index('image');
    const model = vectors.current('image')?.model;
    const vector = model === undefined ? undefined : embeddings.of(id, model);
    if (!index || model === undefined || !vector) return null;
    const filter = { includeArchived: true };
    const [hits = []] = await index.search([vector], { k: mostSimilar + more, minScore: usual.of(model), filter });
    return hits;
  }

  /** The score is the cosine of the hashes' bits, taken as plus and minus one. */
  #byHash(id: number): VectorHit[] {
    const { nearDuplicates } = this.#parts;
    const words = nearDuplicates.wordsOf(id);
    if (!words) return [];
    return nearDuplicates
      .candidates(words)
      .map((other) => ({ id: other.id, distance: hammingDistance(words, other.words) }))
      .filter(({ distance }) => distance <= farthestDistance)
      .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
      .map((other) => ({ id: other.id, score: 1 - other.distance / 32 }));
  }
}
