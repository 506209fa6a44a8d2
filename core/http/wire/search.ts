// Searching by text and by a face.
import type { PhotoItem, PhotoKind } from './photos.ts';

export interface FoundPhoto extends PhotoItem {
  /** The cosine of text and picture, −1 to 1; of photos that words alone found, their fused rank. */
  score: number;
  match: 'semantic' | 'text' | 'both';
}

/** What a search text was taken for. */
export interface SearchQuery {
  /** What is left beside the filters. */
  text: string;
  person: { id: number; name: string }[];
  place: string[];
  /** Epoch seconds of the first and last moment that is asked for, by years, as if clocks everywhere showed UTC. */
  from: number | null;
  to: number | null;
  /** 1 to 12; empty for any month. */
  month: number[];
  /** `image` is all but videos. */
  kind: PhotoKind | null;
}

export interface SearchResults {
  results: FoundPhoto[];
  total: number;
  query: SearchQuery;
  /** Whether what pictures show was searched; else there are no models, or they failed. */
  semantic: boolean;
}

export interface FaceSearchResults {
  /** `score`: the cosine of the faces. */
  results: (PhotoItem & { score: number })[];
  total: number;
  /** Fractions of the upright upload; the largest one was searched for. */
  faces: { box: { x: number; y: number; w: number; h: number } }[];
  /** Why there are no results, where that is not plain. */
  detail?: string;
}
