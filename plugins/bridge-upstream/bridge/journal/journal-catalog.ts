import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type {
  AlbumPhotosAnswer,
  AlbumsAnswer,
  ChangesAnswer,
  HealthAnswer,
  Node,
  NodesAnswer,
  TimelineAnswer,
} from '../../contract.ts';
import type { Catalog, CatalogFile, Page } from '../catalog.ts';
import { AlbumLists, type AlbumTables } from './album-lists.ts';
import type { Feed } from './feed.ts';
import type { State } from './state.ts';
import { TimelineList } from './timeline-list.ts';

interface Parts<FileRow, NodeRow> {
  readonly db: SqliteDatabase;
  readonly state: State;
  readonly feed: Feed;
  /** Closes the database and releases its lock. */
  readonly close: () => void;
  readonly albums: AlbumTables;
  /** SQL expression: a JSON array of the tags of a row of `files`. */
  readonly tags: string;
  /** The SQL condition on `files` that selects those outside the scan. */
  readonly isTold: string;
  /** SQL expressions: the columns of a node. */
  readonly nodeColumns: string;
  /** The SQL query for the motion part of the still with a uid. */
  readonly motion: string;
  readonly presentFile: (row: FileRow) => CatalogFile;
  readonly presentNode: (row: NodeRow) => Node;
}

/** The content of a journal, of either kind. */
export abstract class JournalCatalog<FileRow, NodeRow> implements Catalog {
  /** For the scanner only: other code uses the methods. */
  readonly db: SqliteDatabase;
  readonly state: State;
  readonly feed: Feed;
  /** Closes the journal, so that another process can open it. */
  readonly close: () => void;
  protected readonly timelineList: TimelineList;
  protected readonly fileRow: SqliteStatement<[string], FileRow>;
  readonly #parts: Parts<FileRow, NodeRow>;
  readonly #albums: AlbumLists;
  readonly #nodes: SqliteStatement<[string], NodeRow>;
  readonly #motion: SqliteStatement<[string], FileRow>;

  constructor(parts: Parts<FileRow, NodeRow>) {
    const { db, state, feed, close, albums, tags, isTold, nodeColumns, motion } = parts;
    this.db = db;
    this.state = state;
    this.feed = feed;
    this.close = close;
    this.#parts = parts;
    this.#albums = new AlbumLists(db, albums);
    this.timelineList = new TimelineList(db, feed, tags);
    this.#nodes = db.prepare(
      `SELECT ${nodeColumns} FROM files WHERE ${isTold} AND uid IN (SELECT value FROM json_each(?))`,
    );
    this.fileRow = db.prepare(`SELECT * FROM files WHERE uid = ? AND ${isTold}`);
    this.#motion = db.prepare(motion);
  }

  abstract get storeId(): string;

  abstract counts(): HealthAnswer['counts'];

  /** Called before a list is read. @throws BridgeError if it would be incomplete */
  protected mustBeListable(): void {
    // The lists of a driver's journal show what its scans have recorded.
  }

  timeline(page: Page): TimelineAnswer {
    this.mustBeListable();
    return this.timelineList.page(page);
  }

  changes({ since, limit }: { since: string; limit: number }): ChangesAnswer {
    this.mustBeListable();
    return this.feed.since(since, limit);
  }

  /** The nodes of photos, each once, in the requested order. */
  nodes(uids: readonly string[]): NodesAnswer {
    const requested = [...new Set(uids)];
    const rows = this.#nodes.all(JSON.stringify(requested));
    const nodes = new Map(rows.map(this.#parts.presentNode).map((node) => [node.uid, node]));
    return {
      nodes: requested.flatMap((uid) => nodes.get(uid) ?? []),
      missing: requested.filter((uid) => !nodes.has(uid)),
    };
  }

  albums(page: Page): AlbumsAnswer {
    this.mustBeListable();
    return this.#albums.albums(page);
  }

  albumPhotos(albumUid: string, page: Page): AlbumPhotosAnswer | undefined {
    this.mustBeListable();
    return this.#albums.photos(albumUid, page);
  }

  file(uid: string): CatalogFile | undefined {
    const row = this.fileRow.get(uid);
    return row && this.#parts.presentFile(row);
  }

  motion(uid: string): CatalogFile | undefined {
    const row = this.#motion.get(uid);
    return row && this.#parts.presentFile(row);
  }

  /**
   * Accepts the current loss for which the scanner waits for confirmation: the next scan removes the photos. May be called
   * in another process than the bridge's.
   * @returns the number of photos; null if no loss waits for confirmation
   */
  acceptLoss(): { missing: number; total: number } | null {
    return this.db
      .transaction(() => {
        const loss = this.state.get('mass_loss');
        if (!loss) return null;
        this.state.set('loss_agreed', loss.missing);
        return { missing: loss.missing, total: loss.total };
      })
      .immediate();
  }
}
