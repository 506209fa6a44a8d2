import { fork, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confinedCommand, type Confinement } from './confinement.ts';
import { silencing } from './silence.ts';

/**
 * What a process may know of our environment. Secrets stand there (`SIGNING_SECRET`, `BRIDGE_TOKEN`, `ADMIN_PASSWORD`), and
 * whoever takes over a process that handles untrusted bytes reads its environment first: so this is a list of what may
 * pass, and not of what may not.
 */
const passed: readonly string[] = ['HOME', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'PATH', 'TMPDIR', 'TZ'];

export interface ProcessOptions {
  /** Handed over as `process.argv`, from index 2 on. */
  readonly args?: readonly string[];
  /** `ignore`, `inherit` or `pipe` for each descriptor; one of them is `ipc`, unless the process is confined. */
  readonly stdio?: StdioOptions;
  /** How messages travel; `advanced` takes typed arrays. */
  readonly serialization?: 'json' | 'advanced';
  /** Variables that it needs besides; no secrets. */
  readonly env?: Readonly<Record<string, string>>;
  /** For a process that handles untrusted bytes: what it may take and do at most. */
  readonly confined?: Confinement;
}

/** The environment of a process of ours: no secret is in it, and no library phones home with it. */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of passed) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...more, ...silencing };
}

/**
 * Starts a module of the caller's as a process of its own, with an environment that has no secrets in it.
 * @param module relative to `from`, without the ending: `./inference-process`
 * @param from the caller's `import.meta.url`: sources run as they are, the built program as it was built
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
