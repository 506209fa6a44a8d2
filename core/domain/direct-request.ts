import { isIP } from 'node:net';

/** Data that shows where a request comes from. */
export interface RequestOrigin {
  /** The address of the other end of the connection. */
  readonly peer: string;
  /** `1.1` */
  readonly httpVersion: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const addedByProxies =
  /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

/**
 * Whether a request comes from a program on this machine. A request through a proxy on this machine does not count,
 * although its connection also comes from this machine.
 *
 * A proxy is recognised by a header that it adds, by the requested host name or, like nginx in its default configuration,
 * by using HTTP/1.0. The check of the host name also rejects web pages whose own domain points to this machine (DNS
 * rebinding).
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
