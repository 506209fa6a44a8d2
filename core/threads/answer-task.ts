import { constants, setPriority } from 'node:os';
import type { TaskMessage } from './task-process.ts';

/**
 * Does the work of a process that `runTask` started, and ends the process.
 * @param work gets the input of `runTask`; its calls of `tell` arrive there as progress
 */
export function answerTask(work: (input: never, tell: (progress: unknown) => void) => unknown): void {
  // The process that waits for the answer is gone.
  process.once('disconnect', () => {
    process.exit();
  });
  // Requests come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.once('message', (input) => void answer(work, input as never));
}

async function answer(work: (input: never, tell: (progress: unknown) => void) => unknown, input: never): Promise<void> {
  let last: TaskMessage;
  try {
    const result = await work(input, (progress) => void process.send?.({ progress } satisfies TaskMessage));
    // An undefined value is not transmitted.
    last = { result: result ?? null };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    last = { failure: { message, code: code ?? 'unknown' } };
  }
  process.send?.(last, () => {
    process.exit();
  });
}
