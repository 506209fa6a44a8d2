import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../core/domain/error-code.ts';
import { outputOf } from './child-process.ts';
import { filesBelow } from './files-below.ts';
import { photofinch } from './programs.ts';

/** Milliseconds between checks of the disk: less than converting and syncing a file takes. */
const pause = 3;

/** When a command is killed: after this many changed files or milliseconds, or once a file exists. */
export type Moment =
  { readonly afterStart: number } | { readonly changedFiles: number } | { readonly fileExists: string };

export interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  readonly stderr: string;
  /** Files that were seen to be created, changed or removed before that moment. */
  readonly changedFiles: number;
  /** Milliseconds until the first of these changes. */
  readonly began: number;
}

interface Command {
  readonly words: readonly string[];
  readonly environment: Record<string, string>;
  /** Its standard input. */
  readonly input: string;
  /** The folders that it changes. */
  readonly folders: readonly string[];
}

/**
 * Runs a command of the real program, and kills it with all its processes at some moment. The moment is determined by
 * the files on the disk, so that it hardly depends on the speed of the machine.
 * @param moment without one, the command runs to its end, unobserved
 */
export async function runKilled({ words, environment, input, folders }: Command, moment?: Moment): Promise<Ended> {
  const before = stateOf(folders) ?? new Map<string, string>();
  const started = performance.now();
  // In a new process group, so that its child processes are killed too.
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

/**
 * The files below the folders, with values that change when a file is written; undefined if a folder was removed
 * meanwhile.
 */
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
