import { nearbyWords, type HashWords } from '../../domain/hamming-distance.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn, rawOn } from '../../db/statements.ts';
import { halfBlobToVector } from '../../db/vectors.ts';

/** A photo with the facts by which two photos are compared. */
export interface HashedPhoto {
  readonly id: number;
  readonly kind: PhotoKind;
  readonly takenAt: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbhash: Buffer | null;
  readonly sha1: Buffer | null;
  readonly words: HashWords;
}

export interface HashedId {
  readonly id: number;
  readonly words: HashWords;
}

export interface NearPair {
  readonly low: number;
  readonly high: number;
}

/** A photo with a similar hash. */
export interface FoundPair {
  readonly other: number;
  /** Bits. */
  readonly distance: number;
  /** True: they are near duplicates unless a model objects. False: only if a model agrees. */
  readonly sure: boolean;
}

type WordsRow = [id: number, word0: number, word1: number, word2: number, word3: number];

interface PhotoRow extends Omit<HashedPhoto, 'words'> {
  readonly word0: number;
  readonly word1: number;
  readonly word2: number;
  readonly word3: number;
}

/**
 * The maximum number of hashes to read for one 16-bit word. A word that more hashes share is not significant: pairs are then
 * found by their other words.
 */
const maxPerWord = 2000;

/**
 * Perceptual hashes, and the pairs of photos with similar hashes.
 *
 * [Note: finding hashes that differ in few bits] Multi-index hashing (M. Norouzi, A. Punjani, D. J. Fleet, Fast Search in
 * Hamming Space with Multi-Index Hashing, 2012): if two hashes differ in at most 7 bits, one of their four 16-bit words
 * differs in at most one bit. An index on each word, queried with the word and its 16 neighbours, therefore finds all of
 * those, and most of those that differ in 8 or 10 bits. At a million photos these are some thousand rows.
 *
 * Photos with the same content are compared once: one of them represents all.
 */
export class NearDuplicates {
  readonly #uncompared: Statement<[number], PhotoRow>;
  readonly #photos: Statement<[string], PhotoRow>;
  readonly #words: Statement<[number], WordsRow>;
  readonly #byWord: readonly Statement<[string], WordsRow>[];
  readonly #copies: Statement<[number], number>;
  readonly #visible: Statement<[{ ids: string; hidden: 0 | 1 }], number>;
  readonly #sameContent: Statement<[{ sha1: Buffer; id: number }], number>;
  readonly #setCompared: Statement<[{ id: number; compared: 1 | 2 }]>;
  readonly #regroup: Statement<[number]>;
  readonly #add: Statement<[{ low: number; high: number; distance: number; sure: number }]>;
  readonly #scoredByOthers: Statement<[{ model: string; limit: number }], NearPair>;
  readonly #unscored: Statement<[NearPair & { limit: number }], NearPair>;
  readonly #embedding: Statement<[{ id: number; model: string }], Buffer>;
  readonly #score: Statement<[NearPair & { similarity: number | null; model: string | null }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    const photo = `
      SELECT p.id, p.kind, p.taken_at AS takenAt, p.width, p.height, p.thumbhash, p.sha1,
        h.word0, h.word1, h.word2, h.word3
      FROM photo_hashes h JOIN photos p ON p.id = h.photo_id`;
    this.#uncompared = db.prepare(`${photo} WHERE h.compared = 0 ORDER BY h.photo_id LIMIT ?`);
    this.#photos = db.prepare(`${photo} WHERE h.photo_id IN (SELECT value FROM json_each(?))`);
    const words = 'SELECT photo_id, word0, word1, word2, word3 FROM photo_hashes';
    this.#words = raw(`${words} WHERE photo_id = ?`);
    this.#byWord = [0, 1, 2, 3].map((at) =>
      raw<[string], WordsRow>(
        `${words} WHERE compared = 1 AND word${at} IN (SELECT value FROM json_each(?)) LIMIT ${maxPerWord}`,
      ),
    );
    this.#copies = plucked(
      'SELECT c.id FROM photos p JOIN photos c ON c.sha1 = p.sha1 WHERE p.id = ? AND c.id <> p.id',
    );
    this.#visible = plucked(`
      SELECT p.id FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.id IN (SELECT value FROM json_each(:ids)) AND p.listed = 1 AND (:hidden OR coalesce(f.hidden, 0) = 0)`);
    this.#sameContent = plucked(`
      SELECT h.photo_id FROM photos p JOIN photo_hashes h ON h.photo_id = p.id
      WHERE p.sha1 = :sha1 AND p.id <> :id AND h.compared = 1 LIMIT 1`);
    this.#setCompared = db.prepare('UPDATE photo_hashes SET compared = :compared WHERE photo_id = :id');
    this.#regroup = db.prepare('UPDATE photo_hashes SET grouped = 0 WHERE photo_id = ?');
    this.#add = db.prepare(`
      INSERT OR REPLACE INTO near_duplicates (low_id, high_id, distance, sure) VALUES (:low, :high, :distance, :sure)`);
    const scored = 'SELECT low_id AS low, high_id AS high FROM near_duplicates WHERE model IS NOT NULL';
    this.#scoredByOthers = db.prepare(
      `${scored} AND model < :model UNION ALL ${scored} AND model > :model LIMIT :limit`,
    );
    this.#unscored = db.prepare(`
      SELECT low_id AS low, high_id AS high FROM near_duplicates
      WHERE model IS NULL AND (low_id, high_id) > (:low, :high) ORDER BY low_id, high_id LIMIT :limit`);
    // While the photo waits for its analysis, the embedding may belong to its previous content.
    this.#embedding = plucked(`
      SELECT e.embedding FROM image_embeddings e JOIN analyses a ON a.photo_id = e.photo_id
      WHERE e.model = :model AND e.photo_id = :id AND a.image_by = :model`);
    this.#score = db.prepare(`
      UPDATE near_duplicates SET similarity = :similarity, model = :model WHERE low_id = :low AND high_id = :high`);
  }

  uncompared(limit: number): HashedPhoto[] {
    return this.#uncompared.all(limit).map(hashedPhoto);
  }

  photos(ids: readonly number[]): HashedPhoto[] {
    return this.#photos.all(JSON.stringify(ids)).map(hashedPhoto);
  }

  /** Undefined if the photo has no hash. */
  wordsOf(photoId: number): HashWords | undefined {
    const row = this.#words.get(photoId);
    return row && wordsOf(row);
  }

  /** Compared photos whose hashes may differ in few bits; see [Note: finding hashes that differ in few bits]. */
  candidates(words: HashWords): HashedId[] {
    const byId = new Map<number, HashedId>();
    for (const [at, statement] of this.#byWord.entries()) {
      for (const row of statement.all(JSON.stringify(nearbyWords(words[at] ?? 0)))) {
        if (!byId.has(row[0])) byId.set(row[0], { id: row[0], words: wordsOf(row) });
      }
    }
    return [...byId.values()];
  }

  /** Photos with the same content. */
  copies(id: number): number[] {
    return this.#copies.all(id);
  }

  /** Those of the photos that lists show. */
  visible(ids: readonly number[], withHidden: boolean): number[] {
    return this.#visible.all({ ids: JSON.stringify(ids), hidden: withHidden ? 1 : 0 });
  }

  /** The photo that represents all photos with the same content; undefined if there is none yet. */
  sameContent({ sha1, id }: HashedPhoto): number | undefined {
    return sha1 === null ? undefined : this.#sameContent.get({ sha1, id });
  }

  /** Marks a photo as compared. Must be called in a transaction, for a photo of `uncompared`. */
  compared(id: number, pairs: readonly FoundPair[]): void {
    this.#setCompared.run({ id, compared: 1 });
    for (const { other, distance, sure } of pairs) {
      this.#add.run({ low: Math.min(id, other), high: Math.max(id, other), distance, sure: Number(sure) });
    }
  }

  /**
   * Marks a photo as not to be compared. Must be called in a transaction, for a photo of `uncompared`.
   * @param representative the photo that represents it, whose group must be rebuilt
   */
  setAside(id: number, representative?: number): void {
    this.#setCompared.run({ id, compared: 2 });
    if (representative !== undefined) this.#regroup.run(representative);
  }

  /** Removes the scores of up to `limit` pairs by other models. Must be called in a transaction. @returns their number */
  forgetOtherModels(model: string, limit: number): number {
    const pairs = this.#scoredByOthers.all({ model, limit });
    for (const pair of pairs) this.#score.run({ ...pair, similarity: null, model: null });
    return pairs.length;
  }

  /** The next pairs after `last` without a score. */
  unscored(last: NearPair, limit: number): NearPair[] {
    return this.#unscored.all({ ...last, limit });
  }

  /** L2-normalised; undefined while the model has not analysed the photo's current content. */
  embedding(id: number, model: string): Float32Array | undefined {
    const blob = this.#embedding.get({ id, model });
    return blob && halfBlobToVector(blob, blob.byteLength / 2);
  }

  score({ low, high }: NearPair, similarity: number, model: string): void {
    this.#score.run({ low, high, similarity, model });
  }
}

function hashedPhoto({ word0, word1, word2, word3, ...photo }: PhotoRow): HashedPhoto {
  return { ...photo, words: [word0, word1, word2, word3] };
}

function wordsOf([, word0, word1, word2, word3]: WordsRow): HashWords {
  return [word0, word1, word2, word3];
}
