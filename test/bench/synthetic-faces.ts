import type { Db } from '../../core/db/open.ts';
import { randomNumbers } from '../support/random-numbers.ts';

/** The person of a synthetic face: a number for each person; negative ones have a single face. */
export type Who = number;

export interface SyntheticFaces {
  readonly who: readonly Who[];
  /** The 512 values of a face, in an array that is reused. */
  vector(face: number): Float32Array;
}

/** The dimension of a space in which random vectors are as similar as faces of different people. */
const SPACE = 140;

/**
 * Embeddings like those of a small face model: cosines of the same person .556 ± .133, of different ones .050 ± .081.
 *
 * Each is the sum of a part that all faces share, a part of its person, and its own part; the weight of the person's part
 * differs from face to face. A fifth of the faces are of people with a single face. The others are of one person per fifty
 * faces in total; some people have a hundred times as many as others. The same seed gives the same faces, in random order.
 */
export function syntheticFaces(count: number, seed = 1): SyntheticFaces {
  const random = new Random(seed);
  const people = Math.max(1, Math.round(count / 50));
  const strangers = Math.round(count / 5);
  const shares = Array.from({ length: people }, () => random.next() ** -0.6);
  const all = shares.reduce((sum, share) => sum + share, 0);
  const who: Who[] = Array.from({ length: strangers }, (_, at) => -1 - at);
  for (const [person, share] of shares.entries()) {
    const faces = Math.max(2, Math.round((share / all) * (count - strangers)));
    for (let face = 0; face < faces && who.length < count; face += 1) who.push(person);
  }
  while (who.length < count) who.push(Math.floor(random.next() * people));
  for (let at = who.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.next() * (at + 1));
    [who[at], who[other]] = [who[other]!, who[at]!];
  }
  const vector = new Float32Array(512);
  return {
    who,
    vector: (face) => {
      const of = new Random(seed * 7_919 + who[face]! * 104_729).direction();
      const own = new Random(seed * 15_485_863 + face * 32_452_843 + 1);
      const likeness = Math.min(0.97, Math.max(0.2, 0.73 + 0.117 * own.normal()));
      const rest = Math.sqrt(1 - likeness ** 2);
      const itself = own.direction();
      let squares = 0.05;
      for (let at = 0; at < SPACE; at += 1) {
        vector[at + 1] = Math.sqrt(0.95) * (likeness * of[at]! + rest * itself[at]!);
        squares += vector[at + 1]! ** 2;
      }
      vector[0] = Math.sqrt(0.05);
      const length = Math.sqrt(squares);
      for (let at = 0; at <= SPACE; at += 1) vector[at]! /= length;
      return vector;
    },
  };
}

/** Writes faces `from` to `to` like the indexer, each in its own photo; their ids are their positions plus 1. */
export function writeFaces(db: Db, faces: SyntheticFaces, from: number, to: number): void {
  const photo = db.prepare(
    `INSERT INTO photos (id, uid, rev, indexed_rev, kind, taken_at, taken_at_local, state, added_at, indexed_at)
     VALUES (?, 'f' || ?, 'r', 'r', 'image', 0, '1970-01-01T00:00:00', 'indexed', 0, 1)`,
  );
  const face = db.prepare(
    `INSERT INTO faces (id, photo_id, x, y, w, h, points, score, quality) VALUES (?, ?, 0.4, 0.4, 0.2, 0.2, '[]', 0.9, 1)`,
  );
  const embedding = db.prepare(`INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, 'synthetic@1', ?)`);
  db.transaction(() => {
    for (let at = from; at < to; at += 1) {
      photo.run(at + 1, at + 1);
      face.run(at + 1, at + 1);
      const vector = faces.vector(at);
      embedding.run(at + 1, Buffer.from(vector.buffer));
    }
  })();
}

class Random {
  /** 0 to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Of length 1. */
  direction(): Float64Array {
    const values = Float64Array.from({ length: SPACE }, () => this.normal());
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  }
}
