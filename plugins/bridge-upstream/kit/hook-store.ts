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
export function hookStore(program: string): StoreUnderTest {
  const call = (...args: readonly string[]): Promise<void> => runHook(program, args);
  return {
    put: async (path, bytes) => {
      const folder = await mkdtemp(join(tmpdir(), 'photofinch-kit-'));
      try {
        const local = join(folder, 'file');
        await writeFile(local, bytes);
        await call('put', path, local);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    remove: (path) => call('remove', path),
    rename: (from, to) => call('rename', from, to),
    touch: (path) => call('touch', path),
    vanish: () => call('vanish'),
    empty: () => call('empty'),
    wrongKey: () => call('wrong-key'),
    restore: () => call('restore'),
    rot: (path) => call('rot', path),
    expire: () => call('expire'),
    settle: () => call('settle'),
  };
}

function runHook(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: timeLimitMs }, (error, _stdout, stderr) => {
      if (!error) resolve();
      else if (error.code === notSupported) reject(new NotSupported(`The hook cannot ${args[0] ?? ''}.`));
      else reject(new Error(`The hook failed at ${args.join(' ')}: ${stderr.trim() || error.message}`));
    });
  });
}
