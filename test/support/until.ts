import { setTimeout as sleep } from 'node:timers/promises';

const leastPause = 50;
const longestPause = 1000;

/**
 * Resolves once `met` returns true. It is called every 50 ms, and less often if it takes long, so that polling does not
 * slow down what it waits for. The limit only ends a test that hangs, even on a busy machine; it asserts nothing.
 * @throws Error after `seconds`
 */
export async function until(met: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const asked = performance.now();
    if (await met()) return;
    const answered = performance.now();
    if (answered > end) throw new Error(`waited ${seconds} s in vain`);
    await sleep(Math.min(longestPause, Math.max(leastPause, 3 * (answered - asked))));
  }
}
