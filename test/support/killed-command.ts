import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../core/domain/error-code.ts';
import { outputOf } from './child-process.ts';
import { filesBelow } from './files-below.ts';
import { photofinch } from './programs.ts';

/** Milliseconds from one look at the disk to the next: less than a file takes to be converted and brought to the disk. */
const pause = 3;

/** When a command is killed: so many files after its first change of the disk, or once a file is there. */
export type Moment =
  { readonly afterStart: number } | { readonly changedFiles: number } | { readonly fileExists: string };

export interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  readonly stderr: string;
  /** Files that were made, changed or removed until the moment, as far as was seen. */
  readonly changedFiles: number;
  /** Milliseconds until the first of them. */
  readonly began: number;
}

interface Command {
  readonly words: readonly string[];
  readonly environment: Record<string, string>;
  /** Its standard input. */
  readonly input: string;
  /** In which it works. */
  readonly folders: readonly string[];
}

/**
 * Runs a command of the real program, and kills it with all that it has started at a moment of its work. What lies on the disk
 * tells the moment, so that a busy machine changes little.
 * @param moment to its end, and unobserved, without one
 */
export async function runKilled({ words, environment, input, folders }: Command, moment?: Moment): Promise<Ended> {
  const before = stateOf(folders) ?? new Map<string, string>();
  const started = performance.now();
  // In a group of its own, so that its helpers are killed with it.
  const child = spawn(process.execPath, [...photofinch, ...words], {
    detached: true,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  });
  const ended = outputOf(child);
  child.stdin.end(input);
  let changedFiles = 0;
  let began = Infinity;
  let killed = false;
  while (moment && child.exitCode === null && child.signalCode === null) {
    changedFiles = differences(before, stateOf(folders) ?? before) || changedFiles;
    const now = performance.now() - started;
    if (changedFiles > 0) began = Math.min(began, now);
    if (isReached(moment, { changedFiles, now })) {
      killed = killGroup(child.pid);
      break;
    }
    await sleep(pause);
  }
  const { code, stderr } = await ended;
  return { killed: killed && child.signalCode === 'SIGKILL', code, stderr, changedFiles, began };
}

function isReached(moment: Moment, { changedFiles, now }: { changedFiles: number; now: number }): boolean {
  if ('afterStart' in moment) return now >= moment.afterStart;
  return 'fileExists' in moment ? existsSync(moment.fileExists) : changedFiles >= moment.changedFiles;
}

function killGroup(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
    return false;
  }
}

/** The files below the folders, and what changes when one of them is written; undefined when a folder went meanwhile. */
function stateOf(folders: readonly string[]): Map<string, string> | undefined {
  try {
    const files = folders.flatMap((folder) => filesBelow(folder)).filter(({ stats }) => stats.isFile());
    return new Map(files.map(({ path, stats: { ino, size, mtimeMs } }) => [path, `${ino} ${size} ${mtimeMs}`]));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).length;
}
