/** Which rows a search may answer. Declarative, so that an engine of any kind can apply it. */
export interface VectorFilter {
  readonly includeArchived?: boolean;
  readonly includeHidden?: boolean;
  /** Epoch seconds, both ends included. */
  readonly takenFrom?: number;
  readonly takenTo?: number;
  readonly personIds?: readonly number[];
  readonly ids?: readonly number[];
}

export interface VectorAttributes {
  readonly takenAt: number;
  readonly archived: boolean;
  readonly hidden: boolean;
  readonly personIds: readonly number[];
}

/** `attributes` and `delete` of an id that is not there do nothing. */
export type VectorOperation =
  | { readonly type: 'put'; readonly id: number; readonly vector: Float32Array; readonly attributes: VectorAttributes }
  | { readonly type: 'attributes'; readonly id: number; readonly attributes: VectorAttributes }
  | { readonly type: 'delete'; readonly id: number };

export interface VectorHit {
  readonly id: number;
  /** Cosine similarity, −1 to 1. */
  readonly score: number;
}

export interface VectorIndexStats {
  readonly rows: number;
  readonly dimensions: number;
  readonly memoryBytes: number;
  /** For people: `float32, exact` or the like. */
  readonly method: string;
}

/** Nearest neighbours among the vectors of one model. Derived from the index, never the truth: it may vanish at any time. */
export interface VectorIndex {
  /** How far it has followed the index. */
  watermark(): Promise<bigint>;
  apply(sequence: bigint, operations: readonly VectorOperation[]): Promise<void>;
  search(
    queries: readonly Float32Array[],
    options: { k: number; minScore?: number; filter?: VectorFilter; signal?: AbortSignal },
  ): Promise<VectorHit[][]>;
  /** Cosine of `query` to each of `ids`; NaN for an id that is not there. */
  score(query: Float32Array, ids: readonly number[]): Promise<Float32Array>;
  /**
   * The rows nearest to rows that are there, of archived and hidden photos too.
   * @param options.withoutPersons only rows whose `personIds` are empty
   * @param options.upTo only rows with ids up to this
   */
  neighbours(
    ids: readonly number[],
    options: { k: number; minScore: number; withoutPersons?: boolean; upTo?: number },
  ): Promise<VectorHit[][]>;
  stats(): Promise<VectorIndexStats>;
  close(): Promise<void>;
}

/** Vectors of faces, of whole pictures, and of persons: the mean of each one's faces. */
export type VectorKind = 'face' | 'image' | 'person';

export interface VectorIndexOpening {
  readonly kind: VectorKind;
  /** Only vectors of the same model are compared. */
  readonly model: string;
  readonly dimensions: number;
  /** A folder for whatever is kept between starts. */
  readonly cacheDir: string;
  /**
   * 32 bytes, in an encrypted library: everything written below `cacheDir` is to be encrypted and authenticated with it, or
   * with keys derived from it. What is there in the clear, or was written with another key, is not to be used. The key
   * itself is never to be written, logged, or handed to a process in its arguments or environment.
   */
  readonly key?: Uint8Array;
}

/** Opens vector indexes: one for each kind of vector and model. */
export interface VectorIndexProvider {
  /** Whether `open` heeds `key`. Without, the provider is not used in an encrypted library. */
  readonly encryptsCaches?: true;
  open(options: VectorIndexOpening): Promise<VectorIndex>;
}
