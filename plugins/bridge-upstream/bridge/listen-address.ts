import { isIPv4, isIPv6 } from 'node:net';
import { StartupError } from './startup-error.ts';

export type ListenAddress = { readonly host: string; readonly port: number } | { readonly socket: string };

/** The maximum length of a socket's path: sun_path of unix(7), without its terminating zero. */
const longestSocketPath = 107;

const form = 'it is host:port, [IPv6 address]:port, or unix:/path of a socket';

/**
 * Parses BRIDGE_LISTEN. On any address other than loopback, the token would be sent unencrypted, so that has to be allowed
 * explicitly.
 * @throws StartupError
 */
export function parseListen(text: string, allowRemote: boolean): ListenAddress {
  if (text.startsWith('unix:')) return { socket: socketPath(text.slice('unix:'.length)) };
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || port > 65535 || (match?.[1] !== undefined && !isIPv6(host))) {
    throw new StartupError(`Setting BRIDGE_LISTEN cannot be read: ${form}.`);
  }
  if (!allowRemote && !isLoopback(host)) {
    throw new StartupError(
      'Setting BRIDGE_LISTEN is not an address of this machine alone: use 127.0.0.1 or unix:/path, or set BRIDGE_ALLOW_REMOTE=1 when the network between bridge and service is trusted.',
    );
  }
  return { host, port };
}

function socketPath(path: string): string {
  if (!path.startsWith('/')) {
    throw new StartupError(
      'Setting BRIDGE_LISTEN needs the full path of the socket: unix:/run/photofinch/bridge.sock.',
    );
  }
  if (Buffer.byteLength(path) > longestSocketPath) {
    throw new StartupError(
      `Setting BRIDGE_LISTEN names a socket whose path is longer than ${longestSocketPath} bytes.`,
    );
  }
  return path;
}

function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.');
  return isIPv6(host) ? /^(0*:)*:?0*1$/.test(host) : host.toLowerCase() === 'localhost';
}
