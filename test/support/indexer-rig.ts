import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import { AlbumIntake } from '../../core/store/photos/album-intake.ts';
import { Analyses } from '../../core/store/models/analyses.ts';
import { SyncQueue } from '../../core/store/photos/sync-queue.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { IndexQueue } from '../../core/store/photos/index-queue.ts';
import { PlaceIntake } from '../../core/store/photos/place-intake.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import { FoundFaces } from '../../core/store/people/found-faces.ts';
import { OldEmbeddings } from '../../core/store/models/old-embeddings.ts';
import { PhotoHashes } from '../../core/store/photos/photo-hashes.ts';
import { SyncState } from '../../core/store/sync-state.ts';
import { transactOn } from '../../core/store/transact.ts';
import { WriteAheadLog } from '../../core/store/write-ahead-log.ts';
import type { BackgroundTask } from '../../core/threads/background-task.ts';
import { createIndexer, type IndexerConfig } from '../../core/indexer/create-indexer.ts';
import type { Indexer } from '../../core/indexer/indexer.ts';
import { PhotoReader, type PhotoReaderConfig } from '../../core/media/photo-reader.ts';
import type { MlProvider, PhotoSource } from '../../core/plugin-api/index.ts';

/** A row of `photos`, as SQLite gives it. */
export interface PhotoRow {
  id: number;
  uid: string;
  rev: string;
  indexed_rev: string | null;
  kind: string;
  name: string;
  mime: string;
  size: number;
  sha1: Buffer | null;
  taken_at: number;
  taken_at_local: string;
  width: number | null;
  height: number | null;
  camera: string | null;
  lens: string | null;
  caption: string | null;
  lat: number | null;
  lng: number | null;
  place: string | null;
  thumbhash: Buffer | null;
  thumb_revision: number;
  state: string;
  error: string | null;
  attempts: number;
  retry_at: number;
  in_hand: number;
  deleted_at: number | null;
  listed: number;
}

interface RigOptions {
  /** The data folder. */
  readonly folder: string;
  readonly source: PhotoSource;
  readonly ml?: MlProvider;
  readonly tasks?: readonly BackgroundTask[] | ((db: Db) => readonly BackgroundTask[]);
  readonly config?: Partial<IndexerConfig & PhotoReaderConfig>;
}

/** An indexer over a real database in a folder, with a clock that tests turn. */
export class IndexerRig {
  readonly db: Db;
  readonly indexer: Indexer;
  readonly reader: PhotoReader;
  readonly thumbsDir: string;
  readonly cropsDir: string;
  /** Seconds that the clock is ahead of the real one. */
  ahead = 0;
  source: PhotoSource;
  ml: MlProvider | undefined;
  #started = false;

  constructor({ folder, source, ml, tasks = [], config = {} }: RigOptions) {
    mkdirSync(folder, { recursive: true });
    this.source = source;
    this.ml = ml;
    this.thumbsDir = join(folder, 'thumbs');
    this.cropsDir = join(folder, 'faces');
    this.db = openDatabase(join(folder, 'index.sqlite3'));
    migrate(this.db, migrations);
    this.reader = new PhotoReader({
      maxPhotoPixels: 300_000_000,
      photoMemory: 336 * 1024 * 1024,
      workers: 3,
      ...config,
    });
    const { db } = this;
    this.indexer = createIndexer({
      config: {
        syncInterval: 3600,
        syncLimit: 0,
        clusterInterval: 1800,
        workers: 3,
        deletionGrace: 7 * 86400,
        maxPhotoBytes: 512 * 1024 * 1024,
        timeZone: 'UTC',
        ...config,
      },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      clock: () => this.now(),
      source: () => this.source,
      ml: () => this.ml,
      reader: this.reader,
      thumbsDir: this.thumbsDir,
      cropsDir: this.cropsDir,
      tasks: typeof tasks === 'function' ? tasks(db) : tasks,
      stores: {
        photoIntake: new SyncQueue(db),
        photoWork: new IndexQueue(db),
        albumIntake: new AlbumIntake(db),
        placeIntake: new PlaceIntake(db),
        analyses: new Analyses(db),
        foundFaces: new FoundFaces(db),
        currentModels: new CurrentModels(db),
        oldEmbeddings: new OldEmbeddings(db),
        photoHashes: new PhotoHashes(db),
        photoText: new PhotoText(db),
        syncState: new SyncState(db),
        transact: transactOn(db),
        writeAheadLog: new WriteAheadLog(db),
      },
    });
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead;
  }

  /** Runs cycles until there is nothing more to do at once. */
  async settle(): Promise<void> {
    const settled = this.indexer.settled();
    if (this.#started) this.indexer.wake();
    else this.indexer.start();
    this.#started = true;
    await settled;
  }

  photos(): PhotoRow[] {
    return this.db
      .prepare<[], PhotoRow>(
        'SELECT photos.*, listed, places.label AS place FROM photos LEFT JOIN places ON places.id = place_id ORDER BY uid',
      )
      .all();
  }

  photo(uid: string): PhotoRow {
    const row = this.photos().find((photo) => photo.uid === uid);
    if (!row) throw new Error(`No photo ${uid}`);
    return row;
  }

  thumbPath({ id }: Pick<PhotoRow, 'id'>): string {
    return thumbPath(this.thumbsDir, id);
  }

  async close(): Promise<void> {
    await this.indexer.stop();
    this.db.close();
  }
}
