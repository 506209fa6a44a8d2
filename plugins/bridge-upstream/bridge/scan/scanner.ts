import { isDamage } from 'photofinch/plugin-api/toolkit';
import type { ScanStatus } from '../catalog.ts';
import type { Driver, StoreCondition } from '../driver.ts';
import { damagedJournal } from '../journal/damaged-journal.ts';
import { FileRecords } from '../journal/file-records.ts';
import type { Journal } from '../journal/journal.ts';
import { journalTrouble } from '../journal/journal-trouble.ts';
import { driverJournalName } from '../journal/open-journal.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { surveyStore } from './survey.ts';
import { LossGuard } from './loss-guard.ts';
import { readFoundFiles } from './read-found.ts';
import { settleVanished } from './settle-vanished.ts';
import { badCondition, conditionAfter, notScannedYet } from './store-fault.ts';
import { rest, WaitingFiles, type Clock } from './waiting-files.ts';

export interface ScanSettings {
  /** Seconds from the end of a scan to the start of the next one. */
  readonly scanInterval: number;
  /** The plain path of a file that must be in the store. */
  readonly canary?: string | undefined;
}

/** A log like pino's. Lines above `debug` contain no names or paths. */
export interface ScanLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface Options {
  readonly driver: Driver;
  readonly journal: Journal;
  readonly pictures: Pick<Pictures, 'header'>;
  readonly settings: ScanSettings;
  readonly log: ScanLog;
  readonly clock?: Clock;
}

/** Unreadable folders are reported, but do not prevent scanning the others. */
const goodCondition = (unreadableFolders: number): StoreCondition => ({
  reachable: true,
  loggedIn: true,
  ...(unreadableFolders > 0 && {
    detail: `${unreadableFolders === 1 ? '1 folder' : `${unreadableFolders} folders`} of the store cannot be read; their photos stay as they were known: check the permissions.`,
  }),
});

const hostClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A store that is slow to list is listed less often, so that listing takes at most a tenth of the time. */
const listingShare = 10;

/**
 * Keeps the journal in sync with the store.
 *
 * ```
 * starting → scanning ⇄ ready        a scan: check → list → guards → read → renames → deletions → albums
 *               └── the store fails: nothing is changed, and each interval checks again
 * ```
 */
export class Scanner {
  readonly #options: Options;
  /** What the steps of a scan work with. */
  readonly #parts: Parameters<typeof surveyStore>[0] &
    Parameters<typeof readFoundFiles>[0] &
    Parameters<typeof settleVanished>[0];
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires, by `performance.now`. */
  #dueAt = Infinity;
  #running: Promise<void> | undefined;
  #asked = false;
  #scanned = false;
  #lastScanAt: number | null = null;
  /** What the listings of the last scan took. */
  #listingTime = 0;
  /** When the last listing ended. */
  #listedAt = -Infinity;
  /** Whether a file was found changed since the last scan began. */
  #hasChanged = false;
  #earlyLooks = 0;
  /** Whether photos are missing that may have moved during the last scan. */
  #mayHaveMoved = false;
  #condition: StoreCondition = notScannedYet;

  constructor(options: Options) {
    const { driver, journal, pictures, settings, clock = hostClock } = options;
    this.#options = options;
    this.#parts = {
      ...{ driver, journal, pictures, canary: settings.canary },
      records: new FileRecords(journal.db, journal.feed),
      waiting: new WaitingFiles(clock),
      guard: new LossGuard(journal),
      now: () => Math.floor(clock.now() / 1000),
      timed: (list) => this.#timed(list),
    };
  }

  /** Starts with a scan at once. */
  start(): void {
    this.wake();
  }

  /** Stops after the current write; resolves when no read is open. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Requests a scan now, or right after the running one. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#asked = true;
    this.#running ??= this.#scanWhileAsked();
  }

  /**
   * Requests a scan since a file has changed. Each request for such a file may do so, so the scan waits until some time has
   * passed since the last listing. A scan that is due before then is not postponed.
   */
  noteChange(): void {
    if (this.#hasChanged || this.#stopping.signal.aborted) return;
    this.#hasChanged = true;
    if (!this.#running) this.#sleepUntil(this.#dueAt);
  }

  /** Resolves when no scan is running or requested. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  status(): ScanStatus {
    const isScanning = this.#running !== undefined && (this.#scanned || this.#condition.reachable);
    const state = isScanning ? 'scanning' : this.#scanned ? 'ready' : 'starting';
    return { state, lastScanAt: this.#lastScanAt, condition: this.#condition };
  }

  /** Accepts the loss that waits for confirmation, and scans again. @returns false if there is none */
  acceptLoss(): boolean {
    const isAccepted = this.#parts.journal.acceptLoss() !== null;
    if (isAccepted) this.wake();
    return isAccepted;
  }

  async #scanWhileAsked(): Promise<void> {
    clearTimeout(this.#timer);
    // `#running` must be set before the scan starts, so that the caller sees it as running.
    await Promise.resolve();
    while (this.#asked && !this.#stopping.signal.aborted) {
      this.#asked = false;
      await this.#scanOnce();
    }
    this.#running = undefined;
    this.#sleep();
  }

  #sleep(): void {
    const regular = Math.max(this.#options.settings.scanInterval * 1000, this.#listingTime * listingShare);
    let delay = regular;
    if (this.#parts.waiting.any || this.#mayHaveMoved) {
      // Files that have come to rest, or have moved, are read soon; a file that grows for hours does not cause scans for hours.
      delay = Math.min(regular, Math.max(rest, this.#listingTime) * 2 ** Math.min(this.#earlyLooks, 10));
      this.#earlyLooks += 1;
    } else {
      this.#earlyLooks = 0;
    }
    this.#sleepUntil(performance.now() + delay);
  }

  /** Scans then, or earlier if a file has changed. */
  #sleepUntil(due: number): void {
    if (this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    const earliest = this.#listedAt + Math.max(rest, this.#listingTime * listingShare);
    this.#dueAt = this.#hasChanged ? Math.min(due, earliest) : due;
    // A margin, since timers may fire early.
    const delay = Math.max(this.#dueAt - performance.now(), 0) + 20;
    this.#timer = setTimeout(() => {
      this.wake();
    }, delay);
    this.#timer.unref();
  }

  async #scanOnce(): Promise<void> {
    const signal = this.#stopping.signal;
    const began = performance.now();
    this.#listingTime = 0;
    this.#mayHaveMoved = false;
    this.#hasChanged = false;
    try {
      const survey = await this.#timed(() => this.#survey(signal));
      this.#setCondition(goodCondition(survey.unreadableFolders));
      const foundCount = survey.listing.found;
      if (foundCount > 0) await readFoundFiles(this.#parts, survey.listing, survey.vanished, signal);
      this.#mayHaveMoved = await settleVanished(this.#parts, survey, signal);
      this.#scanned = true;
      this.#lastScanAt = this.#parts.now();
      this.#noteFingerprint();
      this.#options.log.info(
        { milliseconds: Math.round(performance.now() - began), read: foundCount, ...this.#parts.journal.counts() },
        'Store scanned',
      );
    } catch (error) {
      if (signal.aborted) return;
      const condition = conditionAfter(error);
      if (condition) this.#setCondition(condition);
      else {
        // A known trouble of the disk is told once, without a stack.
        const trouble = journalTrouble(error, this.#parts.journal.db.name);
        if (trouble === undefined) this.#options.log.error({ err: error }, 'Scan failed');
        const detail = isDamage(error)
          ? damagedJournal(driverJournalName)
          : (trouble ?? 'The bridge failed while it scanned the store: see its log.');
        this.#setCondition(badCondition('unreachable', detail));
      }
    }
  }

  async #timed<Result>(list: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      return await list();
    } finally {
      this.#listedAt = performance.now();
      this.#listingTime += this.#listedAt - began;
    }
  }

  async #survey(signal: AbortSignal): ReturnType<typeof surveyStore> {
    this.#parts.waiting.beginScan();
    try {
      return await surveyStore(this.#parts, this.#parts.now(), signal);
    } catch (error) {
      this.#parts.waiting.abandonScan();
      throw error;
    }
  }

  #setCondition(condition: StoreCondition): void {
    const { reason, detail } = this.#condition;
    if (condition.reason !== reason || (reason !== undefined && condition.detail !== detail)) {
      if (condition.reason === undefined) this.#options.log.info({}, 'Store available');
      else this.#options.log.warn({ reason: condition.reason }, condition.detail ?? 'Store unavailable');
    }
    this.#condition = condition;
  }

  #noteFingerprint(): void {
    const { state } = this.#parts.journal;
    const before = state.get('fingerprint');
    if (before === this.#parts.driver.fingerprint) return;
    if (before !== undefined) this.#options.log.warn({}, 'The store was opened with different keys than before');
    state.set('fingerprint', this.#parts.driver.fingerprint);
  }
}
