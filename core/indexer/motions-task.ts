import type { InteractiveReads } from '../media/interactive-reads.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import type { MotionDue, Motions } from '../store/photos/motions.ts';
import type { Transact } from '../store/transact.ts';
import type { EmbeddedMovie } from '../plugin-api/toolkit/index.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { isDecodedHere } from '../domain/level.ts';
import { RangedFile } from './levels/ranged-file.ts';
import { motionFacts } from './levels/read-head.ts';
import type { SeekingOfSources } from './levels/seeking-of-sources.ts';
import { confirmedTransientError } from './confirm-transient.ts';
import { parseTags } from './redescribe.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import { transientErrorOf } from './transient-error.ts';

/** Photos per request to the source. */
const batch = 50;

interface Dependencies {
  readonly source: CheckedSource;
  readonly motions: Motions;
  readonly queue: Pick<IndexQueue, 'exifOf'>;
  readonly seeking: Pick<SeekingOfSources, 'possibleIn'>;
  readonly interactive: InteractiveReads;
  readonly metered: () => boolean;
  /** Ids of the sources whose photos can be read now. */
  readonly readable: () => readonly number[];
  readonly transact: Transact;
}

/**
 * Searches the files of photos that were indexed by an older version for motion parts, by reading a few bytes of each. If
 * reading parts costs as much as the whole file, the photos of that source are left out. An unreadable file is searched when
 * the photo is read.
 */
export class MotionsTask implements BackgroundTask {
  readonly name = 'motions';
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async run(signal: AbortSignal, enough: () => boolean): Promise<void> {
    const { source, motions, seeking, interactive, metered, readable } = this.#with;
    for (;;) {
      const due = motions.due(batch, metered() ? seeking.possibleIn(readable()) : readable());
      if (due.length === 0) return;
      try {
        const uids = due.map(({ uid }) => uid);
        const { nodes } = await source.nodes(uids, signal);
        for (const photo of due) {
          await interactive.none(enough, signal);
          if (enough()) return;
          await this.#search(photo, nodes.get(photo.uid), signal);
        }
      } catch (error) {
        // The source is unreachable, so the next round continues.
        if (!signal.aborted && transientErrorOf(error)) return;
        throw error;
      }
    }
  }

  async #search(photo: MotionDue, node: SourceNode | undefined, signal: AbortSignal): Promise<void> {
    const { motions, transact } = this.#with;
    const found = node?.rev === photo.rev && isDecodedHere(node.kind) ? await this.#find(photo, node, signal) : null;
    transact(() => {
      motions.found(photo.id, photo.rev, found);
    });
  }

  async #find({ id }: MotionDue, node: SourceNode, signal: AbortSignal): Promise<EmbeddedMovie | null> {
    const { source, queue } = this.#with;
    try {
      return await motionFacts(parseTags(queue.exifOf(id)), new RangedFile(node, source, signal));
    } catch (error) {
      const transient = await confirmedTransientError(error, source, signal);
      if (signal.aborted || transient) throw transient ?? error;
      return null;
    }
  }
}
