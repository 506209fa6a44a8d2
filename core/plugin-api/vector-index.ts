/** Which rows a search may return. Declarative, so that any engine can apply it. */
export interface VectorFilter {
  readonly includeArchived?: boolean;
  readonly includeHidden?: boolean;
  /** Epoch seconds, both ends inclusive. */
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

/** `attributes` and `delete` of an unknown id have no effect. */
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
  /** For display: `float32, exact` or the like. */
  readonly method: string;
}

/**
 * Nearest neighbours among the vectors of one model. It is derived from the index and never the source of truth: it may be
 * lost at any time.
 */
export interface VectorIndex {
  /** The last applied sequence number of the index. */
  watermark(): Promise<bigint>;
  apply(sequence: bigint, operations: readonly VectorOperation[]): Promise<void>;
  search(
    queries: readonly Float32Array[],
    options: { k: number; minScore?: number; filter?: VectorFilter; signal?: AbortSignal },
  ): Promise<VectorHit[][]>;
  /** Cosine similarity of `query` and each of `ids`; NaN for an unknown id. */
  score(query: Float32Array, ids: readonly number[]): Promise<Float32Array>;
  /**
   * The rows nearest to existing rows, including those of archived and hidden photos.
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

/** Vectors of faces, of whole pictures, and of persons: the mean of a person's faces. */
export type VectorKind = 'face' | 'image' | 'person';

export interface VectorIndexOpening {
  readonly kind: VectorKind;
  /** Only vectors of the same model are compared. */
  readonly model: string;
  readonly dimensions: number;
  /** A folder for data that is kept between starts. */
  readonly cacheDir: string;
  /**
   * 32 bytes, in an encrypted library: everything written below `cacheDir` must be encrypted and authenticated with it, or
   * with keys derived from it. Files that are plain, or were written with another key, must not be used. The key must never
   * be written, logged, or passed to a process in its arguments or environment.
   */
  readonly key?: Uint8Array;
}

/** Opens vector indexes: one for each kind of vector and model. */
export interface VectorIndexProvider {
  /** Whether `open` uses `key`. Otherwise the provider is not used in an encrypted library. */
  readonly encryptsCaches?: true;
  open(options: VectorIndexOpening): Promise<VectorIndex>;
}
