import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthAnswer } from '../../contract.ts';
import type { Catalog, ScanStatus } from '../catalog.ts';
import type { StoreCondition } from '../driver.ts';
import { storeFailure } from '../errors.ts';
import { badCondition, conditionAfter, notScannedYet } from '../scan/store-fault.ts';
import type { ScanLog } from '../scan/scanner.ts';
import type { Journal } from './journal.ts';

interface Options {
  /** Opens the journal. @throws StoreError while the store is not available */
  readonly open: (signal: AbortSignal) => Promise<Journal>;
  /** Seconds between two attempts. */
  readonly interval: number;
  readonly log: ScanLog;
}

/** Milliseconds that the store may take to respond before the bridge starts listening without it. */
const patience = 5000;

/**
 * A journal whose key may be in a store that is currently unreachable. Until the journal is open, all requests are rejected
 * with the condition of the store, so that no photo is reported as gone.
 */
export class LateJournal implements Catalog {
  readonly opened: Promise<Journal>;
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #open: Journal | undefined;
  #resolve: (journal: Journal) => void = () => undefined;
  #trying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #condition: StoreCondition = notScannedYet;

  readonly timeline: Catalog['timeline'] = (page) => this.#journal.timeline(page);
  readonly changes: Catalog['changes'] = (page) => this.#journal.changes(page);
  readonly nodes: Catalog['nodes'] = (uids) => this.#journal.nodes(uids);
  readonly albums: Catalog['albums'] = (page) => this.#journal.albums(page);
  readonly albumPhotos: Catalog['albumPhotos'] = (albumUid, page) => this.#journal.albumPhotos(albumUid, page);
  readonly file: Catalog['file'] = (uid) => this.#journal.file(uid);
  readonly motion: Catalog['motion'] = (uid) => this.#journal.motion(uid);

  constructor(options: Options) {
    this.#options = options;
    this.opened = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /**
   * Makes the first attempt. If the store is not available, further attempts follow.
   * @throws errors that further attempts cannot solve
   */
  async begin(): Promise<void> {
    let failure: Error | undefined;
    this.#trying = this.#try((error) => {
      failure = error;
    });
    await Promise.race([this.#trying, sleep(patience, undefined, { ref: false })]);
    if (failure) throw failure;
  }

  /** Makes an attempt now. */
  wake(): void {
    if (this.#open || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#trying ??= this.#try((error) => {
      this.#options.log.error({ err: error }, 'The journal does not open');
    });
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#trying;
    this.#open?.close();
  }

  status(): ScanStatus {
    return { state: 'starting', lastScanAt: null, condition: this.#condition };
  }

  get storeId(): string {
    return this.#open?.storeId ?? 'not-known-yet';
  }

  counts(): HealthAnswer['counts'] {
    return this.#open?.counts() ?? { photos: 0, albums: 0, failed: 0 };
  }

  /** @throws BridgeError while the journal is not open */
  get #journal(): Journal {
    if (this.#open) return this.#open;
    throw storeFailure(this.#condition) ?? new Error('The journal is not open.');
  }

  async #try(fail: (error: Error) => void): Promise<void> {
    const { signal } = this.#stopping;
    try {
      this.#open = await this.#options.open(signal);
      this.#resolve(this.#open);
    } catch (error) {
      if (signal.aborted) return;
      const condition = conditionAfter(error);
      if (condition) this.#wait(condition);
      else {
        const failure = error instanceof Error ? error : new Error(String(error));
        fail(failure);
        this.#condition = badCondition('unreachable', failure.message);
      }
      this.#sleep();
    } finally {
      this.#trying = undefined;
    }
  }

  #wait(condition: StoreCondition): void {
    if (condition.detail !== this.#condition.detail) {
      const { reason, detail } = condition;
      this.#options.log.warn({ reason }, `The journal opens once the store does: ${detail ?? 'it does not open'}`);
    }
    this.#condition = condition;
  }

  #sleep(): void {
    this.#timer = setTimeout(() => {
      this.wake();
    }, this.#options.interval * 1000);
    this.#timer.unref();
  }
}
