import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Config } from '../../core/settings/env.ts';
import { IndexerRig } from './indexer-rig.ts';
import { MemorySource } from './memory-source.ts';
import { plainPictures } from './pictures.ts';

/** An indexer over a source of plain pictures, which tests restart, with users' additions to photos. */
export class SyncedLibrary {
  pictures: Buffer[] = [];
  source!: MemorySource;
  rig!: IndexerRig;
  #folder = '';

  /** Starts each test of the suite with an empty source. @param count the number of pictures to make */
  static inSuite(count: number): SyncedLibrary {
    const library = new SyncedLibrary();
    before(async () => {
      library.pictures = await plainPictures(count);
    });
    beforeEach(() => {
      library.#folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
      library.source = new MemorySource();
    });
    afterEach(async () => {
      await library.rig.close();
      rmSync(library.#folder, { recursive: true });
    });
    return library;
  }

  /** Indexes this many photos: p0, p1 and so on. */
  readonly start = async (count: number, config: Partial<Config> = {}): Promise<void> => {
    for (let index = 0; index < count; index += 1) this.source.put(`p${index}`, this.pictures[index]!);
    this.rig = new IndexerRig({ folder: this.#folder, source: this.source, config });
    await this.rig.settle();
  };

  readonly restart = async (config: Partial<Config> = {}): Promise<void> => {
    await this.rig.close();
    this.rig = new IndexerRig({ folder: this.#folder, source: this.source, config });
    await this.rig.settle();
  };

  readonly remove = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) this.source.remove(`p${index}`);
    await this.rig.settle();
  };

  readonly listed = (): string[] => this.rig.photos().flatMap(({ uid, listed: isListed }) => (isListed ? [uid] : []));

  /** Adds everything that users can add to a photo. */
  readonly decorate = (uid: string): void => {
    const { id } = this.rig.photo(uid);
    this.rig.db.exec(`
      INSERT OR IGNORE INTO users (id, username, display_name, role, password_hash, created_at)
        VALUES (1, 'ann', 'Ann', 'write', '', 0);
      INSERT OR IGNORE INTO tags (id, name, key) VALUES (1, 'Beach', 'beach');
      INSERT INTO photo_tags (tag_id, photo_id, position) VALUES (1, ${id}, 0);
      INSERT INTO photo_flags (photo_id, archived) VALUES (${id}, 1);
      INSERT INTO favorites VALUES (1, ${id});
      INSERT INTO faces (photo_id, assigned_by, x, y, w, h, points, score)
        VALUES (${id}, 'user', 0, 0, 1, 1, '[]', 1);
    `);
  };

  readonly decorations = (uid: string): number => {
    const { id } = this.rig.photo(uid);
    return ['photo_tags', 'photo_flags', 'favorites', 'faces']
      .map((table) => this.rig.db.prepare(`SELECT 1 FROM ${table} WHERE photo_id = ?`).all(id).length)
      .reduce((sum, count) => sum + count);
  };

  /** Photos whose searchable text contains a word, from names, tags or albums. */
  readonly textOf = (word: string): string[] =>
    this.rig.db
      .prepare<[string], string>(
        'SELECT uid FROM photos WHERE id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?) ORDER BY uid',
      )
      .pluck()
      .all(word);

  /** Confirms the loss of this many photos, and waits until the indexer is idle. */
  readonly agree = async (missing: number): Promise<void> => {
    const settled = this.rig.indexer.settled();
    expect(this.rig.indexer.confirmMassLoss({ missing }).agreed).to.equal(true);
    await settled;
  };
}
