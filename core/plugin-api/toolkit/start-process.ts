import { fork, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confinedCommand, type Confinement } from './confinement.ts';
import { silencing } from './silence.ts';

/**
 * The environment variables passed on to child processes. The environment contains secrets (`SIGNING_SECRET`,
 * `BRIDGE_TOKEN`, `ADMIN_PASSWORD`), which an attacker who takes over a process with untrusted bytes would read first: so
 * this is a list of allowed variables, not of forbidden ones.
 */
const passedVariables: readonly string[] = ['HOME', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'PATH', 'TMPDIR', 'TZ'];

export interface ProcessOptions {
  /** Passed as `process.argv`, from index 2 on. */
  readonly args?: readonly string[];
  /** `ignore`, `inherit` or `pipe` for each descriptor; one of them is `ipc`, unless the process is confined. */
  readonly stdio?: StdioOptions;
  /** The serialization of messages; `advanced` supports typed arrays. */
  readonly serialization?: 'json' | 'advanced';
  /** Further variables that it needs; no secrets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The limits of a process that handles untrusted bytes. */
  readonly confined?: Confinement;
}

/** The environment of a child process: without secrets, and with telemetry disabled. */
export function childEnvironment(variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of passedVariables) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...variables, ...silencing };
}

/**
 * Starts a module of the caller as a child process, with an environment without secrets.
 * @param module relative to `from`, without the extension: `./inference-process`
 * @param from the caller's `import.meta.url`: sources start sources, the built program starts built modules
 */
export function startProcess(module: string, from: string, options: ProcessOptions = {}): ChildProcess {
  const file = fileURLToPath(new URL(`${module}${extname(from)}`, from));
  const settings = {
    stdio: options.stdio ?? ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: options.serialization ?? 'json',
    env: childEnvironment(options.env),
  };
  if (!options.confined) return fork(file, options.args ?? [], settings);
  const { command, args } = confinedCommand(file, options.args ?? [], options.confined);
  return spawn(command, args, settings);
}
