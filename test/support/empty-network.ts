import { spawn, spawnSync } from 'node:child_process';
import { outputOf } from './child-process.ts';

const script = 'ip link set lo up && exec "$@"';
const ways = [
  ['unshare', '--net', 'sh', '-c', script, 'sh'],
  // Without root, a network namespace requires a user namespace.
  ['unshare', '--map-root-user', '--net', 'sh', '-c', script, 'sh'],
];

/**
 * The command in front of a program that gets its own network namespace with only the loopback interface; empty if this
 * machine does not allow that.
 */
export function emptyNetwork(): readonly string[] {
  return ways.find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0) ?? [];
}

/** Runs a program in such a network, without this process's environment. */
export async function runAlone(
  command: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [program = '', ...args] = [...emptyNetwork(), ...command];
  // Without `CI`, which silences onnxruntime, without `ORT_…`, and without proxies.
  const env = { PATH: process.env['PATH'], ...environment };
  return outputOf(spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
