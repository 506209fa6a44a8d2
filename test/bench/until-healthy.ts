import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds from spawn to the first answer. */
export async function untilHealthy(
  args: readonly string[],
  port: number,
  environment: Record<string, string>,
): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
      if (answer?.ok) return performance.now() - begin;
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await sleep(5);
    }
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}
