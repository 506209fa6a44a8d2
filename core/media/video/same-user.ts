import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** The lists of TCP sockets in Linux: local address, remote address, state, …, the user id of the owner (proc(5)). */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/**
 * Whether the other end of a local connection belongs to the user who runs the server. All users can read the arguments of
 * a program, including the URL that it was given.
 *
 * True if the system does not provide that: on other systems than Linux.
 */
export async function isSameUser({
  remotePort,
  localPort,
}: Pick<Socket, 'remotePort' | 'localPort'>): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined || remotePort === undefined || localPort === undefined) return true;
  const ends = new RegExp(
    `^\\s*\\d+: \\S+:${hex(remotePort)} \\S+:${hex(localPort)} \\S+ \\S+ \\S+ \\S+ +(\\d+) `,
    'm',
  );
  let isKnown = false;
  for (const table of tables) {
    const sockets = await readFile(table, 'latin1').catch(() => null);
    const owner = sockets === null ? undefined : ends.exec(sockets)?.[1];
    if (owner !== undefined) return Number(owner) === user;
    isKnown ||= sockets !== null;
  }
  return !isKnown;
}

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
