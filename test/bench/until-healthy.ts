import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

interface Awaited {
  /** The requested path; default: `/api/health`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the server has responded, before it is killed. */
  readonly answered?: (pid: number) => void;
}

/** Milliseconds from spawn to the first successful response. */
export async function untilHealthy(
  args: readonly string[],
  port: number,
  environment: Record<string, string>,
  { path = '/api/health', headers = {}, answered }: Awaited = {},
): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined);
      if (answer?.ok) {
        await answer.arrayBuffer();
        const took = performance.now() - begin;
        if (child.pid !== undefined) answered?.(child.pid);
        return took;
      }
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await sleep(5);
    }
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}
