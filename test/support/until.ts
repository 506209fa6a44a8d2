import { setTimeout as sleep } from 'node:timers/promises';

const leastPause = 50;
const longestPause = 1000;

/**
 * Resolves once `met` answers true; asks every 50 ms, and less often what takes long to answer: whoever asks all the time
 * keeps the machine from what they wait for. The limit is there to end a test that hangs, on a machine however busy, and
 * proves nothing.
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
