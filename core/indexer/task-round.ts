import type { BackgroundTask } from '../threads/background-task.ts';
import { diskFullError, type TransientError } from './transient-error.ts';

interface Dependencies {
  readonly tasks: readonly BackgroundTask[];
  readonly config: { readonly clusterInterval: number };
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Called for a task that failed, but not because of a full disk: the others still run, and it runs again in the next round. */
  readonly onTaskError: (task: string, error: unknown) => void;
}

/** The background tasks, one after the other: after each run of the stages, and at intervals during a long one. */
export class TaskRound {
  readonly #with: Dependencies;
  #nextAt: number;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#nextAt = dependencies.clock() + dependencies.config.clusterInterval;
  }

  /** Whether the last round is so long ago that the stages should yield to a new one. */
  get due(): boolean {
    return this.#with.tasks.length > 0 && this.#with.clock() >= this.#nextAt;
  }

  /** The next round is due after one interval from now. */
  restart(): void {
    this.#nextAt = this.#with.clock() + this.#with.config.clusterInterval;
  }

  /**
   * @param enough whether the next sync is due; each task still runs
   * @returns the failure if the disk is full, which is that of all tasks that write
   */
  async run(signal: AbortSignal, enough: () => boolean): Promise<TransientError | undefined> {
    const { tasks, config, clock } = this.#with;
    let failure: TransientError | undefined;
    for (const task of tasks) failure = (await this.#runOne(task, signal, enough)) ?? failure;
    this.#nextAt = clock() + Math.max(1, config.clusterInterval);
    return failure;
  }

  async #runOne(task: BackgroundTask, signal: AbortSignal, enough: () => boolean): Promise<TransientError | undefined> {
    try {
      signal.throwIfAborted();
      await task.run(signal, enough);
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = diskFullError(error);
      if (!failure) this.#with.onTaskError(task.name, error);
      return failure;
    }
    return undefined;
  }
}
