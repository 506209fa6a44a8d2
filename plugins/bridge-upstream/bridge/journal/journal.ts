import { randomBytes } from 'node:crypto';
import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type {
  AlbumPhotosAnswer,
  AlbumsAnswer,
  ChangesAnswer,
  HealthAnswer,
  NodesAnswer,
  TimelineAnswer,
} from '../../contract.ts';
import type { Catalog, CatalogFile } from '../catalog.ts';
import { AlbumLists } from './album-lists.ts';
import { answerNodes } from './answer-nodes.ts';
import { Feed } from './feed.ts';
import { nodeColumns, presentFile, presentNode, type FileRow, type NodeRow } from './file-row.ts';
import { agreeToLoss, State } from './state.ts';
import { TimelineList } from './timeline-list.ts';

/** Everything that the bridge knows about its store, in one SQLite file: data for the service and for the scanner. */
export class Journal implements Catalog {
  readonly storeId: string;
  /** For the scanner only: other code uses the methods. */
  readonly db: SqliteDatabase;
  readonly state: State;
  readonly feed: Feed;
  readonly #close: () => void;
  readonly #albums: AlbumLists;
  readonly #counts: SqliteStatement<[], { files: number; photos: number; albums: number; failed: number }>;
  readonly #timeline: TimelineList;
  readonly #nodes: SqliteStatement<[string], NodeRow>;
  readonly #file: SqliteStatement<[string], FileRow>;
  readonly #motion: SqliteStatement<[string], FileRow>;

  /** @param close closes the database and releases its lock */
  constructor(db: SqliteDatabase, close: () => void) {
    this.db = db;
    this.#close = close;
    this.state = new State(db);
    this.storeId = this.state.get('store_id') ?? this.#makeStoreId();
    this.feed = new Feed(db, this.storeId, this.state);
    this.#albums = new AlbumLists(db, {
      told: 'true',
      photos: { table: 'files', where: "role = 'main'", addedTime: 'added_at' },
    });
    this.#counts = db.prepare('SELECT files, photos, albums, failed FROM counts');
    this.#timeline = new TimelineList(db, this.feed, "'[]'");
    this.#nodes = db.prepare(
      `SELECT ${nodeColumns} FROM files WHERE role <> 'held' AND uid IN (SELECT value FROM json_each(?))`,
    );
    this.#file = db.prepare("SELECT * FROM files WHERE uid = ? AND role <> 'held'");
    this.#motion = db.prepare(
      `SELECT film.* FROM files AS main JOIN files AS film ON film.main_id = main.id
       WHERE main.uid = ? AND main.role = 'main' ORDER BY film.id LIMIT 1`,
    );
  }

  /** Closes the journal, so that another process can open it. */
  close(): void {
    this.#close();
  }

  counts(): HealthAnswer['counts'] {
    const { photos, albums, failed } = this.totals();
    return { photos, albums, failed };
  }

  /** Like `counts`, with the number of all files, including motion parts and held files. */
  totals(): HealthAnswer['counts'] & { files: number } {
    return this.#counts.get() ?? { files: 0, photos: 0, albums: 0, failed: 0 };
  }

  timeline(page: { cursor: string | null; limit: number }): TimelineAnswer {
    return this.#timeline.page(page);
  }

  changes({ since, limit }: { since: string; limit: number }): ChangesAnswer {
    return this.feed.since(since, limit);
  }

  nodes(uids: readonly string[]): NodesAnswer {
    return answerNodes(uids, (requested) => this.#nodes.all(JSON.stringify(requested)).map(presentNode));
  }

  albums(page: { cursor: string | null; limit: number }): AlbumsAnswer {
    return this.#albums.albums(page);
  }

  albumPhotos(albumUid: string, page: { cursor: string | null; limit: number }): AlbumPhotosAnswer | undefined {
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

  /**
   * Accepts the current loss for which the scanner waits for confirmation: the next scan removes the photos. May be called
   * in another process than the bridge's.
   * @returns the number of photos; null if no loss waits for confirmation
   */
  acceptLoss(): { missing: number; total: number } | null {
    return agreeToLoss(this.db, this.state);
  }

  #makeStoreId(): string {
    const id = randomBytes(16).toString('base64url');
    this.state.set('store_id', id);
    return id;
  }
}
