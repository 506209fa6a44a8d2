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
  /** What is known of the export is kept here. */
  readonly journalFile: string;
  /** How it is encrypted; null or absent in a plain library. */
  readonly encryption?: SqliteEncryption | null;
  readonly log: Pick<PluginLog, 'debug' | 'info' | 'warn'>;
}

interface ReadOptions {
  readonly range?: ByteRange;
  readonly signal: AbortSignal;
}

const mostNodes = 100;

/** Milliseconds that a list waits for a scan. What is found later is told by the next one. */
const patience = 2000;

/**
 * Photos of an unpacked export of Google Photos. Whoever asks what has changed has the folder examined: there is no timer.
 * Nothing is ever written into the export.
 */
export class TakeoutSource implements PhotoSource {
  readonly #options: Options;
  #opened: { readonly journal: Journal; readonly lists: Lists; readonly scanner: Scanner } | undefined;
  #failure: string | undefined;
  #isClosing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async health({ signal }: { signal: AbortSignal }): Promise<SourceHealth> {
    signal.throwIfAborted();
    // Nobody asks for lists while there is trouble: whether it is over is found out here.
    if (this.#failure !== undefined) await this.#scanned(signal).catch(() => undefined);
    signal.throwIfAborted();
    const isThere = await this.#isThere();
    // Uids are of contents: however the journal and the folder change, they mean the same.
    const store = { loggedIn: true, storeId: 'google-takeout' };
    const detail = isThere ? this.#failure : 'The folder of the export is not there: check TAKEOUT_DIR.';
    if (detail !== undefined) return { reachable: false, ...store, detail };
    // Told before the first list is asked for: a server that takes a part for the whole would miss the rest.
    return { reachable: true, ...store, ...(this.#journal.scanner.filling && { filling: true }) };
  }

  async timeline({ cursor, limit, signal }: PageRequest): Promise<TimelinePage> {
    if (cursor === null) await this.#scanned(signal);
    signal.throwIfAborted();
    return this.#journal.lists.timeline(cursor, limit);
  }

  async changes({ since, limit, signal }: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage> {
    signal.throwIfAborted();
    // While there is something to tell, it is told first.
    if (this.#journal.lists.isEnd(since)) await this.#scanned(signal);
    return this.#journal.lists.changes(since, limit);
  }

  async nodes(uids: readonly string[], { signal }: { signal: AbortSignal }): Promise<NodesAnswer> {
    signal.throwIfAborted();
    if (uids.length > mostNodes) throw new SourceError('bad_answer', 'At most 100 photos can be asked for at once.');
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

  /** An export has none. */
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

  /** Opened when it is asked for: a command that only needs to know of the plugin makes no file. */
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
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    try {
      await abortable(signal, Promise.race([scan, waited]));
    } finally {
      clearTimeout(timer);
    }
  }

  #files(uid: string): PhotoFile[] {
    const files = this.#journal.lists.files(uid);
    if (!files) throw new SourceError('not_found', 'There is no such photo in the export.');
    return files;
  }

  /** So that no photo seems gone while a disk is. */
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
