import type { VectorFilter, VectorIndexStats } from 'photofinch/plugin-api';
import type { Identity } from './manifest.ts';
import type { PackedHits, PackedOperations } from './packing.ts';

/** The tasks of the process, for the index `index`. */
export interface Tasks {
  open: {
    input: {
      readonly identity: Identity;
      readonly folder: string;
      /** 32 bytes, for the files in the folder; null if they are not encrypted. */
      readonly cacheKey: Uint8Array | null;
      readonly floatRows: number;
      readonly threads: number;
      /** Whether to start without the cache, because the process died while reading it. */
      readonly discard: boolean;
    };
    output: bigint;
  };
  watermark: { input: null; output: bigint };
  /** `sequence` is null if more operations of the same one follow. */
  apply: { input: { readonly sequence: bigint | null; readonly operations: PackedOperations }; output: null };
  search: {
    input: {
      readonly queries: Float32Array;
      readonly k: number;
      readonly minScore: number;
      readonly filter: VectorFilter;
    };
    output: PackedHits;
  };
  score: { input: { readonly query: Float32Array; readonly ids: Float64Array }; output: Float32Array };
  neighbours: {
    input: {
      readonly ids: Float64Array;
      readonly k: number;
      readonly minScore: number;
      readonly withoutPersons: boolean;
      readonly upTo: number;
    };
    output: PackedHits;
  };
  stats: { input: null; output: VectorIndexStats };
  close: { input: null; output: null };
}

export type Task = keyof Tasks;

export type Request = {
  [T in Task]: { readonly id: number; readonly index: string; readonly task: T; readonly input: Tasks[T]['input'] };
}[Task];

/** Cancels a call. */
export interface Cancel {
  readonly cancel: number;
}

export type Reply =
  { readonly id: number; readonly output: Tasks[Task]['output'] } | { readonly id: number; readonly error: string };

/** Notifications from the process. */
export type Notice =
  | { readonly index: string; readonly saved: bigint }
  /** The index could not be saved, and continues without. */
  | { readonly index: string; readonly notSaved: string };
