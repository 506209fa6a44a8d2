import { isIP } from 'node:net';
import { eventKinds, type EventKind } from 'photofinch/plugin-api';
import { isNeverSpokenTo } from './addresses.ts';

/** The receivers of messages, and the content of their messages. */
export interface WebhooksConfig {
  readonly targets: readonly URL[];
  /** The key of all signatures. */
  readonly secret: Buffer;
  /** Undefined: all. */
  readonly kinds: readonly EventKind[] | undefined;
  /** Whether names of people, places and users are sent. */
  readonly names: boolean;
}

const maxTargets = 10;

/**
 * Reads the options.
 * @throws Error that names the wrong option, without secret values
 */
export function readConfig(options: Readonly<Record<string, string | undefined>>): WebhooksConfig {
  const addresses = words(options['WEBHOOKS_TO']);
  if (addresses.length > maxTargets) throw new Error(`WEBHOOKS_TO has more than ${maxTargets} addresses`);
  return {
    targets: addresses.map(readTarget),
    secret: readSecret(options['WEBHOOKS_SECRET'] ?? ''),
    kinds: readKinds(words(options['WEBHOOKS_EVENTS'])),
    names: readSwitch(options['WEBHOOKS_NAMES']),
  };
}

const words = (text = ''): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

function readTarget(address: string, at: number): URL {
  // The path may contain a token, so messages refer to the address by its number.
  const which = `address ${at + 1} of WEBHOOKS_TO`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${which} is none: write it as https://example.org/hook`);
  }
  if (url.username || url.password) throw new Error(`${which} has a user name or password in it, which are not sent`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isNeverSpokenTo(host)) {
    throw new Error(`${which} is one at which no receiver can be`);
  }
  url.hash = '';
  return url;
}

function readSecret(text: string): Buffer {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const secret = Buffer.from(encoded, 'base64');
  if (secret.length >= 24 && secret.length <= 64) return secret;
  throw new Error(
    'WEBHOOKS_SECRET must be whsec_ and 24 to 64 bytes in Base64: make one with echo whsec_$(openssl rand -base64 32)',
  );
}

function readKinds(kinds: readonly string[]): readonly EventKind[] | undefined {
  if (kinds.length === 0) return undefined;
  const unknown = kinds.find((kind) => !eventKinds.includes(kind as EventKind));
  if (unknown !== undefined)
    throw new Error(`WEBHOOKS_EVENTS has ${unknown}, which never happens: ${eventKinds.join(', ')}`);
  return eventKinds.filter((kind) => kinds.includes(kind));
}

function readSwitch(text = '0'): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new Error('WEBHOOKS_NAMES must be 0 or 1');
}
