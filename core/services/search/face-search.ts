import type { WithheldFrom } from '../../domain/withheld.ts';
import { shownTo } from '../../timeline/place-census.ts';
import { DomainError } from '../../domain/errors.ts';
import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { PhotoSummary } from '../../domain/photo.ts';
import type { PersonSummary } from '../../domain/person.ts';
import type { ListScope } from '../../domain/viewer-scope.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { PhotoSummaries } from '../../timeline/summaries.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { DetectedFace, Box, MlProvider, RgbImage } from '../../plugin-api/ml-provider.ts';
import type { VectorHit } from '../../plugin-api/vector-index.ts';
import { listScope, scopeOf, type Viewer } from '../viewer.ts';
import { otherModel } from './other-model.ts';
import type { SearchedVectors } from './searched-vectors.ts';
import type { PictureUpload, UploadedPictures } from './uploaded-picture.ts';

type FaceModels = Pick<MlProvider, 'models' | 'detectFaces' | 'embedFaces' | 'preferredImageSize'>;

export interface PhotosOfFace {
  /** Most similar first. */
  readonly results: { readonly photo: PhotoSummary; readonly score: number }[];
  readonly total: number;
  /** All faces of the uploaded picture; the search uses the largest. */
  readonly faces: Box[];
  /** Why there are no results, if that is not obvious. */
  readonly detail?: string;
  /** The person, if most results show the same one; missing if the viewer may not see the person. */
  readonly person?: PersonSummary;
}

/** The number of faces to examine: more than one person has in most libraries. */
const maxFaces = 5000;
/** The number of most similar faces whose persons are compared: most of them must belong to one person. */
const maxCompared = 9;
/** The minimum cosine if the model has no thresholds: one in a thousand pairs of different persons reaches it. */
const usualEdge = 0.42;

interface FaceSearchParts {
  /** Undefined if no plugin provides models. */
  readonly ml: () => FaceModels | undefined;
  readonly vectors: SearchedVectors;
  /** The thresholds of the model whose vectors are searched. */
  readonly thresholds: () => { readonly edge: number } | null;
  readonly pictures: Pick<UploadedPictures, 'with'>;
  readonly faces: Pick<Faces, 'photosOf' | 'ownersOf'>;
  readonly people: Pick<PersonList, 'some'>;
  readonly selections: Selections;
  readonly summaries: PhotoSummaries;
  readonly withheld: WithheldFrom;
  readonly onError: (error: unknown) => void;
}

/** Searches by a picture of a face. The picture is not stored. */
export class FaceSearch {
  readonly #with: FaceSearchParts;

  constructor(parts: FaceSearchParts) {
    this.#with = parts;
  }

  /** @throws DomainError like `UploadedPictures`; `not_ready` without models */
  async find(
    viewer: Viewer,
    upload: PictureUpload,
    { limit, includeHidden, signal }: { limit: number; includeHidden?: boolean | undefined; signal: AbortSignal },
  ): Promise<PhotosOfFace> {
    const scope = listScope(viewer, includeHidden);
    const ml = this.#models();
    const { faces, hits } = await this.#with.pictures.with(
      upload,
      { longestSide: ml.preferredImageSize, signal },
      (picture) => this.#search(ml, picture, { ...scope, signal }),
    );
    const boxes = faces.map(({ box }) => box);
    if (faces.length === 0) {
      return {
        results: [],
        total: 0,
        faces: [],
        detail: 'No face was found in the picture: try one that shows it larger.',
      };
    }
    if (!hits) {
      return {
        results: [],
        total: 0,
        faces: boxes,
        detail: 'No photo of the library has been analysed for faces yet.',
      };
    }
    const found = this.#visible(hits, scope);
    const first = new Map(found.slice(0, limit).map(({ id, score }) => [id, score]));
    const results = this.#with.summaries
      .of([...first.keys()], scopeOf(viewer))
      .map((photo) => ({ photo, score: first.get(photo.id) ?? 0 }));
    const person = this.#whoIs(hits, new Set(found.map(({ id }) => id)), scope);
    return { results, total: found.length, faces: boxes, ...(person && { person }) };
  }

  #models(): FaceModels {
    const ml = this.#with.ml();
    const { faceDetector, faceEmbedder } = ml?.models() ?? {};
    if (ml && faceDetector && faceEmbedder) return ml;
    throw new DomainError(
      'not_ready',
      'No models for faces are installed: an admin installs them with the command photofinch models pull.',
      { problem: 'no_face_models' },
    );
  }

  async #search(
    ml: FaceModels,
    picture: RgbImage,
    { audience, withHidden, signal }: ListScope & { signal: AbortSignal },
  ): Promise<{ faces: DetectedFace[]; hits: readonly VectorHit[] | null }> {
    try {
      const options = { priority: 'interactive', signal } as const;
      const faces = (await ml.detectFaces(picture, options)).toSorted((a, b) => areaOf(b) - areaOf(a));
      const [largest] = faces;
      const index = largest && (await this.#with.vectors.index('face'));
      const model = this.#with.vectors.current('face')?.model;
      if (!largest || !index || model === undefined) return { faces, hits: null };
      const minScore = this.#with.thresholds()?.edge ?? usualEdge;
      const other = otherModel(ml.models().faceEmbedder, model);
      const vectors = await ml.embedFaces(picture, [largest], { ...options, ...(other && { model: other }) });
      const filter = { includeArchived: true, includeHidden: withHidden };
      // Faces in withheld photos use up hits, so more hits are requested.
      const k = maxFaces + Math.min(maxFaces, this.#with.withheld(audience).photos.size);
      const [hits = []] = await index.search(vectors, { k, minScore, filter, signal });
      return { faces, hits };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DomainError) throw error;
      this.#with.onError(error);
      throw new DomainError('not_ready', 'The models cannot be used now: try again in a moment.', {
        retryAfter: 5,
        cause: error,
      });
    }
  }

  /** The person to whom most of the most similar faces belong, in photos that the viewer may see. */
  #whoIs(
    hits: readonly VectorHit[],
    visibleIds: ReadonlySet<number>,
    { audience, withHidden }: ListScope,
  ): PersonSummary | undefined {
    const ids = hits.map(({ id }) => id);
    const photoOf = this.#with.faces.photosOf(ids);
    const best = ids.filter((id) => visibleIds.has(photoOf.get(id) ?? 0)).slice(0, maxCompared);
    const ownerOf = this.#with.faces.ownersOf(best);
    const counts = new Map<number, number>();
    for (const face of best) {
      const owner = ownerOf.get(face);
      if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const [first] = [...counts].sort((a, b) => b[1] - a[1]);
    if (!first || first[1] * 2 <= best.length) return undefined;
    const [person] = this.#with.people.some([first[0]], audience, withHidden);
    return person?.hiddenByChoice === true ? undefined : person;
  }

  /** The best score of each visible photo, best first, newest first for equal scores. */
  #visible(hits: readonly VectorHit[], { audience, withHidden }: ListScope): { id: number; score: number }[] {
    const photoOf = this.#with.faces.photosOf(hits.map(({ id }) => id));
    const best = new Map<number, number>();
    for (const { id, score } of hits) {
      const photo = photoOf.get(id);
      if (photo !== undefined) best.set(photo, Math.max(score, best.get(photo) ?? -1));
    }
    const ids = IdSet.of([...best.keys()]);
    const visible = this.#with.selections.find(shownTo(audience, withHidden));
    // In timeline order, which the stable sort keeps for equal scores.
    const visibleIds = [...visible.placesOf(ids).keys()];
    return visibleIds.map((id) => ({ id, score: best.get(id) ?? 0 })).sort((a, b) => b.score - a.score);
  }
}

const areaOf = ({ box }: DetectedFace): number => box.w * box.h;
