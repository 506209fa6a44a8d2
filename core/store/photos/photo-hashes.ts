import type { Db, Statement } from '../../db/open.ts';

type Row = Record<'photoId' | 'word0' | 'word1' | 'word2' | 'word3', number> & { readonly hash: Uint8Array };

/** Writes the perceptual hashes of photos. */
export class PhotoHashes {
  readonly #change: Statement<[Row]>;
  readonly #add: Statement<[Row]>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    this.#change = db.prepare(`
      UPDATE photo_hashes SET hash = :hash, word0 = :word0, word1 = :word1, word2 = :word2, word3 = :word3, compared = 0
      WHERE photo_id = :photoId AND hash <> :hash`);
    // Two statements, since an upsert would turn conflicts that triggers may ignore into errors.
    this.#add = db.prepare(`
      INSERT INTO photo_hashes (photo_id, hash, word0, word1, word2, word3)
      SELECT :photoId, :hash, :word0, :word1, :word2, :word3
      WHERE NOT EXISTS (SELECT 1 FROM photo_hashes WHERE photo_id = :photoId)`);
    this.#remove = db.prepare('DELETE FROM photo_hashes WHERE photo_id = ?');
  }

  /** @param hash 8 bytes; null for a photo without any structure, and for one without a thumbnail */
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
    const row = { photoId, hash, word0, word1, word2, word3 };
    if (this.#change.run(row).changes === 0) this.#add.run(row);
  }
}
