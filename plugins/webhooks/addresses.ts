import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv6 addresses of the public internet. */
const publicAddresses = new BlockList();
publicAddresses.addSubnet('2000::', 3, 'ipv6');

/** Addresses of this machine or its network, and reserved ones. */
const internalAddresses = new BlockList();
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
] as const) {
  internalAddresses.addSubnet(network, prefix, 'ipv4');
}
// Teredo, benchmarking and documentation ranges, and IPv6 addresses that contain IPv4 ones.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  internalAddresses.addSubnet(network, prefix, 'ipv6');
}

/**
 * Addresses at which cloud providers serve secrets of the machine: link-local ones, and some of single providers. Also
 * addresses that do not belong to a single receiver.
 */
const forbiddenAddresses = new BlockList();
forbiddenAddresses.addAddress('0.0.0.0');
forbiddenAddresses.addSubnet('169.254.0.0', 16);
forbiddenAddresses.addSubnet('224.0.0.0', 3);
forbiddenAddresses.addAddress('::', 'ipv6');
forbiddenAddresses.addSubnet('fe80::', 10, 'ipv6');
forbiddenAddresses.addSubnet('ff00::', 8, 'ipv6');
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) forbiddenAddresses.addAddress(address);
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) forbiddenAddresses.addAddress(address, 'ipv6');
// The link-local addresses of IPv4 through NAT64.
forbiddenAddresses.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether nothing is ever sent to an IP address, even if an admin configured it. */
export const isNeverSpokenTo = (address: string): boolean => forbiddenAddresses.check(address, family(address));

/** Whether an IP address is on the public internet. Host names may only resolve to such addresses. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || isNeverSpokenTo(address) || internalAddresses.check(address, family(address)))
    return false;
  return family(address) === 'ipv4' || publicAddresses.check(address, 'ipv6');
}

/** A host name resolved to a private network. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';

  constructor() {
    super('its name leads to an address of a private network: write that address itself in WEBHOOKS_TO');
  }
}

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves host names, and rejects those that resolve to a private network: otherwise the owner of a name could make the
 * server send requests to its neighbours. `localhost` is allowed. IP addresses that an admin configured are not resolved,
 * and so not rejected.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) done(error, []);
      else if (
        addresses.length === 0 ||
        (hostname !== 'localhost' && !addresses.every(({ address }) => isPublic(address)))
      ) {
        done(new PrivateAddress(), []);
      } else if (options.all) done(null, addresses);
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
