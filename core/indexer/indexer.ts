import type { MassLoss } from '../store/sync-state.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { IndexerProgress, IndexerState } from './progress.ts';
import { HeldSync } from './sync/held-sync.ts';
import type { LossConfirmation } from './sync/loss-guard.ts';
import { PauseRecord } from './pause-record.ts';
import { cycleError, type TransientError } from './transient-error.ts';
import type { IndexerParts } from './indexer-parts.ts';

/*
 *            start()             timer, wake()
 *   stopped ────────▶ waiting ────────────▶ syncing ──▶ purging ──▶ indexing ──▶ analysing ──▶ grouping ──▶ analysing (texts)
 *      ▲                 ▲                   │   │         │           │             │            │             │
 *      │ stop(),         └──────── done ─────┼───┼─────────┼───────────┼─────────────┼────────────┼─────────────┤
 *      │ from every state                    │   └─────────┴───────────┴─── trouble ─┴─▶ grouping │
 *      │                                     ▼                                               │    │
 *                                    grouping, held                                       paused  ▼
 *                        timer, confirmMassLoss() ▶ syncing       pause over, wake() ▶ syncing   syncing, when there
 *                                                                                                is more to do
 *
 * A cycle goes from syncing to grouping. Stages that have much to do make way when the next sync is due, and the next
 * cycle goes on with them; `grouping`, which is all the background tasks on what the models have found, follows the last
 * of such cycles, and those in between when the last round was long ago. It needs no source, so trouble with that does
 * not stop it. `paused`: the source or the disk is in the way, and it is tried again after a growing pause.
 * `held`: a large part of the library would vanish; nothing is written until the photos are back or an admin agrees.
 *
 * `reading_closer`: where originals cost, more is read of photos that are in the index, once those on thumbnails are grouped;
 * what comes of it is grouped in a cycle of its own. Nobody waits for that, so that it does not count as running.
 *
 * Texts in photos are read when all else is done, until the next sync is due: that takes long.
 *
 * A photo goes pending → indexed, and back when its content changes; or pending → failed, tried again after growing
 * pauses. Its analysis goes waiting → done, and back with new content or other models; or waiting → failed. Both live in
 * the database: a process that is killed anywhere goes on where it was.
 */

/** Seconds until the next sync while the source is still finding out what it has. */
const SOON = 10;

/** Seconds: the longest that a timer can wait, some 24 days. A longer interval ends that early. */
const LONGEST_WAIT = Math.floor((2 ** 31 - 1) / 1000);

/** How a cycle ended. */
interface Outcome {
  /** There is more to do at once. */
  readonly again: boolean;
  /** Did not stand in the way of the rest. */
  readonly trouble: TransientError | undefined;
}

/** Keeps the index like the source, in the background. */
export class Indexer {
  readonly #with: IndexerParts;
  readonly #stopping = new AbortController();
  #state: IndexerState = 'stopped';
  readonly #trouble: PauseRecord;
  readonly #held: HeldSync;
  #awake = false;
  /** The stage that could not be done, where that was none in whose way all others are: a good sync ends no trouble with it. */
  #inWayOf: 'closer' | 'texts' | undefined;
  #nextSyncAt = 0;
  #moreToList: boolean | undefined;
  #endWait: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #listenedTo: MlProvider | undefined;
  readonly #settledListeners: (() => void)[] = [];

  constructor(dependencies: IndexerParts) {
    this.#with = dependencies;
    this.#trouble = new PauseRecord(dependencies);
    this.#held = new HeldSync(dependencies);
  }

  /** Begins to work; returns at once. */
  start(): void {
    if (this.#loop) return;
    this.#with.closer.recover(this.#with.clock());
    this.#with.work.recover(this.#with.clock());
    this.#loop = this.#live();
  }

  /** Ends what is under way, photos in hand included, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The indexer was stopped'));
    this.#endWait?.();
    await this.#loop;
    await Promise.all([this.#with.reader.close(), this.#with.geocoding.close()]);
    this.#state = 'stopped';
  }

  /** Lets the next cycle begin now, or right after the present one. */
  wake(): void {
    this.#awake = true;
    this.#endWait?.();
  }

  /** The source was found to be well: if it was all that stood in the way, nothing is waited for any more. */
  sourceIsBack(wasAway: boolean): void {
    if (this.#trouble.endsWithSource(wasAway)) this.wake();
  }

  /** Lets failed photos be tried at once: all, or the one with that uid. @returns how many */
  retryFailed(uid?: string): number {
    const photos = this.#with.work.retryFailed(uid) + this.#with.closer.retryFailed(uid);
    if (uid === undefined) this.#with.analyses.retryFailed(-1);
    this.wake();
    return photos;
  }

  /** Lets photos be read again, whose thumbnails were lost. */
  readAgain(ids: readonly number[]): void {
    this.#with.work.readAgain(ids);
    this.wake();
  }

  /** Lets the crop of a face be made anew, whose file was lost. However often this is called, it is tried once. */
  cropLost(faceId: number): void {
    if (this.#with.lostCrops.add(faceId)) this.wake();
  }

  /**
   * An admin agrees that photos leave the library, as many as they were shown; the next sync carries it out.
   * @returns what waits for that word, and whether it fits
   */
  confirmMassLoss(shown: { missing: number; reason?: MassLoss['reason'] | undefined }): LossConfirmation {
    const answer = this.#held.confirm(shown);
    if (answer.agreed) this.wake();
    return answer;
  }

  progress(): IndexerProgress {
    return {
      state: this.#state,
      running: this.#state === 'indexing' || this.#state === 'analysing',
      ...this.#with.progress.read(),
      counting: this.#moreToList ?? this.#with.state.get('last_sync_at') === undefined,
      lastSyncAt: this.#with.state.get('last_sync_at') ?? null,
      nextSyncAt: this.#nextSyncAt,
      trouble: this.#trouble.present,
      massLoss: this.#held.waiting(),
    };
  }

  /** Resolves when a cycle has ended and no other follows at once. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#settledListeners.push(resolve));
  }

  async #live(): Promise<void> {
    const { signal } = this.#stopping;
    while (!this.#stopped()) {
      this.#awake = false;
      let again = false;
      let trouble: TransientError | undefined;
      try {
        ({ again, trouble } = await this.#cycle(signal));
      } catch (error) {
        if (this.#stopped()) break;
        trouble = cycleError(error);
      }
      if (trouble && !again) this.#pause(trouble);
      else if (!trouble && !this.#inWayOf) this.#trouble.clear();
      await this.#group(again, signal);
      if (!again && !trouble && !this.#held.isHeld) ({ again, trouble } = await this.#lookCloser(signal));
      if (!again && !trouble && !this.#held.isHeld) ({ again, trouble } = await this.#readTexts(signal));
      this.#state = trouble && !again ? 'paused' : this.#held.isHeld ? 'held' : 'waiting';
      if (!again && !this.#isAwake() && !this.#stopped()) await this.#wait();
    }
    this.#announceSettled();
  }

  async #cycle(signal: AbortSignal): Promise<Outcome> {
    const { sync, stages, tasks, ml, config, clock, log } = this.#with;
    this.#state = 'syncing';
    const { more, held, albumTrouble, filling } = await sync.run(signal);
    this.#moreToList = more || filling === true;
    this.#nextSyncAt = clock() + Math.max(1, filling ? Math.min(SOON, config.syncInterval) : config.syncInterval);
    this.#held.hold(held);
    if (held) return { again: false, trouble: undefined };
    const trouble = albumTrouble && cycleError(albumTrouble);
    if (trouble) this.#trouble.report(trouble, this.#nextSyncAt);

    const options = { signal, enough: () => this.#awake || clock() >= this.#nextSyncAt || tasks.due };
    this.#state = 'purging';
    await stages.purge(signal);
    this.#state = 'indexing';
    // First, and to the end: somebody waits to see them.
    await stages.remakeCrops(signal);
    const counts = await stages.index(options);
    if (counts.indexed + counts.failed > 0) log.info(counts, 'Photos indexed');
    if (more || options.enough()) return { again: true, trouble };

    this.#state = 'analysing';
    this.#listenTo(ml());
    await stages.analyse(options);
    return { again: options.enough(), trouble };
  }

  /** Whatever is found is grouped in a cycle of its own. */
  async #lookCloser(signal: AbortSignal): Promise<Outcome> {
    const { closerStage, tasks, log } = this.#with;
    this.#state = 'reading_closer';
    return await this.#later('closer', async (isDue) => {
      const enough = (): boolean => isDue() || tasks.due;
      const read = await closerStage.run({ signal, enough });
      if (read > 0) log.info({ photos: read }, 'More was read of photos');
      return read > 0 || enough();
    });
  }

  async #readTexts(signal: AbortSignal): Promise<Outcome> {
    this.#state = 'analysing';
    return await this.#later('texts', async (isDue) => {
      await this.#with.textReading.run({ signal, enough: isDue });
      return isDue();
    });
  }

  /** @param work makes way when the next cycle is due, and says whether that is to come at once */
  async #later(stage: 'closer' | 'texts', work: (isDue: () => boolean) => Promise<boolean>): Promise<Outcome> {
    const isDue = (): boolean => this.#awake || this.#stopped() || this.#with.clock() >= this.#nextSyncAt;
    try {
      const again = await work(isDue);
      // One that made way has shown nothing.
      if (this.#inWayOf === stage && !isDue()) {
        this.#trouble.clear();
        this.#inWayOf = undefined;
      }
      return { again, trouble: undefined };
    } catch (error) {
      if (this.#stopped()) return { again: false, trouble: undefined };
      const trouble = cycleError(error);
      this.#inWayOf = stage;
      this.#pause(trouble);
      return { again: false, trouble };
    }
  }

  /** While there is more to read, the tasks wait for it, up to a point. */
  async #group(more: boolean, signal: AbortSignal): Promise<void> {
    const { tasks } = this.#with;
    if (more && !tasks.due) return;
    this.#state = 'grouping';
    await tasks.run(signal);
  }

  #pause(trouble: TransientError): void {
    this.#nextSyncAt = this.#with.clock() + this.#trouble.pause(trouble);
    this.#trouble.report(trouble, this.#nextSyncAt);
    if (this.#trouble.isSourceAway) this.#with.onAway?.();
  }

  /** Until the next sync or the next retry of a photo is due, or somebody wakes us. */
  async #wait(): Promise<void> {
    const retryAt = this.#state === 'waiting' ? this.#nextRetryAt() : Infinity;
    const seconds = Math.min(LONGEST_WAIT, Math.max(1, Math.min(this.#nextSyncAt, retryAt) - this.#with.clock()));
    const over = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#announceSettled();
    await over;
    this.#endWait = undefined;
  }

  /** In epoch seconds. Outside of a cycle, an error would end the indexer for good. */
  #nextRetryAt(): number {
    const { work, stages, closerStage, textReading } = this.#with;
    try {
      return Math.min(...[work, stages, closerStage, textReading].map((queue) => queue.nextRetryAt() ?? Infinity));
    } catch (error) {
      this.#trouble.report(cycleError(error), this.#nextSyncAt);
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
      this.wake();
    });
  }

  // Methods, since both change while a cycle is awaited.
  #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #isAwake(): boolean {
    return this.#awake;
  }
}
