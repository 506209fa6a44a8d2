import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { memoryOf, processTree } from '../../support/process-tree.ts';

/** Resources of the processes of one role. */
export interface Held {
  processes: number;
  /** Bytes; shared memory is counted for each process. */
  rss: number;
  /** Bytes; shared memory is divided among its processes. */
  pss: number;
  /** Bytes that are not of a file: heaps, buffers and stacks. The rest are programs and mapped databases. */
  anonymous: number;
  handles: number;
  /** Included in the handles. */
  sockets: number;
  threads: number;
}

const nothing: Held = { processes: 0, rss: 0, pss: 0, anonymous: 0, handles: 0, sockets: 0, threads: 0 };

/** The resources of a process and its descendants, by role: `name`, that of a helper process (`decode`), or a program's. */
export function heldBelow(root: number, name: string): Record<string, Held> {
  const roles: Record<string, Held> = {};
  for (const pid of processTree(root)) {
    const held = heldBy(pid);
    if (!held) continue;
    const role = pid === root ? name : `${name}: ${roleOf(pid)}`;
    roles[role] = sum([roles[role] ?? nothing, held]);
  }
  return roles;
}

function sum(all: readonly Held[]): Held {
  const keys = Object.keys(nothing) as (keyof Held)[];
  return Object.fromEntries(
    keys.map((key) => [key, all.reduce((total, held) => total + held[key], 0)]),
  ) as unknown as Held;
}

/** Undefined if the process has ended. */
function heldBy(pid: number): Held | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const handles = readdirSync(`/proc/${pid}/fd`);
    return {
      processes: 1,
      rss: of('VmRSS') * 1024,
      pss: memoryOf(pid),
      anonymous: of('RssAnon') * 1024,
      handles: handles.length,
      sockets: handles.filter((handle) => isSocket(`/proc/${pid}/fd/${handle}`)).length,
      threads: of('Threads'),
    };
  } catch {
    return undefined;
  }
}

function isSocket(handle: string): boolean {
  try {
    return readlinkSync(handle).startsWith('socket:');
  } catch {
    return false;
  }
}

function roleOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const helper = words.map((word) => /([\w-]+)-process\.[jt]s$/.exec(word)?.[1]).find(Boolean);
    return helper ?? readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'ended';
  }
}

/** Busy ticks and all ticks of all processors since the machine started. */
export function machineTicks(): { busy: number; all: number } {
  const ticks = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').slice(0, 8).map(Number) ?? [];
  const all = ticks.reduce((total, value) => total + value, 0);
  // Without idle time and waiting for disks.
  return { busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0), all };
}
