import { parentPort, type Transferable } from 'node:worker_threads';
import { PhotoError } from './photo-error.ts';
import { READY, type Answer, type Question, type Tasks } from './worker-link.ts';

/** A task's answer with the buffers that move to the caller instead of being copied. */
export interface TaskResult<Output> {
  readonly output: Output;
  readonly transfer?: readonly Transferable[];
}

export type TaskHandlers<T extends Tasks<T>> = {
  readonly [K in keyof T]: (input: T[K]['input']) => Promise<TaskResult<T[K]['output']>>;
};

/** The worker's side of a `WorkerLink`: answers each question, several at a time. */
export function serveTasks<T extends Tasks<T>>(handlers: TaskHandlers<T>): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs in a worker thread only.');
  const byName = handlers as Readonly<Record<string, (input: unknown) => Promise<TaskResult<unknown>>>>;

  port.on('message', ({ id, task, input }: Question) => {
    const handler = byName[task];
    if (!handler) throw new Error(`Unknown task ${task}`);
    handler(input).then(
      ({ output, transfer }) => {
        port.postMessage({ id, output } satisfies Answer, transfer ?? []);
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ id, error: { message, forPeople: error instanceof PhotoError } } satisfies Answer);
      },
    );
  });
  port.postMessage(READY);
}
