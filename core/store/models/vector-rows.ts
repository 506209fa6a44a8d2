import type { Db, Statement } from '../../db/open.ts';
import { blobToSum, blobToVector, halfBlobToVector } from '../../db/vectors.ts';
import { isFace } from '../people/sql-parts.ts';

/** Vectors of faces, of whole pictures, and of people: the mean of each person's faces. */
export type VectorKind = 'face' | 'image' | 'person';

/** A vector with the attributes by which searches filter, read from the tables. */
export interface VectorRow {
  readonly id: number;
  /**
   * Never has length 0. Null if it was not requested, and if the row belongs in no index: it has no embedding of the model,
   * its photo is not listed, or a user marked it as not being a face.
   */
  readonly vector: Float32Array | null;
  readonly attributes: {
    /** Epoch seconds. 0 for a person, which has none of the other attributes either. */
    readonly takenAt: number;
    readonly archived: boolean;
    readonly hidden: boolean;
    readonly personIds: readonly number[];
  };
}

interface Row {
  id: number;
  embedding: Buffer | null;
  takenAt: number;
  archived: number;
  hidden: number;
  /** JSON */
  people: string;
}

interface Queries {
  /** Rows with an embedding of the model, after an id. */
  readonly after: Statement<[{ model: string; id: number; limit: number }], Row>;
  /** The rows that exist, with or without an embedding. */
  readonly some: Statement<[{ model: string; ids: string; vectors: 0 | 1 }], Row>;
  readonly vector: (blob: Buffer, dimensions: number) => Float32Array;
}

/** Reads the rows of vector indexes. */
export class VectorRows {
  readonly #queries: Readonly<Record<VectorKind, Queries>>;

  constructor(db: Db) {
    const attributes = 'p.taken_at AS takenAt, coalesce(g.archived, 0) AS archived, coalesce(g.hidden, 0) AS hidden';
    const inIds = 'IN (SELECT value FROM json_each(:ids))';
    const itsEmbedding = 'CASE WHEN :vectors AND p.listed THEN e.embedding END AS embedding';

    const ofFace = `f.id, ${attributes}, CASE WHEN f.person_id IS NULL THEN '[]' ELSE json_array(f.person_id) END AS people`;
    const ofImage = `p.id, ${attributes}, (SELECT json_group_array(DISTINCT person_id) FROM faces
      WHERE photo_id = p.id AND person_id IS NOT NULL) AS people`;
    const ofPerson = `s.person_id AS id, 0 AS takenAt, 0 AS archived, 0 AS hidden, '[]' AS people`;
    this.#queries = {
      face: {
        after: db.prepare(`
          SELECT ${ofFace}, e.embedding FROM face_embeddings e
            CROSS JOIN faces f ON f.id = e.face_id
            CROSS JOIN photos p ON p.id = f.photo_id AND p.listed
            LEFT JOIN photo_flags g ON g.photo_id = p.id
          WHERE e.model = :model AND e.face_id > :id AND ${isFace('f.id')} ORDER BY e.face_id LIMIT :limit`),
        some: db.prepare(`
          SELECT ${ofFace}, CASE WHEN :vectors AND p.listed AND ${isFace('f.id')} THEN e.embedding END AS embedding
          FROM faces f
            CROSS JOIN photos p ON p.id = f.photo_id
            LEFT JOIN face_embeddings e ON e.model = :model AND e.face_id = f.id
            LEFT JOIN photo_flags g ON g.photo_id = p.id
          WHERE f.id ${inIds}`),
        vector: blobToVector,
      },
      image: {
        after: db.prepare(`
          SELECT ${ofImage}, e.embedding FROM image_embeddings e
            CROSS JOIN photos p ON p.id = e.photo_id AND p.listed
            LEFT JOIN photo_flags g ON g.photo_id = p.id
          WHERE e.model = :model AND e.photo_id > :id ORDER BY e.photo_id LIMIT :limit`),
        some: db.prepare(`
          SELECT ${ofImage}, ${itsEmbedding} FROM photos p
            LEFT JOIN image_embeddings e ON e.model = :model AND e.photo_id = p.id
            LEFT JOIN photo_flags g ON g.photo_id = p.id
          WHERE p.id ${inIds}`),
        vector: halfBlobToVector,
      },
      person: {
        after: db.prepare(`
          SELECT ${ofPerson}, s.sum AS embedding FROM person_sums s
          WHERE s.model = :model AND s.person_id > :id ORDER BY s.person_id LIMIT :limit`),
        some: db.prepare(`
          SELECT ${ofPerson}, CASE WHEN :vectors AND s.model = :model THEN s.sum END AS embedding FROM person_sums s
          WHERE s.person_id ${inIds}`),
        vector: sumToVector,
      },
    };
  }

  /** The next rows of an index, sorted by id. */
  after(kind: VectorKind, model: VectorModel, id: number, limit: number): VectorRow[] {
    const { after, vector } = this.#queries[kind];
    return after.all({ model: model.model, id, limit }).map((row) => readRow(row, model, vector));
  }

  /** The rows that exist, in any order. */
  some(kind: VectorKind, model: VectorModel, ids: readonly number[], { vectors }: { vectors: boolean }): VectorRow[] {
    const { some, vector } = this.#queries[kind];
    const rows = some.all({ model: model.model, ids: JSON.stringify(ids), vectors: vectors ? 1 : 0 });
    return rows.map((row) => readRow(row, model, vector));
  }
}

/** The model whose vectors an index contains. */
export interface VectorModel {
  /** `id@version` */
  readonly model: string;
  readonly dimensions: number;
}

function readRow(row: Row, { dimensions }: VectorModel, toVector: Queries['vector']): VectorRow {
  const vector = row.embedding && toVector(row.embedding, dimensions);
  return {
    id: row.id,
    vector: vector && hasDirection(vector) ? vector : null,
    attributes: {
      takenAt: row.takenAt,
      archived: row.archived === 1,
      hidden: row.hidden === 1,
      personIds: JSON.parse(row.people) as number[],
    },
  };
}

/** The embedding of an empty picture may have no direction. It is left out, so that it does not break the whole index. */
function hasDirection(vector: Float32Array): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares > 0 && Number.isFinite(squares);
}

/** The direction of a sum of float64 values, as a unit vector. */
function sumToVector(blob: Buffer, dimensions: number): Float32Array {
  const sum = blobToSum(blob, dimensions);
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return Float32Array.from(sum, (value) => value / length);
}
