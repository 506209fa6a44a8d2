import { SourceError, type PluginLog } from 'photofinch/plugin-api';
import { Files, type FileContent, type FileToRead } from '../journal/files.ts';
import type { Journal } from '../journal/journal.ts';
import { Lists } from '../journal/lists.ts';
import { Photos } from '../journal/photos.ts';
import { Settling } from '../journal/settling.ts';
import { ReadingThread } from './reading-thread.ts';
import { survey } from './survey.ts';

interface Parts {
  readonly root: string;
  readonly journal: Journal;
  readonly log: Pick<PluginLog, 'debug' | 'info' | 'warn'>;
}

/** Files read and stored in one transaction. */
const batch = 64;
/** Milliseconds between updates of the list while many photos are read. */
const shownEvery = 2000;

/**
 * Keeps the journal in step with the export: find files → read new ones → update photos → remove missing ones. Each step is
 * stored when done, and an interrupted one continues with the next scan.
 */
export class Scanner {
  readonly #root: string;
  readonly #journal: Journal;
  readonly #log: Parts['log'];
  readonly #files: Files;
  readonly #lists: Lists;
  readonly #settling: Settling;
  readonly #thread = new ReadingThread();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #completed = false;

  constructor({ root, journal, log }: Parts) {
    this.#root = root;
    this.#log = log;
    this.#journal = journal;
    this.#files = new Files(journal);
    this.#lists = new Lists(journal);
    this.#settling = new Settling(journal, new Photos(journal));
  }

  /**
   * Whether there may be more photos than are listed: the export was never read completely, or the first scan since the
   * start is running.
   */
  get filling(): boolean {
    return !this.#completed && (this.isBusy || !this.#journal.isFull);
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves after a scan; joins a running one. @throws SourceError `unreachable` */
  scan(): Promise<void> {
    this.#running ??= this.#run()
      .finally(() => this.#thread.close())
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { photos, vanished, unreadable } = await survey(this.#root, this.#files, signal);
    if (photos === 0 && this.#lists.hasPhotos) {
      throw new SourceError('unreachable', 'There is no photo in TAKEOUT_DIR any more: check that its disk is there.');
    }
    if (unreadable > 0) this.#log.warn('Folders of the export cannot be read: check their permissions', { unreadable });
    const refusedCount = await this.#readNew(signal);
    if (refusedCount > 0)
      this.#log.warn('Files of the export are not used; the log level debug names them', { refused: refusedCount });
    for (let at = 0; at < vanished.length; at += batch) this.#files.remove(vanished.slice(at, at + batch));
    await this.#settling.run(signal);
    if (!this.#completed) this.#journal.noteFull();
    this.#completed = true;
  }

  /** @returns how many files could not be used, without those reported before */
  async #readNew(signal: AbortSignal): Promise<number> {
    let refusedCount = 0;
    let shownAt = Date.now();
    for (;;) {
      const files = this.#files.toRead(batch);
      if (files.length === 0) return refusedCount;
      const contents = await this.#thread.read({ root: this.#root, files }, signal);
      const results: (readonly [FileToRead, FileContent])[] = [];
      for (const [index, { content, refused: reason }] of contents.entries()) {
        const file = files[index];
        if (!file) continue;
        results.push([file, content]);
        if (reason === undefined) continue;
        if (file.tries === 0) refusedCount += 1;
        this.#log.debug('A file of the export is not used', { path: file.path, why: reason });
      }
      this.#files.keep(results);
      const isPhotos = files.some(({ isSide }) => !isSide);
      if (!isPhotos || Date.now() - shownAt < shownEvery) continue;
      await this.#settling.runWhole(signal);
      shownAt = Date.now();
    }
  }
}
