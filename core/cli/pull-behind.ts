import { spawn } from 'node:child_process';
import { childEnvironment } from '../plugin-api/toolkit/index.ts';

/** The server settings that a download needs; they contain no secrets. */
const passedSettings = [
  'DATA_DIR',
  'DEMO',
  'LOG_LEVEL',
  'ML_BUILT_IN',
  'ML_PACKS',
  'MODELS_DIR',
  'MODELS_URL',
  'PLUGINS',
] as const;

/** Installs models in a separate process, since the server makes no requests to the internet. */
export interface PullBehind {
  /** Stops it; downloaded parts are kept. */
  stop(): void;
}

/**
 * Installs the default packs while the server runs, and reports the result in one line. It always ends with this process,
 * since the channel between them is closed then.
 * @param environment the settings of the server
 * @param program the command with which this program was started
 */
export function pullModelsBehind(
  environment: Record<string, string | undefined>,
  print: (line: string) => void,
  program: readonly string[] = [...process.execArgv, process.argv[1] ?? ''],
): PullBehind {
  const settings = passedSettings.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = spawn(process.execPath, [...program, 'models', 'pull'], {
    env: childEnvironment(Object.fromEntries(settings)),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  let stopped = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.on('error', (error) => {
    output = error.message;
  });
  child.on('close', (code) => {
    if (stopped) return;
    const reason =
      output
        .trim()
        .split('\n')
        .at(-1)
        ?.replace(/^photofinch: /, '') ?? '';
    if (code === 0) print('Models for search by description are installed.');
    else print(`The demo continues without models for search by description. ${reason}`);
  });
  return {
    stop: () => {
      stopped = true;
      child.kill('SIGINT');
    },
  };
}
