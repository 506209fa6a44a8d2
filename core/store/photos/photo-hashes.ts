import type { Db, Statement } from '../../db/open.ts';

type Words = Record<'word0' | 'word1' | 'word2' | 'word3', number>;

/** Writes the perceptual hashes of photos. */
export class PhotoHashes {
  readonly #put: Statement<[Words & { photoId: number; hash: Uint8Array }]>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    this.#put = db.prepare(`
      INSERT INTO photo_hashes (photo_id, hash, word0, word1, word2, word3)
      VALUES (:photoId, :hash, :word0, :word1, :word2, :word3)
      ON CONFLICT (photo_id) DO UPDATE SET hash = excluded.hash, word0 = excluded.word0, word1 = excluded.word1,
        word2 = excluded.word2, word3 = excluded.word3, compared = 0
      WHERE hash <> excluded.hash`);
    this.#remove = db.prepare('DELETE FROM photo_hashes WHERE photo_id = ?');
  }

  /** @param hash 8 bytes; null for a photo without any shape, and for one without a thumbnail */
  put(photoId: number, hash: Uint8Array | null): void {
    if (hash === null) {
      this.#remove.run(photoId);
      return;
    }
    const words = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
    const [word0, word1, word2, word3] = [0, 2, 4, 6].map((at) => words.getUint16(at)) as [
      number,
      number,
      number,
      number,
    ];
    this.#put.run({ photoId, hash, word0, word1, word2, word3 });
  }
}
