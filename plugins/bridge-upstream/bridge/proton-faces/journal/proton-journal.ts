import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { HealthAnswer } from '../../../contract.ts';
import { BridgeError } from '../../errors.ts';
import { Feed } from '../../journal/feed.ts';
import { JournalCatalog } from '../../journal/journal-catalog.ts';
import { openBeside, openJournalOf, upstreamJournalName, type JournalKind } from '../../journal/open-journal.ts';
import { State } from '../../journal/state.ts';
import { newUid } from '../../journal/uid.ts';
import { motionRole, nodeColumns, presentFile, presentNode, type NodeRow, type PhotoRow } from './photo-row.ts';
import { protonMigrations } from './schema.ts';

/** Everything that is known about the library behind the upstream bridge, in one SQLite file. */
export class ProtonJournal extends JournalCatalog<PhotoRow, NodeRow> {
  readonly #counts: SqliteStatement<[], HealthAnswer['counts']>;

  /** @param close closes the database and releases its lock */
  constructor(db: SqliteDatabase, close: () => void) {
    const state = new State(db);
    super({
      ...{ db, state, close, nodeColumns, presentFile, presentNode },
      // Not the store's id: a recreated journal has the same store id, but its cursors are different.
      feed: new Feed(db, newUid(), state),
      albums: { told: 'name IS NOT NULL', photos: { table: 'members', where: 'true', addedTime: 'NULL' } },
      tags: 'tags',
      isTold: 'true',
      motion: `SELECT part.* FROM files AS main
        JOIN files AS part ON part.main_uid = main.uid AND part.role = '${motionRole}'
        WHERE main.uid = ? ORDER BY part.id LIMIT 1`,
    });
    this.#counts = db.prepare(
      'SELECT photos, albums, (SELECT count(*) FROM files WHERE error IS NOT NULL) AS failed FROM counts',
    );
  }

  /**
   * Final after the first list was read. It then depends only on the store, so that uids survive the loss of the journal.
   */
  get storeId(): string {
    return this.state.get('store_id') ?? 'proton-unknown';
  }

  /**
   * Whether all photos of a complete list have been requested once. Until then, the lists of the journal are incomplete.
   */
  get isFilled(): boolean {
    return this.state.get('filled_at') !== undefined;
  }

  counts(): HealthAnswer['counts'] {
    return this.#counts.get() ?? { photos: 0, albums: 0, failed: 0 };
  }

  /** The photos that follow one in the timeline. */
  following(uid: string, limit: number): { readonly uid: string; readonly rev: string }[] {
    const photo = this.fileRow.get(uid);
    if (photo?.role !== 'main') return [];
    return this.timelineList.following({ captureTime: photo.capture_time, uid }, limit);
  }

  /** With an incomplete library, the rest would seem to be deleted. */
  protected override mustBeListable(): void {
    if (this.isFilled) return;
    throw new BridgeError(
      'upstream_unreachable',
      'The library is being read for the first time: wait until it is whole.',
    );
  }
}

const kind: JournalKind<ProtonJournal> = {
  fileName: upstreamJournalName,
  migrations: protonMigrations,
  make: (db, close) => new ProtonJournal(db, close),
};

/** Like `openJournal`. @throws Error with one sentence for the person who starts the bridge */
export const openProtonJournal = (folder: string): ProtonJournal => openJournalOf(kind, folder);

/** Like `openJournalBeside`. */
export const openProtonJournalBeside = (folder: string): ProtonJournal | undefined => openBeside(kind, folder);
