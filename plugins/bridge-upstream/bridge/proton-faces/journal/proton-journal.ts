import { newUid } from '../../journal/uid.ts';
import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type {
  AlbumPhotosAnswer,
  AlbumsAnswer,
  ChangesAnswer,
  HealthAnswer,
  NodesAnswer,
  TimelineAnswer,
} from '../../../contract.ts';
import type { Catalog, CatalogFile } from '../../catalog.ts';
import { BridgeError } from '../../errors.ts';
import { AlbumLists } from '../../journal/album-lists.ts';
import { answerNodes } from '../../journal/answer-nodes.ts';
import { Feed } from '../../journal/feed.ts';
import { openBeside, openJournalOf, upstreamJournalName, type JournalKind } from '../../journal/open-journal.ts';
import { agreeToLoss, State } from '../../journal/state.ts';
import { TimelineList } from '../../journal/timeline-list.ts';
import { motionRole, nodeColumns, presentFile, presentNode, type NodeRow, type PhotoRow } from './photo-row.ts';
import { protonMigrations } from './schema.ts';

interface Page {
  readonly cursor: string | null;
  readonly limit: number;
}

/** Everything that is known about the library behind the upstream bridge, in one SQLite file. */
export class ProtonJournal implements Catalog {
  /** For the scanner only: other code uses the methods. */
  readonly db: SqliteDatabase;
  readonly state: State;
  readonly feed: Feed;
  readonly #close: () => void;
  readonly #albums: AlbumLists;
  readonly #counts: SqliteStatement<[], HealthAnswer['counts']>;
  readonly #timeline: TimelineList;
  readonly #nodes: SqliteStatement<[string], NodeRow>;
  readonly #file: SqliteStatement<[string], PhotoRow>;
  readonly #motion: SqliteStatement<[string], PhotoRow>;

  /** @param close closes the database and releases its lock */
  constructor(db: SqliteDatabase, close: () => void) {
    this.db = db;
    this.#close = close;
    this.state = new State(db);
    // Not the store's id: a recreated journal has the same store id, but its cursors are different.
    this.feed = new Feed(db, newUid(), this.state);
    this.#albums = new AlbumLists(db, {
      told: 'name IS NOT NULL',
      photos: { table: 'members', where: 'true', addedTime: 'NULL' },
    });
    this.#counts = db.prepare(
      'SELECT photos, albums, (SELECT count(*) FROM files WHERE error IS NOT NULL) AS failed FROM counts',
    );
    this.#timeline = new TimelineList(db, this.feed, 'tags');
    this.#nodes = db.prepare(`SELECT ${nodeColumns} FROM files WHERE uid IN (SELECT value FROM json_each(?))`);
    this.#file = db.prepare('SELECT * FROM files WHERE uid = ?');
    this.#motion = db.prepare(
      `SELECT part.* FROM files AS main JOIN files AS part ON part.main_uid = main.uid AND part.role = '${motionRole}'
       WHERE main.uid = ? ORDER BY part.id LIMIT 1`,
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

  /** Closes the journal, so that another process can open it. */
  close(): void {
    this.#close();
  }

  counts(): HealthAnswer['counts'] {
    return this.#counts.get() ?? { photos: 0, albums: 0, failed: 0 };
  }

  timeline(page: Page): TimelineAnswer {
    this.#mustBeFilled();
    return this.#timeline.page(page);
  }

  changes({ since, limit }: { since: string; limit: number }): ChangesAnswer {
    this.#mustBeFilled();
    return this.feed.since(since, limit);
  }

  nodes(uids: readonly string[]): NodesAnswer {
    return answerNodes(uids, (requested) => this.#nodes.all(JSON.stringify(requested)).map(presentNode));
  }

  albums(page: Page): AlbumsAnswer {
    this.#mustBeFilled();
    return this.#albums.albums(page);
  }

  albumPhotos(albumUid: string, page: Page): AlbumPhotosAnswer | undefined {
    this.#mustBeFilled();
    return this.#albums.photos(albumUid, page);
  }

  file(uid: string): CatalogFile | undefined {
    const row = this.#file.get(uid);
    return row && presentFile(row);
  }

  motion(uid: string): CatalogFile | undefined {
    const row = this.#motion.get(uid);
    return row && presentFile(row);
  }

  /** The photos that follow one in the timeline. */
  following(uid: string, limit: number): { readonly uid: string; readonly rev: string }[] {
    const photo = this.#file.get(uid);
    if (photo?.role !== 'main') return [];
    return this.#timeline.following({ captureTime: photo.capture_time, uid }, limit);
  }

  /** Like `Journal.acceptLoss`. */
  acceptLoss(): { missing: number; total: number } | null {
    return agreeToLoss(this.db, this.state);
  }

  /** With an incomplete library, the rest would seem to be deleted. */
  #mustBeFilled(): void {
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
