import { stat } from 'node:fs/promises';
import {
  SourceError,
  type AlbumPhotosPage,
  type AlbumsPage,
  type ByteRange,
  type ChangesPage,
  type NodesAnswer,
  type PageRequest,
  type PhotoSource,
  type PluginLog,
  type SourceContent,
  type SourceHealth,
  type TimelinePage,
} from 'photofinch/plugin-api';
import { abortable, type SqliteEncryption } from 'photofinch/plugin-api/toolkit';
import { openContent } from './content.ts';
import { openJournal, type Journal } from './journal/journal.ts';
import { Lists, type PhotoFile } from './journal/lists.ts';
import { Scanner } from './scan/scanner.ts';

interface Options {
  /** The folder with the unpacked export. */
  readonly root: string;
  /** The file of the journal. */
  readonly journalFile: string;
  /** Its encryption; null or absent in a plain library. */
  readonly encryption?: SqliteEncryption | null;
  readonly log: Pick<PluginLog, 'debug' | 'info' | 'warn'>;
}

interface ReadOptions {
  readonly range?: ByteRange;
  readonly signal: AbortSignal;
}

const maxNodes = 100;

/**
 * Photos of an unpacked export of Google Photos. There is no timer: requests for changes start scans. Nothing is ever
 * written into the export.
 */
export class TakeoutSource implements PhotoSource {
  /** The most milliseconds that a list waits for a scan. Later results are in the next list. */
  patience = 2000;
  readonly #options: Options;
  #opened: { readonly journal: Journal; readonly lists: Lists; readonly scanner: Scanner } | undefined;
  #failure: string | undefined;
  #isClosing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async health({ signal }: { signal: AbortSignal }): Promise<SourceHealth> {
    signal.throwIfAborted();
    // After a failure, no lists are requested, so a new attempt is made here.
    if (this.#failure !== undefined) await this.#scanned(signal).catch(() => undefined);
    signal.throwIfAborted();
    const isThere = await this.#isThere();
    // Uids are derived from contents: they stay valid however the journal and the folder change.
    const store = { loggedIn: true, storeId: 'google-takeout' };
    const detail = isThere ? this.#failure : 'The folder of the export is not there: check TAKEOUT_DIR.';
    if (detail !== undefined) return { reachable: false, ...store, detail };
    // Reported before the first list is requested: otherwise the server would take a part for the whole library.
    return { reachable: true, ...store, ...(this.#journal.scanner.filling && { filling: true }) };
  }

  async timeline({ cursor, limit, signal }: PageRequest): Promise<TimelinePage> {
    if (cursor === null) await this.#scanned(signal);
    signal.throwIfAborted();
    return this.#journal.lists.timeline(cursor, limit);
  }

  async changes({ since, limit, signal }: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage> {
    signal.throwIfAborted();
    // Known changes are returned without waiting for a scan.
    if (this.#journal.lists.isEnd(since)) await this.#scanned(signal);
    return this.#journal.lists.changes(since, limit);
  }

  async nodes(uids: readonly string[], { signal }: { signal: AbortSignal }): Promise<NodesAnswer> {
    signal.throwIfAborted();
    if (uids.length > maxNodes) throw new SourceError('bad_answer', 'At most 100 photos can be asked for at once.');
    await this.#mustBeThere();
    const { lists } = this.#journal;
    const nodes = new Map(uids.map((uid) => [uid, lists.node(uid)]));
    return {
      nodes: [...nodes.values()].filter((node) => node !== undefined),
      missing: uids.filter((uid) => !nodes.get(uid)),
    };
  }

  async albums({ cursor, limit, signal }: PageRequest): Promise<AlbumsPage> {
    signal.throwIfAborted();
    return Promise.resolve(this.#journal.lists.albums(cursor, limit));
  }

  async albumPhotos(albumUid: string, { cursor, limit, signal }: PageRequest): Promise<AlbumPhotosPage> {
    signal.throwIfAborted();
    return Promise.resolve(this.#journal.lists.albumPhotos(albumUid, cursor, limit));
  }

  /** Exports contain no thumbnails. */
  async thumbnail(uid: string, { signal }: { signal: AbortSignal }): Promise<null> {
    signal.throwIfAborted();
    this.#files(uid);
    return Promise.resolve(null);
  }

  async open(uid: string, options: ReadOptions): Promise<SourceContent> {
    options.signal.throwIfAborted();
    return this.#open(this.#files(uid), options);
  }

  async openMotion(uid: string, options: ReadOptions): Promise<SourceContent> {
    options.signal.throwIfAborted();
    const files = this.#journal.lists.motionFiles(uid);
    if (!files) throw new SourceError('not_found', 'There is no such motion part in the export.');
    return this.#open(files, options);
  }

  async #open(files: readonly PhotoFile[], options: ReadOptions): Promise<SourceContent> {
    await this.#mustBeThere();
    return openContent(files, { root: this.#options.root, isBusy: this.#journal.scanner.isBusy, ...options });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#opened?.scanner.stop();
    this.#opened?.journal.close();
    this.#opened = undefined;
  }

  /** Opened on first use: a command that only inspects the plugin creates no file. */
  get #journal(): { readonly lists: Lists; readonly scanner: Scanner } {
    if (!this.#opened) {
      const { root, journalFile, encryption = null, log } = this.#options;
      const onDamage = (): void => {
        log.warn('The journal of the export was damaged: the export is read anew');
      };
      const journal = openJournal(journalFile, { encryption, onDamage });
      this.#opened = { journal, lists: new Lists(journal), scanner: new Scanner({ root, journal, log }) };
    }
    return this.#opened;
  }

  async #scanned(signal: AbortSignal): Promise<void> {
    const scan = this.#journal.scanner.scan().then(
      () => {
        this.#failure = undefined;
      },
      (error: unknown) => {
        if (!this.#isClosing) this.#failure = failureText(error);
        throw error;
      },
    );
    let timer: NodeJS.Timeout | undefined;
    const timeLimit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.patience);
    });
    try {
      await abortable(signal, Promise.race([scan, timeLimit]));
    } finally {
      clearTimeout(timer);
    }
  }

  #files(uid: string): PhotoFile[] {
    const files = this.#journal.lists.files(uid);
    if (!files) throw new SourceError('not_found', 'There is no such photo in the export.');
    return files;
  }

  /** Prevents photos from seeming deleted while a disk is not mounted. */
  async #mustBeThere(): Promise<void> {
    if (await this.#isThere()) return;
    throw new SourceError('unreachable', 'The folder of the export is not there: check TAKEOUT_DIR.');
  }

  async #isThere(): Promise<boolean> {
    return stat(this.#options.root).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
  }
}

const failureText = (error: unknown): string =>
  error instanceof SourceError ? error.message : `The export could not be examined: ${(error as Error).message}`;
