import { isIP } from 'node:net';

/** Facts that tell where a request comes from. */
export interface RequestOrigin {
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** `1.1` */
  readonly httpVersion: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const addedByProxies =
  /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

/**
 * Whether a request comes from a program on this very machine and not from somewhere else through a proxy on it, for whose
 * connections the peer is this machine as well.
 *
 * A proxy gives itself away by a header that it adds, by the host name that it was asked for, or, as nginx does when it is
 * told nothing else, by speaking HTTP/1.0. The name also keeps a web page out that had its own name point to this machine.
 */
export function comesFromThisMachine({ peer, httpVersion, headers }: RequestOrigin): boolean {
  return (
    isLoopback(peer) &&
    httpVersion === '1.1' &&
    isLoopbackName(hostName(headers['host'])) &&
    !Object.keys(headers).some((name) => addedByProxies.test(name))
  );
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

function isLoopbackName(name: string): boolean {
  return isLoopback(name) || name === 'localhost' || name.endsWith('.localhost');
}

/** `LOCALHOST:8470` → `localhost`, `[::1]:8470` → `::1` */
function hostName(host: string | string[] | undefined): string {
  const name = /^(?:\[(?<six>[^\]]*)\]|(?<name>[^:]*))(?::\d*)?$/.exec(typeof host === 'string' ? host : '');
  return (name?.groups?.['six'] ?? name?.groups?.['name'] ?? '').toLowerCase();
}
