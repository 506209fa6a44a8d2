import type { Analyses } from '../store/models/analyses.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import type { MassLoss, SyncState } from '../store/sync-state.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { IndexerLog } from './indexer-log.ts';
import type { IndexerProgress, IndexerState, RunProgress } from './progress.ts';
import { HeldSync } from './sync/held-sync.ts';
import type { LossConfirmation } from './sync/loss-guard.ts';
import type { LostCrops } from './lost-crops.ts';
import type { GeocodingThread } from './geocoding-thread.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { Stages } from './stages.ts';
import type { Sync } from './sync/sync.ts';
import type { TextReading } from './text-reading.ts';
import type { TaskRound } from './task-round.ts';
import { PauseRecord } from './pause-record.ts';
import { cycleError, type TransientError } from './transient-error.ts';

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

interface Dependencies {
  readonly config: { readonly syncInterval: number };
  readonly log: IndexerLog;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly ml: () => MlProvider | undefined;
  readonly reader: PhotoReader;
  readonly geocoding: GeocodingThread;
  readonly sync: Sync;
  readonly stages: Stages;
  readonly textReading: TextReading;
  readonly lostCrops: LostCrops;
  readonly tasks: TaskRound;
  readonly progress: RunProgress;
  readonly work: IndexQueue;
  readonly analyses: Analyses;
  readonly state: SyncState;
}

/** What ends as soon as the source is well. */
const away: ReadonlySet<string | undefined> = new Set(['unreachable', 'not_logged_in', 'timeout']);

/** How a cycle ended. */
interface Outcome {
  /** There is more to do at once. */
  readonly again: boolean;
  /** Did not stand in the way of the rest. */
  readonly trouble: TransientError | undefined;
}

/** Keeps the index like the source, in the background. */
export class Indexer {
  readonly #with: Dependencies;
  readonly #stopping = new AbortController();
  #state: IndexerState = 'stopped';
  readonly #trouble: PauseRecord;
  readonly #held: HeldSync;
  #awake = false;
  /** What is in the way of reading texts may not be in the way of a sync. */
  #textsInWay = false;
  #nextSyncAt = 0;
  #moreToList: boolean | undefined;
  #endWait: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #listenedTo: MlProvider | undefined;
  readonly #settledListeners: (() => void)[] = [];

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#trouble = new PauseRecord(dependencies);
    this.#held = new HeldSync(dependencies);
  }

  /** Begins to work; returns at once. */
  start(): void {
    if (this.#loop) return;
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
  sourceIsBack(): void {
    if (away.has(this.#trouble.present?.code)) this.wake();
  }

  /** Lets failed photos be tried at once: all, or the one with that uid. @returns how many */
  retryFailed(uid?: string): number {
    const photos = this.#with.work.retryFailed(uid);
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
      else if (!trouble && !this.#textsInWay) this.#trouble.clear();
      await this.#group(again, signal);
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
    if (counts.indexed + counts.failed > 0) log.info(counts, 'Photos were read');
    if (more || options.enough()) return { again: true, trouble };

    this.#state = 'analysing';
    this.#listenTo(ml());
    await stages.analyse(options);
    return { again: options.enough(), trouble };
  }

  async #readTexts(signal: AbortSignal): Promise<Outcome> {
    const enough = (): boolean => this.#awake || this.#stopped() || this.#with.clock() >= this.#nextSyncAt;
    this.#state = 'analysing';
    try {
      await this.#with.textReading.run({ signal, enough });
      if (this.#textsInWay) this.#trouble.clear();
      this.#textsInWay = false;
      return { again: enough(), trouble: undefined };
    } catch (error) {
      this.#textsInWay = !this.#stopped();
      if (this.#textsInWay) this.#pause(cycleError(error));
      return { again: false, trouble: this.#textsInWay ? cycleError(error) : undefined };
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
    const { work, stages, textReading } = this.#with;
    try {
      return Math.min(...[work, stages, textReading].map((queue) => queue.nextRetryAt() ?? Infinity));
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
