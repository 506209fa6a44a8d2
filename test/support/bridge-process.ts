import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endProcess, outputOf } from './child-process.ts';
import { askBridge, rigToken } from './bridge-rig.ts';
import { photofinchBridge } from './programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface BridgeProcess {
  readonly child: ChildProcess;
  /** The address as printed. */
  readonly url: string;
  output(): string;
  /** Asks the process to stop. @returns its exit code */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

interface Run {
  /** A command in front of the program, such as `strace`. */
  readonly through?: readonly string[];
  readonly args?: readonly string[];
  /** Called while the process starts. */
  readonly meanwhile?: (child: ChildProcess) => Promise<void>;
}

function spawnBridge(environment: Record<string, string>, { through = [], args = ['serve'] }: Run): ChildProcess {
  const [command = '', ...rest] = [...through, process.execPath, ...photofinchBridge, ...args];
  return spawn(command, rest, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: 'pipe',
  });
}

/**
 * Runs the real bridge as a separate process, on a free port unless `environment` sets another, with the rig's token.
 * @throws Error with its output if it ends before it listens
 */
export async function startBridgeProcess(environment: Record<string, string>, run: Run = {}): Promise<BridgeProcess> {
  const child = spawnBridge({ BRIDGE_LISTEN: '127.0.0.1:0', BRIDGE_TOKEN: rigToken, ...environment }, run);
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: string): void => {
      output += chunk;
      const match = /photofinch-bridge \S+ listens on (\S+)\n/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    run.meanwhile?.(child).catch(reject);
    child.once('error', reject).once('exit', (code, signal) => {
      reject(new Error(`the bridge ended (${code ?? signal ?? 'unknown'}) before it listened:\n${output}`));
    });
  });
  return {
    child,
    url,
    output: () => output,
    stop: () => endProcess(child, 'SIGTERM'),
    kill: async () => {
      await endProcess(child, 'SIGKILL');
    },
  };
}

const running = new Set<ChildProcess>();

/** Kills bridges that a failed test has left running. Must be called after each test. */
export async function endBridges(): Promise<void> {
  for (const child of running) await endProcess(child, 'SIGKILL');
}

/** Runs a command of the bridge to its end. */
export async function runBridge(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawnBridge(environment, { args });
  return outputOf(child);
}

/** The bridge's address for `askBridge`. */
export function whereIs({ url }: Pick<BridgeProcess, 'url'>): { port: number } | { socketPath: string } {
  return url.startsWith('unix:') ? { socketPath: url.slice('unix:'.length) } : { port: Number(new URL(url).port) };
}

/** The response to `GET /v1/health`. */
export async function healthOf(bridge: Pick<BridgeProcess, 'url'>) {
  return (await askBridge(whereIs(bridge), '/v1/health')).json;
}
