import { resolve } from 'node:path';

/** The destination of a system call. */
interface Address {
  /** Whether it is on this machine, and does not resolve names. */
  readonly own: boolean;
  readonly text: string;
}

/** Local services that resolve names with the help of other machines. */
const resolvers = /nscd|resolve|avahi|dbus/i;
const nameService = 53;

/**
 * The addresses that a line of `strace` passes to the kernel. A call on an existing connection has none: its `connect`
 * was seen.
 */
export function addressesIn(line: string): Address[] {
  if (!/^(connect|sendto|sendmsg|sendmmsg)\(/.test(line)) return [];
  return [...line.matchAll(/\{sa_family=(\w+)(.*?)\}/g)].map(([text, family = '', rest = '']) => {
    const port = Number(/htons\((\d+)\)/.exec(rest)?.[1]);
    const host = /inet_addr\("([^"]+)"\)|AF_INET6, "([^"]+)"/.exec(rest);
    const address = host?.[1] ?? host?.[2] ?? '';
    switch (family) {
      case 'AF_INET':
      case 'AF_INET6':
        return { own: /^(::ffff:)?127\.|^::1$/.test(address) && port !== nameService, text: `${address}:${port}` };
      case 'AF_UNIX':
        return { own: !resolvers.test(rest), text };
      // The kernel itself, which returns the machine's addresses; and the end of a connection.
      case 'AF_NETLINK':
      case 'AF_UNSPEC':
        return { own: true, text };
      default:
        return { own: false, text };
    }
  });
}

const opening = /^(open|openat|openat2|creat)\(/;
const changing = /^(mkdir|rename|link|symlink|mknod|unlink|rmdir|truncate|chmod|fchmodat|chown|fchownat)/;
const writeFlags = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/;

/** Files that discard all data. */
const keepsNothing = new Set(['/dev/null']);

/**
 * The files and folders that a line of `strace -y` created, changed, removed or opened for writing, if it succeeded.
 * @param cwd of the program
 */
export function pathsChangedBy(line: string, cwd: string): string[] {
  if (opening.test(line)) {
    const path = /= \d+<([^>]*)>$/.exec(line)?.[1];
    const writes = line.startsWith('creat(') || writeFlags.test(line);
    return path !== undefined && writes && !keepsNothing.has(path) ? [path] : [];
  }
  if (!changing.test(line) || !line.endsWith('= 0')) return [];
  const named = [...line.matchAll(/(?:<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)];
  const paths = named.map(([, folder = cwd, path = '']) => resolve(folder, path));
  // The target of a symlink is not changed.
  return line.startsWith('symlink') ? paths.slice(1) : paths;
}
