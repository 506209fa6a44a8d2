import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Confinement {
  /** Maximum bytes of its work, besides what the process itself needs. */
  readonly memory: number;
}

const MiB = 1024 * 1024;

/** The data segment of a process with an idle decoder: the JavaScript heap and the stacks of its threads. */
const ownMemory = 256 * MiB;
/** AVIF decoders start a thread per core, whose whole stack counts. */
const memoryPerCore = 10 * MiB;

/**
 * Bytes that the JavaScript engine reserves for compiled code: some versions reserve all of it at the start, half a
 * gigabyte, which counts as data. The value of this process is used. Each thread has its own range, so the largest one
 * counts. A process that runs from sources may have a second thread, which compiles them.
 */
function codeMemory(threads: number): number {
  try {
    const ranges = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm);
    return threads * Math.max(0, ...[...ranges].map(([, from = '', to = '']) => parseInt(to, 16) - parseInt(from, 16)));
  } catch {
    return 0;
  }
}

/**
 * Run by `sh`, which then becomes the process. The kernel enforces these limits, whatever happens inside: a maximum of data
 * (heap, anonymous mappings, stacks), beyond which allocations fail; no core dump, no file is written; and if the machine
 * runs out of memory, this process is killed before its parent.
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

/** Without a shell, the kernel enforces no limits. */
const hasShell = (): boolean => process.platform !== 'win32' && existsSync(shell);

/** The command with which `node` runs a module, with no more rights and memory than it needs. */
export function confinedCommand(
  module: string,
  moduleArguments: readonly string[],
  { memory }: Confinement,
): { readonly command: string; readonly args: readonly string[] } {
  // Sources are compiled when loaded, by a separate program that writes files.
  const built = module.endsWith('.js');
  const node = [...(built ? permissions(module) : sourceOptions()), module, ...moduleArguments];
  // Without these limits, the memory budget still applies to what a header declares.
  if (!hasShell()) return { command: process.execPath, args: node };
  const memoryLimit = ownMemory + codeMemory(built ? 1 : 2) + memoryPerCore * availableParallelism() + memory;
  return { command: shell, args: ['-c', limits(memoryLimit, !built), process.execPath, ...node] };
}

/**
 * The command of a third-party program with these limits, and with low priority.
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

/** The options with which this process runs sources; without the script of `node --eval`, which would start itself again. */
function sourceOptions(): readonly string[] {
  const script = process.execArgv.findIndex((option) => /^(-e|-p|-pe|--eval|--print)$/.test(option));
  return script < 0 ? process.execArgv : process.execArgv.slice(0, script);
}

/**
 * From Node 22 on: JavaScript can read no files but those of the program, write none, and start no process or thread. Native
 * code is not restricted by this, which is why the limits above are the kernel's.
 */
function permissions(module: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const programs = [dirname(module), ownModules];
  // This toolkit refers to SQLite's driver, which is beside the built program; it is never loaded there.
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
