import { readFileSync } from 'node:fs';
import type { OptionSpec } from 'photofinch/plugin-api';
import { errorCode } from 'photofinch/plugin-api/toolkit';

/** The address of NATS, and the account to use. */
export interface NatsSettings {
  /** In the form `nats://host:port` or `tls://host:port`. */
  readonly servers: readonly string[];
  readonly prefix: string;
  readonly account: Account;
  /** Paths of files; null without TLS. */
  readonly tls: {
    readonly ca: string | undefined;
    readonly cert: string | undefined;
    readonly key: string | undefined;
  } | null;
}

export type Account =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** The content of a credentials file made by `nsc`. */
  | { readonly kind: 'credentials'; readonly content: string }
  | { readonly kind: 'nkey'; readonly seed: string };

/** The settings that server and worker have in common. */
export const natsOptions = {
  ML_NATS_SERVERS: {
    describe: 'the address of nats-server, such as nats://192.168.1.10:4222; several with commas, tls:// for TLS',
    required: true,
  },
  ML_NATS_PREFIX: { describe: 'the beginning of all subjects, another one for each library', default: 'photofinch' },
  ML_NATS_NKEY_FILE: { describe: 'a file with the seed of an nkey, which proves the account' },
  ML_NATS_CREDENTIALS_FILE: { describe: 'a credentials file of nsc, in place of an nkey' },
  ML_NATS_USER: { describe: 'the user, with ML_NATS_PASSWORD or ML_NATS_PASSWORD_FILE' },
  ML_NATS_PASSWORD: { describe: 'the password of ML_NATS_USER', secret: true },
  ML_NATS_PASSWORD_FILE: { describe: 'a file with the password of ML_NATS_USER' },
  ML_NATS_TOKEN: { describe: 'a token, in place of a user', secret: true },
  ML_NATS_TOKEN_FILE: { describe: 'a file with the token' },
  ML_NATS_CA_FILE: { describe: 'the certificate of the authority that NATS is to be vouched for by' },
  ML_NATS_CERT_FILE: { describe: 'a certificate of our own, where NATS asks for one' },
  ML_NATS_KEY_FILE: { describe: 'the key of that certificate' },
} satisfies Record<string, OptionSpec>;

type Options = Readonly<Record<string, string | undefined>>;

/**
 * Files with secrets are read here, once.
 * @throws Error of one sentence that names the variable
 */
export function readNatsSettings(options: Options): NatsSettings {
  const servers = (options['ML_NATS_SERVERS'] ?? '').split(',').flatMap((address) => address.trim() || []);
  if (servers.length === 0)
    throw new Error('ML_NATS_SERVERS has no address: set it to one as nats://192.168.1.10:4222');
  const prefix = options['ML_NATS_PREFIX'] ?? 'photofinch';
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(prefix)) throw new Error('ML_NATS_PREFIX must be 1 to 32 letters, digits, - or _');
  return { servers: servers.map(readAddress), prefix, account: readAccount(options), tls: readTls(options, servers) };
}

function readAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  // The address appears in logs and messages, so it must not contain a password.
  if (!url || !['nats:', 'tls:'].includes(url.protocol) || url.username || url.hostname === '') {
    throw new Error(
      'ML_NATS_SERVERS must have addresses as nats://host:4222 or tls://host:4222, without user or password',
    );
  }
  return `${url.protocol}//${url.host}`;
}

function readTls(options: Options, servers: readonly string[]): NatsSettings['tls'] {
  const { ML_NATS_CA_FILE: ca, ML_NATS_CERT_FILE: cert, ML_NATS_KEY_FILE: key } = options;
  if ((cert === undefined) !== (key === undefined)) {
    throw new Error('ML_NATS_CERT_FILE and ML_NATS_KEY_FILE must be set together, or neither of them');
  }
  for (const [name, file] of Object.entries({ ML_NATS_CA_FILE: ca, ML_NATS_CERT_FILE: cert, ML_NATS_KEY_FILE: key })) {
    if (file !== undefined) content(name, file);
  }
  const isWanted = ca !== undefined || cert !== undefined || servers.some((address) => address.startsWith('tls:'));
  return isWanted ? { ca, cert, key } : null;
}

function readAccount(options: Options): Account {
  const accounts: Account[] = [];
  const nkey = fileOf(options, 'ML_NATS_NKEY_FILE');
  if (nkey !== undefined) {
    const [seed] = /\bSU[A-Z2-7]{50,}\b/.exec(nkey) ?? [];
    if (seed === undefined) throw new Error('ML_NATS_NKEY_FILE has no seed of a user in it: it begins with SU');
    accounts.push({ kind: 'nkey', seed });
  }
  const credentials = fileOf(options, 'ML_NATS_CREDENTIALS_FILE');
  if (credentials !== undefined) accounts.push({ kind: 'credentials', content: credentials });
  const token = secretOf(options, 'ML_NATS_TOKEN');
  if (token !== undefined) accounts.push({ kind: 'token', token });
  const user = options['ML_NATS_USER'];
  const password = secretOf(options, 'ML_NATS_PASSWORD');
  if ((user === undefined) !== (password === undefined)) {
    throw new Error('ML_NATS_USER needs ML_NATS_PASSWORD or ML_NATS_PASSWORD_FILE, and the other way round');
  }
  if (user !== undefined && password !== undefined) accounts.push({ kind: 'password', user, password });
  if (accounts.length > 1)
    throw new Error('There is more than one account for NATS: set an nkey, credentials, a token or a user');
  return accounts[0] ?? { kind: 'none' };
}

function secretOf(options: Options, name: string): string | undefined {
  const fromFile = fileOf(options, `${name}_FILE`);
  if (fromFile !== undefined && options[name] !== undefined) throw new Error(`${name} and ${name}_FILE are both set`);
  return fromFile ?? options[name];
}

function fileOf(options: Options, name: string): string | undefined {
  const file = options[name];
  return file === undefined ? undefined : content(name, file).trim();
}

function content(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error) || String(error);
    throw new Error(`${name} is ${file}, which cannot be read (${code})`, { cause: error });
  }
}
