import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves once `met` answers true; asks every 50 ms. The limit is there to end a test that hangs, on a machine however busy,
 * and proves nothing.
 * @throws Error after `seconds`
 */
export async function until(met: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await met())) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain`);
    await sleep(50);
  }
}
