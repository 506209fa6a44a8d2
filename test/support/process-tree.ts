import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants. */
export function processTree(root = process.pid): number[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = Number(statOf(pid)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** CPU time in milliseconds of a process and all its descendants, including those that have ended. */
export function cpuOfTree(root = process.pid): number {
  const ticks = processTree(root).map((pid) => {
    const stat = statOf(pid) ?? [];
    // User and system time, of the process itself and of children that have ended.
    return stat.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) * 10;
}

/** Running descendants of a process that run a program; default: of this process. */
export function programsBelow(name: string, root = process.pid): number[] {
  return processTree(root).filter((pid) => nameOf(pid) === name);
}

export function isRunning(pid: number, name: string): boolean {
  return nameOf(pid) === name;
}

function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Memory of a process and its descendants in bytes; shared memory is counted once. */
export function memoryOfTree(root = process.pid): number {
  return processTree(root).reduce((sum, pid) => sum + memoryOf(pid), 0);
}

export function memoryOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The fields after the name in `/proc/<pid>/stat`: state, parent, …; undefined if the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}
