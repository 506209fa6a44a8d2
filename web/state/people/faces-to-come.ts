import { batch, computed, signal } from '@preact/signals';
import type { FaceQueueOptions } from './face-queue-options.ts';
import type { QueuedFaces } from './queued-faces.ts';
import type { WorkInLine } from './work-in-line.ts';

const pageSize = 100;

/** The faces of the server's queue that are not in this one yet: reads them, part by part. */
export class FacesToCome {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  /** How many are known to come. */
  readonly unread = signal(0);
  readonly hasMore = computed(() => this.unread.value > 0 || this.#isOpen.value);
  /** How many do not come, since they were put off before. */
  readonly leftOut = signal(0);
  /** There may be more than those that are known to come. */
  readonly #isOpen = signal(false);
  readonly #options: Pick<FaceQueueOptions, 'faces' | 'skips'>;
  readonly #queue: QueuedFaces;
  readonly #line: WorkInLine;
  #isReading = false;
  /** Counts the beginnings: answers to an earlier one are dropped. */
  #turn = 0;

  constructor(options: Pick<FaceQueueOptions, 'faces' | 'skips'>, queue: QueuedFaces, line: WorkInLine) {
    this.#options = options;
    this.#queue = queue;
    this.#line = line;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** From the first face on, at the next reading. */
  restart(): void {
    this.#turn++;
    this.#isReading = false;
    batch(() => {
      this.unread.value = 0;
      this.#isOpen.value = false;
      this.leftOut.value = 0;
      this.phase.value = 'loading';
    });
  }

  /** Reads on until a face comes that is not here yet, or the list is over. */
  async read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const turn = this.#turn;
    try {
      let added = 0;
      do {
        // One part at a time: a decision does not wait until a face is found.
        added = await this.#line.run(() => this.#readPart(turn));
      } while (turn === this.#turn && added === 0 && this.hasMore.value);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.failure.value = (error as Error).message;
      if (!this.#queue.current.value) this.phase.value = 'failed';
    } finally {
      if (turn === this.#turn) this.#isReading = false;
    }
  }

  /** Reads after what was decided has been sent: that has left the server's queue then. @returns how many came */
  async #readPart(turn: number): Promise<number> {
    if (turn !== this.#turn) return 0;
    const offset = this.#queue.all.value.filter(({ decided }) => !decided).length + this.leftOut.value;
    const { faces, total } = await this.#options.faces({ offset, limit: pageSize });
    if (turn !== this.#turn) return 0;
    const shown = faces.filter(({ id }) => !this.#options.skips.ids.value.has(id));
    return batch(() => {
      this.leftOut.value += faces.length - shown.length;
      const added = this.#queue.add(shown);
      // Nobody new came, whatever the number says.
      const isOver = total === null || (added === 0 && shown.length === faces.length);
      this.unread.value = isOver ? 0 : Math.max(0, total - offset - faces.length);
      this.#isOpen.value = total === null;
      this.phase.value = 'ready';
      return added;
    });
  }
}
