import type { VectorIndex } from '../../plugin-api/vector-index.ts';

/** The library's vectors, as far as searches need them. */
export interface SearchedVectors {
  /** Null while no model has made any, or nothing keeps them for searching. */
  current(kind: 'face' | 'image'): { readonly model: string; readonly dimensions: number } | null;
  /** In step with the database, but for a small backlog. */
  index(kind: 'face' | 'image'): Promise<Pick<VectorIndex, 'search'> | null>;
}
