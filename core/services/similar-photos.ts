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
import { openScopeOf, scopeOf, showsHidden, type Viewer } from './viewer.ts';

/** The maximum number of results. */
const maxSimilar = 500;
/** The maximum number of extra hits to request if photos are withheld from the viewer. */
const maxWithheld = 10_000;

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
   * Most similar first, without the photo itself; identical copies are listed separately. Photos without a
   * vector are compared by their perceptual hash, which finds only versions of the same picture.
   * @throws DomainError `not_found`, `not_ready`
   */
  async of(viewer: Viewer, uid: string, limit: number, includeHidden?: boolean): Promise<SimilarResults> {
    const { photos, nearDuplicates, summaries } = this.#parts;
    const scope = scopeOf(viewer);
    const withHidden = showsHidden(viewer, includeHidden);
    const photo = photos.file(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    const withheld = this.#parts.withheld(scope.audience).photos;
    const copies = nearDuplicates.copies(photo.id);
    const sameContent = new Set([photo.id, ...copies]);
    const hits =
      (await this.#byModel(photo.id, sameContent.size + Math.min(withheld.size, maxWithheld), withHidden)) ??
      this.#byHash(photo.id);
    const candidates = hits.filter(({ id }) => !sameContent.has(id) && !withheld.has(id));
    const visible = new Set(
      nearDuplicates.visible(
        candidates.map(({ id }) => id),
        withHidden,
      ),
    );
    const listed = candidates.filter(({ id }) => visible.has(id)).slice(0, maxSimilar);
    const scores = new Map(listed.slice(0, limit).map(({ id, score }) => [id, score]));
    return {
      results: summaries
        .of([...scores.keys()], scope)
        .map((summary) => ({ photo: summary, score: scores.get(summary.id) ?? 0 })),
      total: listed.length,
      copies: summaries.of(nearDuplicates.visible(copies, withHidden), scope),
    };
  }

  /** Null if no model has analysed the photo. */
  async #byModel(id: number, extra: number, includeHidden: boolean): Promise<VectorHit[] | null> {
    const { vectors, embeddings, usual } = this.#parts;
    const index = await vectors.index('image');
    const model = vectors.current('image')?.model;
    const vector = model === undefined ? undefined : embeddings.of(id, model);
    if (!index || model === undefined || !vector) return null;
    const filter = { includeArchived: true, includeHidden };
    const [hits = []] = await index.search([vector], { k: maxSimilar + extra, minScore: usual.of(model), filter });
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
