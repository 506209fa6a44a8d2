import { rgbaToThumbHash } from 'thumbhash';
import type { Db } from '../../core/db/open.ts';
import { vectorToHalfBlob } from '../../core/db/vectors.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import { NearDuplicates } from '../../core/store/photos/near-duplicates.ts';
import { NearGroups } from '../../core/store/photos/near-groups.ts';
import { PhotoHashes } from '../../core/store/photos/photo-hashes.ts';
import { transactOn } from '../../core/store/transact.ts';
import { NearDuplicatesTask } from '../../core/indexer/duplicates/near-duplicates-task.ts';
import { PhotoRows, type PhotoFacts } from './photo-rows.ts';

/** A picture by the bits of its hash and the hue of its colours, 0 to 1. */
export interface Looks {
  readonly hash: bigint;
  readonly hue?: number;
  /** Pixels; the height is 300. */
  readonly width?: number;
}

/** Photos that look alike, as the indexer stores them. */
export class AlikeRows {
  readonly db: Db;
  readonly photos: PhotoRows;
  readonly models: CurrentModels;
  readonly #hashes: PhotoHashes;

  constructor(db: Db) {
    this.db = db;
    this.photos = new PhotoRows(db);
    this.models = new CurrentModels(db);
    this.#hashes = new PhotoHashes(db);
  }

  /** @returns the row's id */
  add(facts: PhotoFacts, looks: Looks): number {
    const id = this.photos.add(facts);
    this.db.prepare('INSERT INTO analyses (photo_id) VALUES (?)').run(id);
    this.look(id, looks);
    return id;
  }

  /** Replaces the content of a photo. */
  look(id: number, { hash, hue = 0, width = 400 }: Looks): void {
    this.db.prepare('UPDATE photos SET thumbhash = ?, width = ? WHERE id = ?').run(placeholder(hue), width, id);
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt.asUintN(64, hash));
    this.#hashes.put(id, bytes);
  }

  embed(id: number, model: string, vector: readonly number[]): void {
    const length = Math.hypot(...vector);
    const embedding = vectorToHalfBlob(Float32Array.from(vector, (value) => value / length));
    this.db.prepare('INSERT OR REPLACE INTO image_embeddings VALUES (?, ?, ?)').run(id, model, embedding);
    this.db.prepare(`UPDATE analyses SET state = 'done', image_by = ? WHERE photo_id = ?`).run(model, id);
  }

  useModel(model: string, dimensions = 3): void {
    this.models.set('image', { model, dimensions, thresholds: null });
  }

  task(): NearDuplicatesTask {
    return new NearDuplicatesTask({
      pairs: new NearDuplicates(this.db),
      groups: new NearGroups(this.db),
      models: this.models,
      transact: transactOn(this.db),
    });
  }

  async run(): Promise<void> {
    await this.task().run(new AbortController().signal);
  }

  /** The ids of each stored group, the best first. */
  groups(): number[][] {
    const rows = this.db
      .prepare<[], { best: number; id: number }>(
        'SELECT best_id AS best, photo_id AS id FROM near_group_members ORDER BY best_id, photo_id',
      )
      .all();
    const bests = [...new Set(rows.map(({ best }) => best))];
    return bests.map((best) => [
      best,
      ...rows.filter((row) => row.best === best && row.id !== best).map(({ id }) => id),
    ]);
  }
}

/** Four areas of different colours. */
function placeholder(hue: number): Buffer {
  const side = 32;
  const rgba = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const field = (x < side / 2 ? 0 : 1) + (y < side / 2 ? 0 : 2);
      const angle = 2 * Math.PI * (hue + field / 4);
      const channels = [0, 1, 2].map((channel) => 128 + 100 * Math.cos(angle + (channel * 2 * Math.PI) / 3));
      rgba.set(channels, (y * side + x) * 4);
    }
  }
  return Buffer.from(rgbaToThumbHash(side, side, rgba));
}
