import { mkdirSync } from 'node:fs';
import { registerHealth } from '../../core/compose/health.ts';
import { registerIndexer } from '../../core/compose/indexer.ts';
import { inject } from '../../core/compose/inject.ts';
import { registerPictures } from '../../core/compose/pictures.ts';
import { newContainer } from '../../core/compose/register.ts';
import { registerStores } from '../../core/compose/stores.ts';
import { registerVideos } from '../../core/compose/videos.ts';
import type { Db } from '../../core/db/open.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { Indexer } from '../../core/indexer/indexer.ts';
import type { InteractiveReads } from '../../core/media/interactive-reads.ts';
import type { PhotoReader, PhotoReaderConfig } from '../../core/media/photo-reader.ts';
import type { ProgramFinder } from '../../core/media/video/programs.ts';
import type { SourceTap } from '../../core/media/video/source-tap.ts';
import type { MlProvider, PhotoSource, VectorIndexProvider } from '../../core/plugin-api/index.ts';
import type { Registry } from '../../core/plugins/registry.ts';
import type { ProvidedSource } from '../../core/plugins/source-registry.ts';
import { SourceWatches } from '../../core/services/source-watches.ts';
import { facesFolder, indexFile, thumbsFolder } from '../../core/settings/data-folder.ts';
import type { LibraryKeys } from '../../core/encryption/library-keys.ts';
import type { Config } from '../../core/settings/env.ts';
import type { Log } from '../../core/settings/log.ts';
import type { BackgroundTask } from '../../core/threads/background-task.ts';
import type { LibraryVectors } from '../../core/vectors/library-vectors.ts';
import { openIndex } from './index-file.ts';
import { keptReader } from './kept-reader.ts';

/** A row of `photos` in SQLite. */
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
  thumbs_made: number;
  turned: number;
  state: string;
  error: string | null;
  fault: string | null;
  examined: string | null;
  awaits: string | null;
  closer_attempts: number;
  closer_retry_at: number;
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
  /** The plugin of the photo source. */
  readonly plugin?: string;
  /** Further photo sources with their plugins. */
  readonly further?: readonly ProvidedSource[];
  readonly ml?: MlProvider;
  readonly vectorIndex?: VectorIndexProvider;
  readonly tasks?: readonly BackgroundTask[] | ((db: Db) => readonly BackgroundTask[]);
  readonly config?: Partial<Config & PhotoReaderConfig>;
  /** Uses separate decoder processes that end with this rig: for tests of their failures. */
  readonly ownDecoders?: boolean;
  /** Finds the programs that read videos; default: those of this machine. */
  readonly programs?: ProgramFinder;
  /** The keys of an encrypted library. */
  readonly keys?: LibraryKeys | null;
  /** Gets the log entries. */
  readonly log?: (line: { level: 'info' | 'warn' | 'error'; facts: object; message: string }) => void;
  /** Replaces the interactive reads, whose timeouts depend on the real clock. */
  readonly interactive?: InteractiveReads;
}

/** An indexer over a real database in a folder, with a clock that tests control. */
export class IndexerRig {
  readonly db: Db;
  readonly indexer: Indexer;
  readonly reader: PhotoReader;
  /** Watches the source once a test starts it. */
  readonly watch: SourceWatches;
  readonly vectors: LibraryVectors;
  readonly thumbsDir: string;
  readonly cropsDir: string;
  /** Seconds that the clock is ahead of the real one. */
  ahead = 0;
  source: PhotoSource;
  readonly #plugin: string;
  /** Further photo sources with their plugins. */
  further: readonly ProvidedSource[];
  ml: MlProvider | undefined;
  readonly #vectorIndex: VectorIndexProvider | undefined;
  #started = false;
  readonly #tap: SourceTap;

  constructor({
    folder,
    source,
    plugin = 'memory',
    further = [],
    ml,
    vectorIndex,
    tasks = [],
    config = {},
    ownDecoders = false,
    programs,
    keys = null,
    interactive,
    log = () => undefined,
  }: RigOptions) {
    mkdirSync(folder, { recursive: true });
    this.source = source;
    this.#plugin = plugin;
    this.further = further;
    this.ml = ml;
    this.#vectorIndex = vectorIndex;
    this.thumbsDir = thumbsFolder(folder);
    this.cropsDir = facesFolder(folder);
    this.db = openIndex(indexFile(folder), keys?.index);
    const { container, register } = newContainer();
    registerStores(register);
    registerPictures(register);
    registerIndexer(register);
    registerHealth(register);
    registerVideos(register);
    const reading = { maxPhotoPixels: 300_000_000, photoMemory: 336 * 1024 * 1024, workers: 3 };
    const settings: Partial<Config> = {
      ...reading,
      dataDir: folder,
      syncInterval: 3600,
      syncLimit: 0,
      clusterInterval: 1800,
      deletionGrace: 7 * 86400,
      originalsBudget: 2 * 1024 ** 3,
      maxPhotoBytes: 512 * 1024 * 1024,
      timeZone: () => 'UTC',
      ...config,
    };
    const logged = (level: 'info' | 'warn' | 'error') => (facts: object, message: string) => {
      log({ level, facts, message });
    };
    const lines = { debug: () => undefined, info: logged('info'), warn: logged('warn'), error: logged('error') };
    register(inject.db, () => this.db);
    register(inject.keys, () => keys);
    register(inject.config, () => settings as Config);
    register(inject.log, () => lines as unknown as Log);
    register(inject.clock, () => () => this.now());
    register(inject.plugins, () => this.#plugins());
    this.watch = new SourceWatches({
      sources: () => [{ plugin, source: { health: (options) => this.source.health(options) } }, ...this.further],
      onReached: (wasAway) => {
        this.indexer.sourceIsBack(wasAway);
      },
    });
    register(inject.sourceWatch, () => this.watch);
    if (programs) register(inject.videoPrograms, () => programs);
    if (interactive) register(inject.interactive, () => interactive);
    if (!ownDecoders) register(inject.photoReader, () => keptReader(reading));
    register(inject.tasks, () => (typeof tasks === 'function' ? tasks(this.db) : tasks));
    this.reader = container.resolve(inject.photoReader);
    this.vectors = container.resolve(inject.vectors);
    this.indexer = container.resolve(inject.indexer);
    this.#tap = container.resolve(inject.sourceTap);
  }

  #plugins(): Registry {
    const sources = () => [{ plugin: this.#plugin, source: this.source }, ...this.further];
    const ml = () => this.ml;
    const vectorIndex = this.#vectorIndex;
    const loaded = {
      get photoSources() {
        return sources();
      },
      get mlProvider() {
        return ml();
      },
      vectorIndex,
    };
    return loaded as unknown as Registry;
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead;
  }

  /**
   * Stops the clock, which then only tests advance: on a slow machine, pauses would end unexpectedly, or be shorter
   * than a test expects.
   */
  stopClock(): void {
    const stopped = this.now() - this.ahead;
    this.now = () => stopped + this.ahead;
  }

  /** Runs cycles until nothing more can be done immediately. */
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
    await this.vectors.close();
    await this.#tap.close();
    this.db.close();
  }
}
