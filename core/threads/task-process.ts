import { onAbort, startProcess } from '../plugin-api/toolkit/index.ts';

/** A message of a task's process to the process that started it. */
export type TaskMessage =
  | { readonly progress: unknown }
  | { readonly result: unknown }
  | { readonly failure: { readonly message: string; readonly code: string } };

/** Milliseconds to wait for a killed process: one that waits for a disk may take its time to go. */
const patience = 2000;

/**
 * Runs a module that calls `answerTask`, as a process of its own, and returns its result.
 *
 * For work that stays inside SQLite for seconds: a worker thread could not be ended before SQLite returns, and neither
 * could this process, while a process of its own ends at once.
 * @param module relative to `from`, without the ending: `./integrity-process`
 * @param from the caller's `import.meta.url`
 * @throws Error with the code of the error there in `code`, or the reason of `signal`
 */
export function runTask<Result>(
  module: string,
  from: string,
  input: unknown,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: never) => void } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = startProcess(module, from, { serialization: 'advanced' });
    // Not as an argument, which every user of the machine can read: keys are among it.
    child.send(input as never, () => undefined);
    let answer: { result: Result } | undefined;
    let failure: Error | undefined;
    let overdue: NodeJS.Timeout | undefined;

    const settle = (): void => {
      clearTimeout(overdue);
      stopListening();
      if (answer) resolve(answer.result);
      else reject(failure ?? new Error('The process ended before its work was done.'));
    };
    const abort = (): void => {
      answer = undefined;
      failure = signal?.reason as Error;
      child.kill('SIGKILL');
      overdue = setTimeout(settle, patience);
    };
    const stopListening = signal ? onAbort(signal, abort) : () => undefined;
    child.on('message', (message: TaskMessage) => {
      if (signal?.aborted) return;
      if ('progress' in message) onProgress?.(message.progress as never);
      else if ('result' in message) answer = { result: message.result as Result };
      else failure = Object.assign(new Error(message.failure.message), { code: message.failure.code });
    });
    child.once('error', (error) => {
      failure ??= error;
      // A process that never was does not exit either.
      if (child.pid === undefined) settle();
    });
    // Not at its `exit`: its last message may still be on the way.
    child.once('close', settle);
  });
}
