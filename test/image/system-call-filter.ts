import { execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { readFileSync } from 'node:fs';

/** The numbers of address families in Linux. */
const families: Readonly<Record<string, number>> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 };

/** The groups of system calls that systemd knows, by name: `@file-system`. */
function groups(): Map<string, string[]> {
  const list = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = new Map<string, string[]>();
  let members: string[] = [];
  for (const line of list.split('\n')) {
    if (line.startsWith('@')) found.set(line.trim(), (members = []));
    else if (/^\s+[@\w]/.test(line)) members.push(line.trim());
  }
  return found;
}

/** The words of all lines of a unit that set `key`. */
function words(unit: string, key: string): string[][] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value.trim().split(/\s+/));
}

/**
 * The filter that a unit sets (`SystemCallFilter`, `SystemCallErrorNumber`, `RestrictAddressFamilies`), in the format of
 * containers: all other calls fail.
 */
export function filterOf(unitFile: string): object {
  const unit = readFileSync(unitFile, 'utf8');
  const known = groups();
  const plain = (name: string): string[] =>
    name.startsWith('@') ? (known.get(name) ?? unknown(name)).flatMap(plain) : [name];
  const calls = new Set<string>();
  // systemd adds these to every list.
  for (const name of plain('@default')) calls.add(name);
  for (const [first = '', ...rest] of words(unit, 'SystemCallFilter')) {
    const forbidden = first.startsWith('~');
    for (const name of [first.replace(/^~/, ''), ...rest].flatMap(plain)) {
      if (forbidden) calls.delete(name);
      else calls.add(name);
    }
  }
  calls.delete('socket');
  const sockets = words(unit, 'RestrictAddressFamilies').flat();
  const allow = 'SCMP_ACT_ALLOW';
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: constants.errno[words(unit, 'SystemCallErrorNumber').flat()[0] as 'EPERM'],
    syscalls: [
      { names: [...calls], action: allow },
      ...sockets.map((family) => ({
        names: ['socket'],
        action: allow,
        args: [{ index: 0, value: families[family] ?? unknown(family), op: 'SCMP_CMP_EQ' }],
      })),
    ],
  };
}

function unknown(name: string): never {
  throw new Error(`the unit names ${name}, which is not known here`);
}
