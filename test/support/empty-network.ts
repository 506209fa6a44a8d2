import { spawn, spawnSync } from 'node:child_process';
import { outputOf } from './child-process.ts';

const script = 'ip link set lo up && exec "$@"';
const ways = [
  ['unshare', '--net', 'sh', '-c', script, 'sh'],
  // Who is not root may have a network of their own together with a namespace of users.
  ['unshare', '--map-root-user', '--net', 'sh', '-c', script, 'sh'],
];

/**
 * What runs in front of a program that is to see a network of its own with nothing in it but this machine; nothing, where
 * that is not allowed.
 */
export function emptyNetwork(): readonly string[] {
  return ways.find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0) ?? [];
}

/** Runs a program in such a network, with nothing of this environment. */
export async function runAlone(
  command: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [program = '', ...args] = [...emptyNetwork(), ...command];
  // No `CI`, with which onnxruntime is silent by itself, no `ORT_…`, no proxy.
  const env = { PATH: process.env['PATH'], ...environment };
  return outputOf(spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
