import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesIn, pathsChangedBy } from './system-calls.ts';
import { until } from './until.ts';

export const straceInstalled = spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Calls that speak to others, and calls that make, change or remove a file; those with `?` are not on every processor. */
const watched = [
  ...['execve', 'connect', 'sendto', 'sendmsg', 'sendmmsg', '?open', 'openat', '?openat2', '?creat'],
  ...['?mkdir', 'mkdirat', '?rename', '?renameat', 'renameat2', '?link', 'linkat', '?symlink', 'symlinkat'],
  ...['?mknod', 'mknodat', '?unlink', 'unlinkat', '?rmdir', 'truncate', '?chmod', 'fchmodat', '?chown', 'fchownat'],
];

/** Sees by its system calls whom a program and all its children speak to, and which files they make, change and remove. */
export class Witness {
  readonly #folder: string;

  /** @param folder for what it writes down; made when it is not there */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** What runs in front of a program that is to be seen; its process id and its signals stay its own. */
  of(program: string): readonly string[] {
    const quiet = ['-q', '-s', '200', '-v', '-y'];
    const calls = ['-e', `trace=${watched.join(',')}`];
    // One file for each thread: no call is torn apart by another's.
    return ['strace', '-D', '-f', '-ff', '--seccomp-bpf', ...quiet, ...calls, '-o', join(this.#folder, program)];
  }

  /** Resolves once all that was seen is written down; to be called when the programs have ended. */
  async done(): Promise<void> {
    await until(() => this.#threads().every(({ text }) => / \+\+\+\n?$/.test(text)));
  }

  /** Attempts to speak to anybody else than this machine, and to ask anybody for the address of a name. */
  strangersAsked(): string[] {
    const asked = this.#calls().flatMap(({ program, call }) =>
      addressesIn(call)
        .filter((address) => !address.own)
        .map(({ text }) => `${program}: ${text}`),
    );
    return [...new Set(asked)];
  }

  /** Files and folders that were made, changed or removed, but for those within `folders`. */
  changedOutside(folders: readonly string[]): string[] {
    const changed = this.#calls().flatMap(({ program, call }) =>
      pathsChangedBy(call, root)
        // Which processes go first when memory runs short is told to the kernel in what looks like a file.
        .filter((path) => !/^\/proc\/\d+\/oom_score_adj$/.test(path))
        .filter((path) => !folders.some((folder) => path === folder || path.startsWith(`${folder}/`)))
        .map((path) => `${program}: ${path}`),
    );
    return [...new Set(changed)];
  }

  /** What was started: words of command lines. */
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
