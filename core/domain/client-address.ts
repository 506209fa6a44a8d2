import { isIP } from 'node:net';

/**
 * The part of a client's address by which its sign-in attempts are counted. A home or a host has a whole /64 of IPv6
 * addresses to try from, so the rest of such an address says nothing.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The client's address as the proxy in front names it: the last entry of `X-Forwarded-For`, which the proxy itself
 * wrote. Entries before it may come from the client. Falls back to `peer`.
 */
export function forwardedAddress(header: string | string[] | undefined, peer: string): string {
  const last = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)?.trim() ?? '';
  const address = withoutPort(last);
  return isIP(address) ? address : peer;
}

/** Some proxies name the client's port as well: `192.0.2.7:51234`, `[2001:db8::1]:51234`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
