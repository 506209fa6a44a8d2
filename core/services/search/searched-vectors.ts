import type { VectorIndex } from '../../plugin-api/vector-index.ts';

/** The part of the library's vectors that searches need. */
export interface SearchedVectors {
  /** Null while no model has made vectors, or without a plugin for vector indexes. */
  current(kind: 'face' | 'image'): { readonly model: string; readonly dimensions: number } | null;
  /** The index, up to date with the database except for a small backlog. */
  index(kind: 'face' | 'image'): Promise<Pick<VectorIndex, 'search'> | null>;
}
