import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endProcess, outputOf } from './child-process.ts';
import { photofinch } from './programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Run {
  readonly how?: readonly string[];
  /** A command in front of the program, such as `strace`. */
  readonly through?: readonly string[];
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** The printed address, without a trailing slash. */
  readonly url: string;
  /** The output so far, of both streams. */
  output(): string;
  /** Asks the process to stop. @returns its exit code */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/**
 * Runs the real program as a separate process on a free port, by default without the built-in models.
 * @throws Error with its output if it ends before it listens
 */
export async function startServerProcess(
  environment: Record<string, string>,
  { command = 'serve', ...run }: Run & { command?: 'serve' | 'demo' } = {},
): Promise<ServerProcess> {
  const child = spawnCli([command], { PORT: '0', LOG_LEVEL: 'warn', ML_BUILT_IN: 'none', ...environment }, run);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: string) => {
      output += chunk;
      const match = /listens on (http:\/\/\S+?)\/?\s/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout?.setEncoding('utf8').on('data', listen);
    child.stderr?.setEncoding('utf8').on('data', listen);
    child.once('exit', (code, signal) => {
      reject(new Error(`the server ended (${code ?? signal ?? 'unknown'}) before it listened:\n${output}`));
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

/** Starts the command line with pipes for all three streams. */
export function spawnCli(
  args: readonly string[],
  environment: Record<string, string>,
  { how = photofinch, through = [] }: Run,
): ChildProcess {
  const [program = '', ...rest] = [...through, process.execPath, ...how, ...args];
  return spawn(program, rest, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TZ: process.env['TEST_TIME_ZONE'],
      WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
      ...environment,
    },
    stdio: 'pipe',
  });
}

/** Runs a command of the command line to its end. */
export async function runCli(
  args: readonly string[],
  environment: Record<string, string>,
  { input = '', ...run }: Run & { input?: string } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnCli(args, environment, run);
  child.stdin?.end(input);
  return outputOf(child);
}
