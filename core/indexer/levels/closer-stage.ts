import type { CloserLevel } from '../../domain/level.ts';
import type { InteractiveReads } from '../../media/interactive-reads.ts';
import { PhotoError } from '../../media/photo-error.ts';
import type { SourceNode } from '../../plugin-api/photo-source.ts';
import type { AwaitingPhoto, CloserQueue } from '../../store/photos/closer-queue.ts';
import type { ModelPause } from '../model-pause.ts';
import type { RunProgress } from '../progress.ts';
import type { StageOptions } from '../stages.ts';
import type { CheckedSource } from '../sync/checked-source.ts';
import { workThrough } from '../work-through.ts';
import type { CloserReader } from './closer-photo.ts';
import type { OriginalsBudget } from './originals-budget.ts';
import type { SeekingOfSources } from './seeking-of-sources.ts';
import type { UnreadVideos } from './unread-videos.ts';

const batch = 100;
/** The number of photos among which originals are chosen that fit into the remaining budget. */
const lookahead = 1000;

interface Dependencies {
  readonly config: { readonly workers: number };
  readonly clock: () => number;
  readonly source: CheckedSource;
  readonly modelPause: ModelPause;
  readonly closer: CloserQueue;
  readonly photo: CloserReader;
  readonly budget: OriginalsBudget;
  readonly seeking: SeekingOfSources;
  readonly unreadVideos: UnreadVideos;
  readonly interactive: InteractiveReads;
  readonly progress: RunProgress;
  /** Whether reading originals is costly. */
  readonly metered: () => boolean;
  /** Ids of the sources whose photos can be read now. */
  readonly readable: () => readonly number[];
}

interface PreparedPhoto extends AwaitingPhoto {
  readonly node: SourceNode | PhotoError;
}

/**
 * Reads more of photos that are only known by their thumbnails: first the heads of all of them, then the originals. If
 * reading is costly, originals are read within a daily budget, and only while no user waits for one.
 */
export class CloserStage {
  readonly #with: Dependencies;
  /** The budget is used up until this time, in epoch seconds. */
  #spentUntil = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @returns how many photos were read
   * @throws TransientError for an obstacle that is not a photo's fault
   */
  async run(options: StageOptions): Promise<number> {
    const { seeking, unreadVideos } = this.#with;
    await unreadVideos.arrange(options.signal);
    await seeking.arrange(options.signal);
    const heads = await this.#read('head', options);
    // Reading heads may have shown that a source cannot send parts.
    await seeking.arrange(options.signal);
    return heads + (await this.#read('original', options));
  }

  /** When the next photo is due, in epoch seconds, perhaps in the past; undefined if none waits. */
  nextRetryAt(): number | undefined {
    const { closer } = this.#with;
    const head = closer.nextAt('head', this.#sourcesAt('head')) ?? Infinity;
    // Originals are read for the models that are installed now, since each read is costly.
    const original = Math.max(
      closer.nextAt('original', this.#sourcesAt('original')) ?? Infinity,
      this.#spentUntil,
      this.#with.modelPause.present?.retryAt ?? 0,
    );
    const next = Math.min(head, original);
    return Number.isFinite(next) ? next : undefined;
  }

  async #read(level: CloserLevel, { signal, enough }: StageOptions): Promise<number> {
    const { closer, photo: reader, progress, budget, seeking, config, clock, modelPause } = this.#with;
    if (level === 'original') this.#spentUntil = 0;
    const total = closer.dueCount(level, clock(), this.#sourcesAt(level));
    if (total === 0 || enough()) return 0;
    let doneCount = 0;
    const isOver = (): boolean =>
      level === 'head' ? this.#sourcesAt(level).length === 0 : modelPause.isOn || this.#spentUntil > clock();
    const stop = (): boolean => enough() || isOver();
    if (isOver()) return 0;
    progress.begin(total);
    await workThrough<PreparedPhoto>({
      workers: config.workers,
      next: (inProgress) => this.#prepare(level, inProgress, signal),
      work: async ({ node, ...photo }) => {
        if (level === 'original') await this.#letOthersFirst(stop, signal);
        if (stop() || !isWithin(this.#room(level), photo)) return;
        if (level === 'head' && !seeking.of(photo.uid).isPossible) return;
        if (await reader.read(photo, node, level, signal)) {
          doneCount += 1;
          progress.advance();
        } else this.#spentUntil = budget.renewedAt();
      },
      enough: stop,
    });
    return doneCount;
  }

  /** Ids of the sources whose photos can be read at this level now. */
  #sourcesAt(level: CloserLevel): readonly number[] {
    const { seeking, readable } = this.#with;
    return level === 'head' ? seeking.possibleIn(readable()) : readable();
  }

  /** Bytes that may be read of one photo now. */
  #room(level: CloserLevel): number {
    return level === 'head' ? Infinity : this.#with.budget.left();
  }

  async #letOthersFirst(enough: () => boolean, signal: AbortSignal): Promise<void> {
    const { interactive, metered } = this.#with;
    if (metered()) await interactive.none(enough, signal);
  }

  /** The next photos. Originals are chosen so that they fit into the budget: a large one does not block smaller ones. */
  async #prepare(level: CloserLevel, inProgress: ReadonlySet<number>, signal: AbortSignal): Promise<PreparedPhoto[]> {
    const { closer, source, budget, clock } = this.#with;
    signal.throwIfAborted();
    const limit = level === 'head' ? batch : lookahead;
    const next = closer
      .due(level, clock(), limit + inProgress.size, this.#sourcesAt(level))
      .filter(({ id }) => !inProgress.has(id));
    const room = this.#room(level);
    const photos = next.filter((photo) => isWithin(room, photo)).slice(0, batch);
    if (photos.length === 0) {
      // Photos in progress may cost less than was reserved, so the budget may not be used up yet.
      if (next.length > 0 && inProgress.size === 0) this.#spentUntil = budget.renewedAt();
      return [];
    }
    const { nodes } = await source.nodes(
      photos.map(({ uid }) => uid),
      signal,
    );
    return photos.map((photo) => ({
      ...photo,
      node: nodes.get(photo.uid) ?? new PhotoError('The photo source does not have this photo any more.', 'away'),
    }));
  }
}

/** A photo of unknown size is assumed to fit. */
const isWithin = (room: number, { size }: AwaitingPhoto): boolean => Math.max(1, size) <= room;
