import { MlError, type MlPriority } from 'photofinch/plugin-api';
import { ProcessDied, ProcessPool } from 'photofinch/plugin-api/toolkit';
import type { ChosenExecution } from './execution.ts';
import { InferenceLink, type LinkSettings } from './inference-link.ts';
import type { Begin, Task, Tasks } from './protocol.ts';

interface PoolOptions {
  /** Maximum number of processes; each is started when there is work for it. It may change with the models. */
  readonly processes: () => number;
  /** Threads per process. */
  readonly threads: number;
  /** Idle seconds after which the processes are ended to release their memory. */
  readonly idleStop: number;
  /** Timeout of a task in seconds, after which its process is killed. */
  readonly patience?: number | undefined;
  /** The preferred execution providers, best first; absent: the processor. */
  readonly wanted?: Begin['begin']['wanted'];
  /** Called with sentences about execution providers. */
  readonly onNote?: (sentence: string) => void;
}

interface Job {
  readonly task: Task;
  readonly input: Tasks[Task]['input'];
  readonly signal: AbortSignal;
  /** Whether a process died during this task. */
  deadly: boolean;
}

/**
 * Processes that run models. A person waits at most for the tasks that are running. A task during which a process dies is
 * tried once more in another one.
 */
export class InferencePool {
  readonly #pool: ProcessPool<Job, Tasks[Task]['output'], InferenceLink>;
  #chosen: ChosenExecution | undefined;

  constructor({
    processes,
    threads,
    idleStop,
    patience,
    wanted: accelerators = [],
    onNote = () => undefined,
  }: PoolOptions) {
    const onReady = (chosen: ChosenExecution): void => {
      const isNews = chosen.execution !== this.#chosen?.execution;
      this.#chosen = chosen;
      if (isNews && accelerators.length > 0) onNote(sentenceOf(chosen));
    };
    this.#pool = new ProcessPool({
      processes,
      idleStop,
      start: () => started({ threads, keepFor: idleStop, wanted: accelerators }, { onReady, onNote, patience }),
      run: (process, { task, input }) => process.run(task, input),
      failure: (job, error) => {
        if (!(error instanceof ProcessDied) || job.deadly || job.signal.aborted) return error as Error;
        job.deadly = true;
        return undefined;
      },
      // Prefers a process that has the models loaded: a text model takes memory in every process.
      suits: (process, { task }) => process.knows(task),
      shutDown: () => new ProcessDied('The models are shut down.'),
    });
  }

  /** The choice of the newest process; undefined before the first one is ready. */
  get chosen(): ChosenExecution | undefined {
    return this.#chosen;
  }

  /** Starts a process before there is work for it, so that `chosen` is known. */
  begin(): void {
    this.#pool.begin();
  }

  /** The ids of the running processes. */
  get pids(): number[] {
    return [...this.#pool.processes].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * A running task cannot be stopped: its result is dropped when `signal` is aborted.
   * @throws InferenceError, ProcessDied, MlError if the system does not start a process now, or the reason of `signal`
   */
  async run<T extends Task>(
    task: T,
    input: Tasks[T]['input'],
    { priority, signal }: { priority: MlPriority; signal: AbortSignal },
  ): Promise<Tasks[T]['output']> {
    const job: Job = { task, input, signal, deadly: false };
    return await this.#pool.run(job, { signal, urgent: priority === 'interactive' });
  }

  /** Ends all processes at once. Waiting and running tasks fail with ProcessDied. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** @throws MlError: no picture is to blame for a process that the system does not start, as when memory is short */
function started(begin: Begin['begin'], settings: LinkSettings): InferenceLink {
  try {
    return new InferenceLink(begin, settings);
  } catch (cause) {
    throw new MlError(
      'unavailable',
      'The system cannot start the process that runs the models now: see its memory and limits.',
      {
        cause,
      },
    );
  }
}

/** @example Models run on cpu (cuda: its library cannot be loaded). */
function sentenceOf({ execution, missed }: ChosenExecution): string {
  const missedText = missed.length > 0 ? ` (${missed.join('; ')})` : '';
  return `Models run on ${execution}${missedText}.`;
}
