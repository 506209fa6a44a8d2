import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Joi from 'joi';
import { checkPasswordLength, checkUsername } from '../domain/credentials.ts';
import { StartupError } from '../domain/errors.ts';
import { systemTimeZone } from '../domain/system-time-zone.ts';
import { checked, duration, flag, lifetime, size, timeZone } from './setting-types.ts';

/** All settings of the server, read once from the environment at the start. Durations are in seconds. */
export interface Config {
  readonly dataDir: string;
  /** The folder of the snapshots, whose parent folder must exist. */
  readonly backupDir: string;
  /** The key file that unlocks an encrypted library at the start: `UNLOCK_KEY_FILE`, or else systemd's credential. */
  readonly unlockKeyFile: string | undefined;
  /** Whether a plain library is rejected. */
  readonly requireEncryption: boolean;
  readonly host: string;
  readonly port: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly demo: boolean;
  /** Names or paths of plugins, in the order in which they are loaded. */
  readonly plugins: readonly string[];
  readonly syncInterval: number;
  /** The maximum number of photos that one sync accepts before they are read; 0 for no limit. */
  readonly syncLimit: number;
  /** The maximum time for which grouping faces, and other background work, waits for photos that remain to be read. */
  readonly clusterInterval: number;
  readonly workers: number;
  /** Bytes of originals that may be read per day, if reading is costly; 0 for none. */
  readonly originalsBudget: number;
  /** Bytes; larger originals are not read by the indexer. */
  readonly maxPhotoBytes: number;
  /** Width times height; larger pictures are not decoded. */
  readonly maxPhotoPixels: number;
  /** Maximum bytes that all decoding of pictures may use together. */
  readonly photoMemory: number;
  /** IANA name: the time zone of photos whose own is unknown. Computed on first use. */
  readonly timeZone: () => string;
  readonly adminUsername: string | undefined;
  readonly adminPassword: string | undefined;
  /** The code with which the first account is created in the browser, instead of one with a random password. */
  readonly setupCode: string | undefined;
  readonly accessTtl: number;
  readonly refreshTtl: number;
  readonly twoFactorPendingTtl: number;
  readonly signTtl: number;
  readonly signingSecret: string | undefined;
  readonly cookieSecure: boolean;
  /** Whether `X-Forwarded-For` of a proxy is trusted. */
  readonly trustProxy: boolean;
  readonly publicThumbs: boolean;
  /** Who may read `/metrics` in addition to admins: programs on this machine, nobody else, or (`off`) not even admins. */
  readonly metrics: 'loopback' | 'admin' | 'off';
  /** Seconds between an upstream deletion and the removal of the photo's data here. */
  readonly deletionGrace: number;
  /** Whether responses are validated against their schemas; costs time, for tests. */
  readonly validateAnswers: boolean;
  /** Whether hashing a password is cheap, for tests: such a hash is easily reversed. */
  readonly weakPasswordHashes: boolean;
  /** All environment variables, for the options that plugins declare. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const fields = {
  DATA_DIR: Joi.string().default('data'),
  BACKUP_DIR: Joi.string().allow(''),
  UNLOCK_KEY_FILE: Joi.string().allow(''),
  CREDENTIALS_DIRECTORY: Joi.string().allow(''),
  REQUIRE_ENCRYPTION: flag.default(false),
  HOST: Joi.string()
    .hostname()
    .default('127.0.0.1')
    .messages({ 'string.hostname': '{#label} must be an address or a name of this machine, such as 127.0.0.1 or ::1' }),
  PORT: Joi.number().integer().min(0).max(65535).default(8470),
  LOG_LEVEL: Joi.string().valid('debug', 'info', 'warn', 'error', 'silent').default('info'),
  DEMO: flag.default(false),
  PLUGINS: Joi.string().allow('').default(''),
  SYNC_INTERVAL: duration.default(300),
  SYNC_LIMIT: Joi.number().integer().min(0).default(500),
  CLUSTER_INTERVAL: duration.default(1800),
  WORKERS: Joi.number().integer().min(1).max(64).default(3),
  ORIGINALS_BUDGET: size('0').default(2e9),
  MAX_PHOTO_BYTES: size('1B').default(512 * 1024 * 1024),
  MAX_PHOTO_PIXELS: Joi.number().integer().min(1).default(300_000_000),
  PHOTO_MEMORY: size('64MiB').default(336 * 1024 * 1024),
  TZ: timeZone,
  ADMIN_USERNAME: checked(checkUsername),
  ADMIN_PASSWORD: checked(checkPasswordLength),
  SETUP_CODE: Joi.string()
    .allow('')
    .min(16)
    .max(256)
    .messages({ 'string.min': '{#label} must be at least 16 characters: make one with `openssl rand -hex 16`' }),
  AUTH_ACCESS_TTL: lifetime(3650).default(8 * 3600),
  AUTH_REFRESH_TTL: lifetime(3650).default(30 * 86400),
  AUTH_2FA_PENDING_TTL: lifetime(1).default(300),
  SIGN_TTL: lifetime(3650).default(86400),
  SIGNING_SECRET: Joi.string().allow(''),
  AUTH_COOKIE_SECURE: flag.default(true),
  TRUST_PROXY: flag.default(false),
  DEMO_ALLOW_PUBLIC_THUMBS: flag.default(false),
  METRICS: Joi.string().valid('loopback', 'admin', 'off').default('loopback'),
  DELETION_GRACE: duration.default(7 * 86400),
  VALIDATE_ANSWERS: flag.default(false),
  WEAK_PASSWORD_HASHES_FOR_TESTS: flag.default(false),
};

const schema = Joi.object(fields)
  .unknown(true)
  .prefs({ errors: { wrap: { label: false } } });

/** The names of all settings, without those of plugins. */
export const settingNames: readonly string[] = Object.keys(fields);

/** The validated settings, by variable. */
interface Settings {
  DATA_DIR: string;
  BACKUP_DIR?: string;
  UNLOCK_KEY_FILE?: string;
  CREDENTIALS_DIRECTORY?: string;
  REQUIRE_ENCRYPTION: boolean;
  HOST: string;
  PORT: number;
  LOG_LEVEL: Config['logLevel'];
  DEMO: boolean;
  PLUGINS: string;
  SYNC_INTERVAL: number;
  SYNC_LIMIT: number;
  CLUSTER_INTERVAL: number;
  WORKERS: number;
  ORIGINALS_BUDGET: number;
  MAX_PHOTO_BYTES: number;
  MAX_PHOTO_PIXELS: number;
  PHOTO_MEMORY: number;
  TZ?: string;
  ADMIN_USERNAME?: string;
  ADMIN_PASSWORD?: string;
  SETUP_CODE?: string;
  AUTH_ACCESS_TTL: number;
  AUTH_REFRESH_TTL: number;
  AUTH_2FA_PENDING_TTL: number;
  SIGN_TTL: number;
  SIGNING_SECRET?: string;
  AUTH_COOKIE_SECURE: boolean;
  TRUST_PROXY: boolean;
  DEMO_ALLOW_PUBLIC_THUMBS: boolean;
  METRICS: Config['metrics'];
  DELETION_GRACE: number;
  VALIDATE_ANSWERS: boolean;
  WEAK_PASSWORD_HASHES_FOR_TESTS: boolean;
}

/**
 * Reads and validates the settings.
 * @throws StartupError naming the invalid variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { value, error } = schema.validate(environment) as { value: Settings; error?: Joi.ValidationError };
  if (error) throw new StartupError(`Setting ${error.message}.`);
  if (value.SIGNING_SECRET && Buffer.byteLength(value.SIGNING_SECRET) < 32) {
    throw new StartupError('Setting SIGNING_SECRET must be at least 32 bytes: make one with `openssl rand -hex 32`.');
  }
  if (value.WEAK_PASSWORD_HASHES_FOR_TESTS && value.HOST !== '127.0.0.1') {
    throw new StartupError('Setting WEAK_PASSWORD_HASHES_FOR_TESTS is for tests, on 127.0.0.1 alone: leave it out.');
  }
  return Object.freeze({
    dataDir: resolve(value.DATA_DIR),
    backupDir: resolve(value.BACKUP_DIR || join(value.DATA_DIR, 'backups')),
    unlockKeyFile: value.UNLOCK_KEY_FILE ? resolve(value.UNLOCK_KEY_FILE) : credential(value.CREDENTIALS_DIRECTORY),
    requireEncryption: value.REQUIRE_ENCRYPTION,
    host: value.HOST,
    port: value.PORT,
    logLevel: value.LOG_LEVEL,
    demo: value.DEMO,
    plugins: value.PLUGINS.split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    syncInterval: value.SYNC_INTERVAL,
    syncLimit: value.SYNC_LIMIT,
    clusterInterval: value.CLUSTER_INTERVAL,
    workers: value.WORKERS,
    originalsBudget: value.ORIGINALS_BUDGET,
    maxPhotoBytes: value.MAX_PHOTO_BYTES,
    maxPhotoPixels: value.MAX_PHOTO_PIXELS,
    photoMemory: value.PHOTO_MEMORY,
    timeZone: () => value.TZ || systemTimeZone(),
    adminUsername: value.ADMIN_USERNAME || undefined,
    adminPassword: value.ADMIN_PASSWORD || undefined,
    setupCode: value.SETUP_CODE || undefined,
    accessTtl: value.AUTH_ACCESS_TTL,
    refreshTtl: value.AUTH_REFRESH_TTL,
    twoFactorPendingTtl: value.AUTH_2FA_PENDING_TTL,
    signTtl: value.SIGN_TTL,
    signingSecret: value.SIGNING_SECRET || undefined,
    cookieSecure: value.AUTH_COOKIE_SECURE,
    trustProxy: value.TRUST_PROXY,
    publicThumbs: value.DEMO_ALLOW_PUBLIC_THUMBS,
    metrics: value.METRICS,
    deletionGrace: value.DELETION_GRACE,
    validateAnswers: value.VALIDATE_ANSWERS,
    weakPasswordHashes: value.WEAK_PASSWORD_HASHES_FOR_TESTS,
    environment,
  });
}

/** The content of systemd's default credential, which means that there is no key file. */
const noCredential = 'none';

/**
 * The key file from systemd (`LoadCredential=photofinch-unlock-key:…`), if there is one. If the key file is missing, a unit
 * only starts with a default, which must not be empty (`SetCredential=photofinch-unlock-key:none`).
 */
function credential(folder: string | undefined): string | undefined {
  if (!folder) return undefined;
  const file = join(folder, 'photofinch-unlock-key');
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return undefined;
  return size === noCredential.length && readFileSync(file, 'utf8') === noCredential ? undefined : file;
}
