import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotSupported, type StoreUnderTest } from './store-under-test.ts';

/** The exit code of a hook that does not support a verb. */
const notSupported = 3;
const timeLimitMs = 300_000;

/**
 * Changes a store through a program given to the kit. It is called with a verb and its arguments:
 * `put <path> <local file>`, `remove <path>`, `rename <from> <to>`, `touch <path>`, `vanish`, `empty`, `wrong-key`,
 * `restore`, `rot <path>`, `expire`, `settle`. Code 0: done; 3: unsupported verb; anything else fails the check.
 */
export class HookStore implements StoreUnderTest {
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  async put(path: string, bytes: Uint8Array): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'photofinch-kit-'));
    try {
      const local = join(folder, 'file');
      await writeFile(local, bytes);
      await this.#call('put', path, local);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  remove(path: string): Promise<void> {
    return this.#call('remove', path);
  }

  rename(from: string, to: string): Promise<void> {
    return this.#call('rename', from, to);
  }

  touch(path: string): Promise<void> {
    return this.#call('touch', path);
  }

  vanish(): Promise<void> {
    return this.#call('vanish');
  }

  empty(): Promise<void> {
    return this.#call('empty');
  }

  wrongKey(): Promise<void> {
    return this.#call('wrong-key');
  }

  restore(): Promise<void> {
    return this.#call('restore');
  }

  rot(path: string): Promise<void> {
    return this.#call('rot', path);
  }

  expire(): Promise<void> {
    return this.#call('expire');
  }

  settle(): Promise<void> {
    return this.#call('settle');
  }

  #call(...args: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      execFile(this.#program, args, { timeout: timeLimitMs }, (error, _stdout, stderr) => {
        if (!error) resolve();
        else if (error.code === notSupported) reject(new NotSupported(`The hook cannot ${args[0] ?? ''}.`));
        else reject(new Error(`The hook failed at ${args.join(' ')}: ${stderr.trim() || error.message}`));
      });
    });
  }
}
