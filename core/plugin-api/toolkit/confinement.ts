import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Confinement {
  /** Bytes that its work may take, besides what the process itself needs. */
  readonly memory: number;
}

const MiB = 1024 * 1024;

/** What a process with an idle decoder has as data: the heap of JavaScript, and the stacks of its threads. */
const ownMemory = 256 * MiB;
/** Decoders of AVIF start a thread for each core, and the whole of its stack counts. */
const memoryPerCore = 10 * MiB;

/**
 * Bytes that the engine of JavaScript keeps for the code that it compiles: some of its versions ask for all of them at the
 * start, half a gigabyte, and they count as data. As many as in this process.
 */
function codeMemory(): number {
  try {
    const ranges = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm);
    return [...ranges].reduce((sum, [, from = '', to = '']) => sum + parseInt(to, 16) - parseInt(from, 16), 0);
  } catch {
    return 0;
  }
}

/**
 * Run by `sh`, which becomes the process. The kernel then holds it to this, whatever is done inside:
 * data (heap, anonymous mappings, stacks) has an end, past which memory is refused; no core dump, no file is written; and
 * when the machine runs short of memory, this process goes before the one that started it.
 */
const limits = (memory: number, mayWrite: boolean, become = 'exec'): string =>
  [
    'echo 500 > /proc/self/oom_score_adj',
    `ulimit -d ${Math.ceil(memory / 1024)}`,
    'ulimit -c 0',
    ...(mayWrite ? [] : ['ulimit -f 0']),
  ]
    .map((command) => `{ ${command}; } 2>/dev/null`)
    .concat(`${become} "$0" "$@"`)
    .join('; ');

const shell = '/bin/sh';

/** Without a shell there is no limit by the kernel. */
const hasShell = (): boolean => process.platform !== 'win32' && existsSync(shell);

/** How `node` runs a module, and what it is told, with no more rights and memory than it needs. */
export function confinedCommand(
  module: string,
  moduleArguments: readonly string[],
  { memory }: Confinement,
): { readonly command: string; readonly args: readonly string[] } {
  // Sources are compiled as they are loaded, by a program of its own that keeps files.
  const built = module.endsWith('.js');
  const node = [...(built ? permissions(module) : sourceOptions()), module, ...moduleArguments];
  // The budget of memory still holds for what a header tells.
  if (!hasShell()) return { command: process.execPath, args: node };
  const most = ownMemory + codeMemory() + memoryPerCore * availableParallelism() + memory;
  return { command: shell, args: ['-c', limits(most, !built), process.execPath, ...node] };
}

/**
 * How a program that is not ours runs with these limits, and behind everything else that wants the processor.
 * @param program its path
 */
export function confinedProgram(
  program: string,
  programArguments: readonly string[],
  { memory }: Confinement,
): { readonly command: string; readonly args: readonly string[] } {
  if (!hasShell()) return { command: program, args: programArguments };
  return { command: shell, args: ['-c', limits(memory, false, 'exec nice -n 10'), program, ...programArguments] };
}

/** What this process was told of how sources are run; not the script of `node --eval`, which would start itself again. */
function sourceOptions(): readonly string[] {
  const script = process.execArgv.findIndex((option) => /^(-e|-p|-pe|--eval|--print)$/.test(option));
  return script < 0 ? process.execArgv : process.execArgv.slice(0, script);
}

/**
 * From Node 22 on: no file but those of the program can be read and none be written, and no process or thread be started,
 * as far as JavaScript is asked. Native code is not held by it, which is why the limits above are the kernel's.
 */
function permissions(module: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const programs = [dirname(module), ownModules];
  // This toolkit names the driver of SQLite, which stands beside the built program; it is never loaded there.
  const readable = new Set([...programs, join(ownModules, '../native')]);
  for (const start of programs) {
    for (let folder = start; dirname(folder) !== folder; folder = dirname(folder)) {
      readable.add(join(folder, 'package.json')).add(join(folder, 'node_modules'));
    }
  }
  return [
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...[...readable].filter((path) => existsSync(path)).map((path) => `--allow-fs-read=${path}`),
  ];
}

/** The folder of the built program: this module's, three folders up. */
const ownModules = fileURLToPath(new URL('../../../', import.meta.url));
