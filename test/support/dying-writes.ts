import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../fixtures/dying-writes.c');

/** What happens at a change of the disk: all processes are killed, or the change fails with this error. */
export const outcomes = ['death', 'EIO', 'ENOSPC'] as const;
export type Outcome = (typeof outcomes)[number];

/** Whether C can be compiled: a compiler may be installed without the headers of the C library. */
export const hasCompiler = (): boolean =>
  spawnSync('cc', ['-x', 'c', '-fsyntax-only', '-'], { input: '#include <dlfcn.h>\n' }).status === 0;

/** Counts a program's and its children's changes of files below a folder, and kills them or fails at one of them. */
export class DyingWrites {
  readonly #state: number;
  readonly #list: string;
  /** The command in front of the program, which becomes the leader of a new process group. */
  readonly through: readonly string[];

  /**
   * @param place a folder for its own files
   * @param folder an absolute path without links
   * @throws Error with the compiler's output
   */
  constructor(place: string, folder: string) {
    const library = join(place, 'dying-writes.so');
    const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The compiler fails: ${stderr}`);
    const state = join(place, 'changes');
    this.#list = join(place, 'list');
    writeFileSync(state, Buffer.alloc(24));
    writeFileSync(this.#list, '');
    this.#state = openSync(state, 'r+');
    this.through = [
      ...['setsid', 'env', `LD_PRELOAD=${library}`, `DEATH_STATE=${state}`, `DEATH_FOLDER=${folder}`],
      `DEATH_LIST=${this.#list}`,
    ];
  }

  /** Changes since the last call of `arm`. */
  get changes(): number {
    const bytes = Buffer.alloc(8);
    readSync(this.#state, bytes, 0, 8, 0);
    return Number(bytes.readBigInt64LE());
  }

  /** Resets the counter. @param at the number of the change at which it happens, from 1; 0: never */
  arm(at = 0, outcome: Outcome = 'death'): void {
    const bytes = Buffer.alloc(24);
    bytes.writeBigInt64LE(BigInt(at), 8);
    bytes.writeBigInt64LE(BigInt(outcome === 'death' ? 0 : constants.errno[outcome]), 16);
    writeFileSync(this.#list, '');
    writeSync(this.#state, bytes, 0, 24, 0);
  }

  /** The changes since the last call of `arm`, as `write index.sqlite3-wal`. */
  get list(): string[] {
    return readFileSync(this.#list, 'utf8').split('\n').slice(0, -1);
  }

  close(): void {
    closeSync(this.#state);
  }
}
