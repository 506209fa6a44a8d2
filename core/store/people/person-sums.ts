import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { blobToSum, blobToVector } from '../../db/vectors.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';

export interface PersonSum {
  /** The number of the person's faces that have an embedding of the model. */
  readonly faces: number;
  /** The sum of these embeddings, 512 values; it has the direction of their mean. */
  readonly sum: Float64Array;
}

interface Move {
  seq: number;
  faceId: number;
  fromId: number | null;
  toId: number | null;
  /** The last embedding of a removed face; otherwise null. */
  embedding: Buffer | null;
}

/** A sum that is being changed. */
interface OpenSum {
  faces: number;
  readonly sum: Float64Array;
  /** The sequence of the last move that the sum includes. */
  seq: number;
}

interface SumRow {
  faces: number;
  sum: Buffer;
  seq: number;
}

/**
 * The number of people whose sums are recomputed from all their faces in one step, for example after a change of model: some
 * milliseconds.
 */
const ANEW_AT_ONCE = 20;

/** The sum of the embeddings of each person's faces, by the current model. Updated from `face_moves`, the log of owners. */
export class PersonSums {
  readonly #db: Db;
  readonly #model: Statement<[], string>;
  readonly #moves: Statement<[number], Move>;
  readonly #newest: Statement<[], number>;
  readonly #forget: Statement<[number]>;
  readonly #embedding: Statement<[string, number], Buffer>;
  readonly #embeddingsOf: Statement<[{ personId: number; model: string }], Buffer>;
  readonly #get: Statement<[number, string], SumRow>;
  readonly #put: Statement<[{ personId: number; model: string; faces: number; sum: Buffer; seq: number }]>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#db = db;
    this.#model = plucked(`SELECT model FROM current_models WHERE kind = 'face'`);
    this.#moves = db.prepare(`
      SELECT seq, face_id AS faceId, from_id AS fromId, to_id AS toId, embedding FROM face_moves ORDER BY seq LIMIT ?`);
    this.#newest = plucked('SELECT seq FROM face_moves ORDER BY seq DESC LIMIT 1');
    this.#forget = db.prepare('DELETE FROM face_moves WHERE seq <= ?');
    this.#embedding = plucked('SELECT embedding FROM face_embeddings WHERE model = ? AND face_id = ?');
    this.#embeddingsOf = plucked(`
      SELECT e.embedding FROM faces f CROSS JOIN face_embeddings e ON e.face_id = f.id AND e.model = :model
      WHERE f.person_id = :personId`);
    this.#get = db.prepare('SELECT faces, sum, seq FROM person_sums WHERE person_id = ? AND model = ?');
    // Writes nothing for a person in the log who no longer exists.
    this.#put = db.prepare(`
      INSERT INTO person_sums (person_id, model, faces, sum, seq)
        SELECT id, :model, :faces, :sum, :seq FROM people WHERE id = :personId
      ON CONFLICT (person_id) DO UPDATE SET model = :model, faces = :faces, sum = :sum, seq = :seq`);
    this.#remove = db.prepare('DELETE FROM person_sums WHERE person_id = ?');
  }

  /** As of the last `follow()`. Null for a person whose faces have no embedding of the current model. */
  of(personId: number): PersonSum | null {
    const model = this.#model.get();
    const row = model === undefined ? undefined : this.#get.get(personId, model);
    return row ? { faces: row.faces, sum: blobToSum(row.sum, faceDimensions) } : null;
  }

  /**
   * Adds up to `limit` moves of faces to the sums, in its own or the open transaction.
   * @returns their number; 0 if none is left
   */
  follow(limit = 1000): number {
    return this.#db.transaction(() => {
      const moves = this.#moves.all(limit);
      const model = this.#model.get();
      // Without a model there are no sums. A trigger logs all people when another model becomes current.
      const count = model === undefined ? moves.length : this.#apply(moves, model);
      const last = moves[count - 1];
      if (last) this.#forget.run(last.seq);
      return count;
    })();
  }

  /** Applies moves to the sums, in order. @returns their number */
  #apply(moves: readonly Move[], model: string): number {
    let count = 0;
    const sums = new Map<number, OpenSum>();
    const inexact = new Set<number>();
    for (const { seq, faceId, fromId, toId, embedding: last } of moves) {
      if (inexact.size >= ANEW_AT_ONCE) break;
      count += 1;
      const from = fromId === null ? undefined : this.#openedFor(sums, fromId, model, seq);
      const to = toId === null ? undefined : this.#openedFor(sums, toId, model, seq);
      if (!from && !to) continue;
      const embedding = fromId === toId ? undefined : (last ?? this.#embedding.get(model, faceId));
      if (embedding) {
        const values = blobToVector(embedding, faceDimensions);
        if (from) add(from, values, -1);
        if (to) add(to, values, 1);
      }
      // The embedding of a moved face may be missing; the sums are then recomputed.
      const unsure = !embedding || (from && from.faces < 0);
      if (fromId !== null && unsure) inexact.add(fromId);
      if (toId !== null && unsure) inexact.add(toId);
    }
    const newest = this.#newest.get() ?? 0;
    for (const personId of inexact) sums.set(personId, this.#sumAnew(personId, model, newest));
    for (const [personId, { faces, sum, seq }] of sums) {
      if (faces > 0) this.#put.run({ personId, model, faces, sum: Buffer.from(sum.buffer), seq });
      else this.#remove.run(personId);
    }
    return count;
  }

  /** The person's sum, to be changed by the move `seq`; undefined if it already includes the move. */
  #openedFor(sums: Map<number, OpenSum>, personId: number, model: string, seq: number): OpenSum | undefined {
    let open = sums.get(personId);
    if (!open) {
      const row = this.#get.get(personId, model);
      open = row
        ? { faces: row.faces, sum: blobToSum(row.sum, faceDimensions), seq: row.seq }
        : { faces: 0, sum: new Float64Array(faceDimensions), seq: 0 };
      sums.set(personId, open);
    }
    return seq > open.seq ? open : undefined;
  }

  #sumAnew(personId: number, model: string, seq: number): OpenSum {
    const open = { faces: 0, sum: new Float64Array(faceDimensions), seq };
    for (const embedding of this.#embeddingsOf.iterate({ personId, model }))
      add(open, blobToVector(embedding, faceDimensions), 1);
    return open;
  }
}

function add(to: OpenSum, values: Float32Array, sign: 1 | -1): void {
  to.faces += sign;
  for (let at = 0; at < faceDimensions; at += 1) to.sum[at] = (to.sum[at] ?? 0) + sign * (values[at] ?? 0);
}
