import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { HealthAnswer } from '../../contract.ts';
import { Feed } from './feed.ts';
import { nodeColumns, presentFile, presentNode, type FileRow, type NodeRow } from './file-row.ts';
import { JournalCatalog } from './journal-catalog.ts';
import { State } from './state.ts';
import { newUid } from './uid.ts';

/** Everything that the bridge knows about its store, in one SQLite file: data for the service and for the scanner. */
export class Journal extends JournalCatalog<FileRow, NodeRow> {
  readonly storeId: string;
  readonly #counts: SqliteStatement<[], { files: number; photos: number; albums: number; failed: number }>;

  /** @param close closes the database and releases its lock */
  constructor(db: SqliteDatabase, close: () => void) {
    const state = new State(db);
    const storeId = state.get('store_id') ?? newUid();
    if (state.get('store_id') === undefined) state.set('store_id', storeId);
    super({
      ...{ db, state, close, nodeColumns, presentFile, presentNode },
      feed: new Feed(db, storeId, state),
      albums: { told: 'true', photos: { table: 'files', where: "role = 'main'", addedTime: 'added_at' } },
      tags: "'[]'",
      isTold: "role <> 'held'",
      motion: `SELECT film.* FROM files AS main JOIN files AS film ON film.main_id = main.id
        WHERE main.uid = ? AND main.role = 'main' ORDER BY film.id LIMIT 1`,
    });
    this.storeId = storeId;
    this.#counts = db.prepare('SELECT files, photos, albums, failed FROM counts');
  }

  counts(): HealthAnswer['counts'] {
    const { photos, albums, failed } = this.totals();
    return { photos, albums, failed };
  }

  /** Like `counts`, with the number of all files, including motion parts and held files. */
  totals(): HealthAnswer['counts'] & { files: number } {
    return this.#counts.get() ?? { files: 0, photos: 0, albums: 0, failed: 0 };
  }
}
