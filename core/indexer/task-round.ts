import type { BackgroundTask } from '../threads/background-task.ts';

interface Dependencies {
  readonly tasks: readonly BackgroundTask[];
  readonly config: { readonly clusterInterval: number };
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Called for a task that failed: the others still run, and it runs again in the next round. */
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

  /** @param enough whether the next sync is due; each task still runs */
  async run(signal: AbortSignal, enough: () => boolean): Promise<void> {
    const { tasks, config, clock } = this.#with;
    for (const task of tasks) await this.#runOne(task, signal, enough);
    this.#nextAt = clock() + Math.max(1, config.clusterInterval);
  }

  async #runOne(task: BackgroundTask, signal: AbortSignal, enough: () => boolean): Promise<void> {
    try {
      signal.throwIfAborted();
      await task.run(signal, enough);
    } catch (error) {
      if (!signal.aborted) this.#with.onTaskError(task.name, error);
    }
  }
}
