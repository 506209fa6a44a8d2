import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it has started, and they in turn. */
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

/** Milliseconds of processor time that a process and all that it has started have taken, those included that ended. */
export function cpuOfTree(root = process.pid): number {
  const ticks = processTree(root).map((pid) => {
    const stat = statOf(pid) ?? [];
    // Its own as user and system, and those of children that ended.
    return stat.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) * 10;
}

/** Processes of a program that this process, or another, has running below it. */
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

/** Bytes of memory that they hold; what several share is counted once in all. */
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

/** What follows the name in `/proc/<pid>/stat`: state, parent, …; undefined when it has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}
