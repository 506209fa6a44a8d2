import type { ShownLoss } from '../domain/mass-loss.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { IndexerProgress, IndexerState } from './progress.ts';
import type { LossConfirmation } from './sync/loss-guard.ts';
import { PauseRecord } from './pause-record.ts';
import { cycleError, type TransientError } from './transient-error.ts';
import type { IndexerParts } from './indexer-parts.ts';
import { WakeablePause } from '../threads/pause.ts';

/** Seconds until the next sync while the source is still listing its photos. */
const SOON = 10;

/** The result of a cycle. */
interface Outcome {
  /** Whether the next cycle should start at once. */
  readonly again: boolean;
  /** An error that did not prevent the rest from running. */
  readonly failure: TransientError | undefined;
}

/** Keeps the index in sync with the source, in the background. */
export class Indexer {
  readonly #with: IndexerParts;
  readonly #stopping = new AbortController();
  #state: IndexerState = 'stopped';
  readonly #pauses: PauseRecord;
  #awake = false;
  /**
   * The last of the later stages that failed. A successful sync does not clear its error, since later stages do not block
   * the others.
   */
  #inWayOf: 'closer' | 'texts' | 'tasks' | undefined;
  #nextSyncAt = 0;
  #moreToList: boolean | undefined;
  readonly #wait = new WakeablePause();
  #loop: Promise<void> | undefined;
  #listenedTo: MlProvider | undefined;
  readonly #settledListeners: (() => void)[] = [];

  constructor(dependencies: IndexerParts) {
    this.#with = dependencies;
    this.#pauses = new PauseRecord(dependencies);
  }

  /** Starts the work, and returns at once. */
  start(): void {
    if (this.#loop) return;
    this.#with.closer.recover(this.#with.clock());
    this.#with.queue.recover(this.#with.clock());
    this.#loop = this.#live();
  }

  /** Aborts the current work, and waits for its end, including photos in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The indexer was stopped'));
    this.#wait.wake();
    await this.#loop;
    await Promise.all([this.#with.reader.close(), this.#with.geocoding.close()]);
    this.#state = 'stopped';
  }

  /** Starts the next cycle now, or right after the current one. */
  wake(): void {
    this.#with.sync.retryAll();
    this.#awake = true;
    this.#wait.wake();
  }

  /** To be called when the source is reachable again: if that was the only cause of a pause, the pause ends. */
  sourceIsBack(wasAway: boolean): void {
    if (this.#pauses.endsWithSource(wasAway) || (wasAway && this.#with.sync.trouble)) this.wake();
  }

  /** Retries failed photos now: all of them, or the one with this uid. @returns their number */
  retryFailed(uid?: string): number {
    const photos = this.#with.queue.retryFailed(uid) + this.#with.closer.retryFailed(uid);
    if (uid === undefined) this.#with.analyses.retryFailed(-1);
    this.wake();
    return photos;
  }

  /** Marks photos whose thumbnails were lost to be read again. */
  readAgain(ids: readonly number[]): void {
    this.#with.queue.readAgain(ids);
    this.wake();
  }

  /** Creates the lost crop of a face again. It is tried once, even if this is called repeatedly. */
  cropLost(faceId: number): void {
    if (this.#with.lostCrops.add(faceId)) this.wake();
  }

  /**
   * Accepts a mass loss as it was shown to an admin; the next sync carries it out.
   * @returns the loss that waits for confirmation, and whether it is the one that was shown
   */
  confirmMassLoss(shownLoss: ShownLoss): LossConfirmation {
    const answer = this.#with.sync.confirm(shownLoss);
    if (answer.agreed) this.wake();
    return answer;
  }

  progress(): IndexerProgress {
    return {
      state: this.#state,
      running: this.#state === 'indexing' || this.#state === 'analysing',
      ...this.#with.progress.read(),
      counting: this.#moreToList ?? this.#with.sync.lastSyncAt === undefined,
      lastSyncAt: this.#with.sync.lastSyncAt ?? null,
      nextSyncAt: this.#nextSyncAt,
      trouble: this.#pauses.present ?? this.#with.sync.trouble,
      modelsAway: this.#with.modelPause.present,
      massLoss: this.#with.sync.waiting(),
    };
  }

  /** Resolves when a cycle has ended and no other one follows at once. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#settledListeners.push(resolve));
  }

  async #live(): Promise<void> {
    const { signal } = this.#stopping;
    while (!this.#stopped()) {
      this.#awake = false;
      let again = false;
      let failure: TransientError | undefined;
      try {
        ({ again, failure } = await this.#cycle(signal));
      } catch (error) {
        if (this.#stopped()) break;
        if (this.#setAside(error)) again = true;
        else failure = cycleError(error);
      }
      if (failure && !again) this.#pause(failure);
      else if (!failure && !this.#inWayOf) this.#pauses.clear();
      const full = await this.#group(again, failure, signal);
      if (full && !failure) {
        failure = full;
        this.#pause(full);
      }
      if (!again && !failure && !this.#with.sync.isHeld) ({ again, failure } = await this.#readCloser(signal));
      if (!again && !failure && !this.#with.sync.isHeld) ({ again, failure } = await this.#readTexts(signal));
      this.#state = failure && !again ? 'paused' : this.#with.sync.isHeld ? 'held' : 'waiting';
      if (!again && !this.#isAwake() && !this.#stopped()) await this.#waitUntilDue();
    }
    this.#announceSettled();
  }

  async #cycle(signal: AbortSignal): Promise<Outcome> {
    const { sync, stages, tasks, ml, config, clock, log } = this.#with;
    this.#state = 'syncing';
    this.#with.clockWatch.bringRetriesNear();
    const { more, held, albumTrouble, filling, resumeAt = Infinity } = await sync.run(signal);
    this.#moreToList = more || filling === true;
    const pause = Math.max(1, filling ? Math.min(SOON, config.syncInterval) : config.syncInterval);
    this.#nextSyncAt = Math.min(clock() + pause, resumeAt);
    if (held) return { again: false, failure: undefined };
    const failure = albumTrouble && cycleError(albumTrouble);
    if (failure) this.#pauses.report(failure, this.#nextSyncAt);
    const options = { signal, enough: () => this.#isDue() || tasks.due };
    this.#state = 'purging';
    await stages.purge(signal);
    this.#state = 'indexing';
    // Crops are created first, and completely, since a user waits for them.
    await stages.remakeCrops(signal);
    const counts = await stages.index(options);
    if (counts.indexed + counts.failed > 0) log.info(counts, 'Photos indexed');
    if (more || options.enough()) return { again: true, failure };

    this.#state = 'analysing';
    this.#listenTo(ml());
    await stages.analyse(options);
    return { again: options.enough(), failure };
  }

  /** The findings are grouped in a separate cycle. */
  async #readCloser(signal: AbortSignal): Promise<Outcome> {
    const { closerStage, tasks, log } = this.#with;
    this.#state = 'reading_closer';
    return await this.#later('closer', async (isDue) => {
      const enough = (): boolean => isDue() || tasks.due;
      const readCount = await closerStage.run({ signal, enough });
      if (readCount > 0) log.info({ photos: readCount }, 'More was read of photos');
      return readCount > 0 || enough();
    });
  }

  async #readTexts(signal: AbortSignal): Promise<Outcome> {
    this.#state = 'analysing';
    return await this.#later('texts', async (isDue) => {
      await this.#with.textReading.run({ signal, enough: isDue });
      return isDue();
    });
  }

  /** @param work yields when the next cycle is due; returns whether the next cycle should start at once */
  async #later(stage: 'closer' | 'texts', work: (isDue: () => boolean) => Promise<boolean>): Promise<Outcome> {
    const isDue = (): boolean => this.#isDue();
    try {
      const again = await work(isDue);
      // A stage that yielded may not have reached the cause of its earlier error.
      if (this.#inWayOf === stage && !isDue()) {
        this.#pauses.clear();
        this.#inWayOf = undefined;
      }
      return { again, failure: undefined };
    } catch (error) {
      if (this.#stopped()) return { again: false, failure: undefined };
      if (this.#setAside(error)) return { again: true, failure: undefined };
      const failure = cycleError(error);
      this.#inWayOf = stage;
      this.#pause(failure);
      return { again: false, failure };
    }
  }

  /** While photos remain to be read, the tasks wait, but not forever. */
  async #group(
    hasMore: boolean,
    failure: TransientError | undefined,
    signal: AbortSignal,
  ): Promise<TransientError | undefined> {
    const { tasks } = this.#with;
    if (hasMore && !tasks.due) return undefined;
    this.#state = 'grouping';
    const full = await tasks.run(signal, () => this.#isDue());
    if (full) this.#inWayOf = 'tasks';
    else if (this.#inWayOf === 'tasks') {
      this.#inWayOf = undefined;
      if (!failure) this.#pauses.clear();
    }
    return full;
  }

  /** Whether the error is of one of several sources, so that the others can continue without it. */
  #setAside(error: unknown): boolean {
    return this.#with.sync.setAside(this.#with.source.failedWith(error)?.id, error);
  }

  #pause(failure: TransientError): void {
    this.#nextSyncAt = this.#with.clock() + this.#pauses.pause(failure);
    this.#pauses.report(failure, this.#nextSyncAt);
    if (this.#pauses.isSourceAway) this.#with.onAway?.();
  }

  /** Waits for the next sync, the next retry of a photo, or `wake`. */
  async #waitUntilDue(): Promise<void> {
    const now = this.#now();
    const retryAt = this.#state === 'waiting' ? this.#nextRetryAt() : Infinity;
    const seconds = Math.max(1, Math.min(this.#nextSyncAt, retryAt) - now);
    const waiting = this.#wait.wait(seconds * 1000, this.#stopping.signal);
    this.#announceSettled();
    await waiting;
  }

  /** In epoch seconds. Outside of a cycle, an error would stop the indexer permanently. */
  #nextRetryAt(): number {
    const { queue, stages, closerStage, textReading, sync } = this.#with;
    try {
      const inStages = [stages, closerStage, textReading].map((stage) => stage.nextRetryAt());
      return Math.min(...[queue.nextRetryAt(sync.readable), ...inStages].map((at) => at ?? Infinity));
    } catch (error) {
      this.#pauses.report(cycleError(error), this.#nextSyncAt);
      return Infinity;
    }
  }

  #announceSettled(): void {
    for (const settled of this.#settledListeners.splice(0)) settled();
  }

  #listenTo(provider: MlProvider | undefined): void {
    if (this.#listenedTo === provider) return;
    this.#listenedTo = provider;
    provider?.onModelsChanged(() => {
      this.#with.modelPause.end();
      this.wake();
    });
  }

  // Methods instead of narrowed fields, since both values change while a cycle is awaited.
  #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #isAwake(): boolean {
    return this.#awake;
  }

  /** Whether the next cycle is due. */
  #isDue(): boolean {
    return this.#awake || this.#stopped() || this.#now() >= this.#nextSyncAt;
  }

  #now(): number {
    if (this.#with.clockWatch.wasSetBack()) this.#nextSyncAt = 0;
    return this.#with.clock();
  }
}
