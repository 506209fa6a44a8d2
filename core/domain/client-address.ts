import { isIP, SocketAddress } from 'node:net';

/**
 * The part of a client's address by which its sign-in attempts are counted. A home or a host has a whole /64 of IPv6
 * addresses, so the rest of such an address is ignored.
 */
export function addressKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const plain = usualSpelling(address);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = plain.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return `${[...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')}::/64`;
}

/** An IPv6 address in the canonical form of RFC 5952, without its zone, since there are several spellings. */
const usualSpelling = (address: string): string =>
  new SocketAddress({ address: address.split('%')[0] ?? '', family: 'ipv6' }).address;

/** An embedded IPv4 address replaces two groups, which are after the first four. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['', ''] : [group]));

/**
 * The client's address according to the proxy: the last entry of `X-Forwarded-For`, which the proxy itself has added.
 * Earlier entries may come from the client. Falls back to `peer`.
 */
export function forwardedAddress(header: string | string[] | undefined, peer: string): string {
  const last = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)?.trim() ?? '';
  const address = withoutPort(last);
  return isIP(address) ? address : peer;
}

/** Some proxies add the client's port: `192.0.2.7:51234`, `[2001:db8::1]:51234`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
