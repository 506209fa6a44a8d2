import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesIn, pathsChangedBy } from './system-calls.ts';
import { until } from './until.ts';

export const straceInstalled = spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * System calls for communication, and those that create, change or remove files. Calls with `?` do not exist on every
 * processor.
 */
const watched = [
  ...['execve', 'connect', 'sendto', 'sendmsg', 'sendmmsg', '?open', 'openat', '?openat2', '?creat'],
  ...['?mkdir', 'mkdirat', '?rename', '?renameat', 'renameat2', '?link', 'linkat', '?symlink', 'symlinkat'],
  ...['?mknod', 'mknodat', '?unlink', 'unlinkat', '?rmdir', 'truncate', '?chmod', 'fchmodat', '?chown', 'fchownat'],
];

/**
 * Records with which addresses a program and all its children communicate, and which files they create, change and
 * remove, by their system calls.
 */
export class Witness {
  readonly #folder: string;

  /** @param folder for the records; created if it does not exist */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The command in front of a program to be recorded. It keeps its own process id and signals. */
  of(program: string): readonly string[] {
    const quiet = ['-q', '-s', '200', '-v', '-y'];
    const calls = ['-e', `trace=${watched.join(',')}`];
    // One file per thread, so that calls of several threads are not mixed.
    return ['strace', '-D', '-f', '-ff', '--seccomp-bpf', ...quiet, ...calls, '-o', join(this.#folder, program)];
  }

  /** Resolves once everything is recorded; must be called after the programs have ended. */
  async done(): Promise<void> {
    await until(() => this.#threads().every(({ text }) => / \+\+\+\n?$/.test(text)));
  }

  /** Attempts to reach another machine, or to resolve a name. */
  strangersAsked(): string[] {
    const asked = this.#calls().flatMap(({ program, call }) =>
      addressesIn(call)
        .filter((address) => !address.own)
        .map(({ text }) => `${program}: ${text}`),
    );
    return [...new Set(asked)];
  }

  /** Files and folders that were created, changed or removed outside `folders`. */
  changedOutside(folders: readonly string[]): string[] {
    const changed = this.#calls().flatMap(({ program, call }) =>
      pathsChangedBy(call, root)
        // The priority for running out of memory is set through a pseudo-file of the kernel.
        .filter((path) => !/^\/proc\/\d+\/oom_score_adj$/.test(path))
        .filter((path) => !folders.some((folder) => path === folder || path.startsWith(`${folder}/`)))
        .map((path) => `${program}: ${path}`),
    );
    return [...new Set(changed)];
  }

  /** The command lines that were started. */
  started(): string[] {
    return this.#calls()
      .filter(({ call }) => call.startsWith('execve('))
      .map(({ call }) => call);
  }

  #calls(): { program: string; call: string }[] {
    return this.#threads().flatMap(({ program, text }) => text.split('\n').map((call) => ({ program, call })));
  }

  #threads(): { program: string; text: string }[] {
    return readdirSync(this.#folder).map((name) => ({
      program: name.replace(/\.\d+$/, ''),
      text: readFileSync(join(this.#folder, name), 'utf8'),
    }));
  }
}
