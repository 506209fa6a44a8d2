import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import Joi from 'joi';
import { misspeltSettings, readSeconds } from 'photofinch/plugin-api/toolkit';
import { isIgnored } from './drivers/listing-rules.ts';
import { parseListen, type ListenAddress } from './listen-address.ts';
import { meterExample, type MeterSettings, parseMeter } from './meter/meter-settings.ts';
import { readToken, secretNames, type Environment } from './secrets.ts';
import { StartupError } from './startup-error.ts';
import { drivers, readStoreSettings, storeSettingNames, upstreamDriver, type StoreSettings } from './store-settings.ts';

/** The settings for examining the store. */
export interface InspectSettings {
  readonly store: StoreSettings;
  /** Whether the store must be the root of a mount. */
  readonly requireMount: boolean;
  /** Plain path of a file that must be in the store. */
  readonly canary: string | undefined;
  /** Problems that do not stop the bridge, as sentences. */
  readonly warnings: readonly string[];
}

/** All settings of a bridge that serves. */
export interface BridgeSettings extends InspectSettings {
  /** The folder of the journal; never inside the store. */
  readonly dataDir: string;
  readonly listen: ListenAddress;
  readonly token: string;
  /** Whether the bridge refuses to start if the store cannot be opened; otherwise it starts, and waits for the store. */
  readonly requireStore: boolean;
  /** Whether an admin vouches for a plain journal where an encrypted one is expected. */
  readonly adoptJournal: boolean;
  /** Seconds between scans. */
  readonly scanInterval: number;
  /** Set for a bridge that simulates the speed of a cloud store. */
  readonly metered: MeterSettings | undefined;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

export const flag = Joi.boolean().truthy('1', 'yes', 'on').falsy('0', 'no', 'off', '').default(false);

export const interval = Joi.string()
  .custom((text: string, helpers) => {
    const seconds = readSeconds(text) ?? 0;
    return seconds >= 1 && seconds <= 86_400 ? seconds : helpers.error('interval');
  })
  .messages({ interval: '{#label} must be 1 second to 24 hours: 60, 90s, 5m, 1h' });

export const text = Joi.string().empty('');
const meter = text
  .custom((setting: string, helpers) => parseMeter(setting) ?? helpers.error('meter'))
  .messages({
    meter: `{#label} must be a rate, the reads at the same time, and the wait before each of them, up to 20 seconds: ${meterExample}`,
  });
const truth = text.lowercase().valid('true', 'false', '1', '0', 't', 'f');

const schema = Joi.object<Written>({
  BRIDGE_DRIVER: text
    .valid(...drivers, upstreamDriver)
    .required()
    .messages({
      'any.required': `{#label} is missing: set it to ${drivers.join(', ')} or ${upstreamDriver}`,
    }),
  BRIDGE_DATA_DIR: text.default('bridge-data'),
  BRIDGE_LISTEN: text.default('127.0.0.1:8471'),
  BRIDGE_ALLOW_REMOTE: flag,
  BRIDGE_SCAN_INTERVAL: interval.empty('').default(60),
  BRIDGE_REQUIRE_MOUNT: flag,
  BRIDGE_REQUIRE_STORE: flag,
  BRIDGE_ADOPT_JOURNAL: flag,
  BRIDGE_METERED: meter,
  BRIDGE_CANARY: text
    .custom((path: string, helpers) => (path.split('/').some(isIgnored) ? helpers.error('unseen') : path))
    .messages({
      unseen: '{#label} must be a path inside the store such as photos/canary.txt: what is hidden is never listed',
    }),
  LOG_LEVEL: text.valid('debug', 'info', 'warn', 'error', 'silent').default('info'),
  RCLONE_CRYPT_FILENAME_ENCRYPTION: text.lowercase().valid('standard', 'obfuscate', 'off'),
  RCLONE_CRYPT_DIRECTORY_NAME_ENCRYPTION: truth,
  RCLONE_CRYPT_FILENAME_ENCODING: text.lowercase().valid('base32', 'base64', 'base32768'),
  RCLONE_CRYPT_NO_DATA_ENCRYPTION: truth,
});

/** The names of all settings: those that are validated here, and those that only their readers know. */
const settingNames: readonly string[] = [
  ...Object.keys(schema.describe()['keys'] as object),
  ...storeSettingNames,
  ...secretNames('BRIDGE_TOKEN'),
];

/** The validated variables, by name. */
interface Written {
  BRIDGE_DRIVER: StoreSettings['driver'];
  BRIDGE_DATA_DIR: string;
  BRIDGE_LISTEN: string;
  BRIDGE_ALLOW_REMOTE: boolean;
  BRIDGE_SCAN_INTERVAL: number;
  BRIDGE_REQUIRE_MOUNT: boolean;
  BRIDGE_REQUIRE_STORE: boolean;
  BRIDGE_ADOPT_JOURNAL: boolean;
  BRIDGE_METERED?: MeterSettings;
  BRIDGE_CANARY?: string;
  LOG_LEVEL: BridgeSettings['logLevel'];
  // Validated here, so that an error names the variable; read by `readStoreSettings`.
  RCLONE_CRYPT_FILENAME_ENCRYPTION?: string;
  RCLONE_CRYPT_DIRECTORY_NAME_ENCRYPTION?: string;
  RCLONE_CRYPT_FILENAME_ENCODING?: string;
  RCLONE_CRYPT_NO_DATA_ENCRYPTION?: string;
}

/** @throws StartupError naming the variable that is wrong */
export function validated<T>(schema: Joi.ObjectSchema<T>, environment: Environment): T {
  const result = schema.validate(environment, { allowUnknown: true, errors: { wrap: { label: false } } });
  if (result.error) throw new StartupError(`Setting ${result.error.message}.`);
  return result.value;
}

/** @throws StartupError naming the variable that is wrong, with the remedy */
export function readInspectSettings(environment: Environment = process.env): InspectSettings {
  const values = validated(schema, environment);
  const warnings = misspeltSettings(environment, settingNames);
  return {
    store: readStoreSettings(values.BRIDGE_DRIVER, environment, (sentence) => warnings.push(sentence)),
    requireMount: values.BRIDGE_REQUIRE_MOUNT,
    canary: values.BRIDGE_CANARY,
    warnings,
  };
}

/** @throws StartupError naming the variable that is wrong, with the remedy */
export function readSettings(environment: Environment = process.env): BridgeSettings {
  const values = validated(schema, environment);
  const inspect = readInspectSettings(environment);
  const token = readToken(environment);
  const dataDir = resolve(values.BRIDGE_DATA_DIR);
  keepApart(dataDir, inspect.store.root);
  return Object.freeze({
    ...inspect,
    warnings: [...inspect.warnings, ...(token.warning === undefined ? [] : [token.warning])],
    dataDir,
    listen: parseListen(values.BRIDGE_LISTEN, values.BRIDGE_ALLOW_REMOTE),
    token: token.value,
    requireStore: values.BRIDGE_REQUIRE_STORE,
    adoptJournal: values.BRIDGE_ADOPT_JOURNAL,
    scanInterval: values.BRIDGE_SCAN_INTERVAL,
    metered: values.BRIDGE_METERED,
    logLevel: values.LOG_LEVEL,
  });
}

/** The folder of the journal, for commands that need no other setting. */
export function readDataDir(environment: Environment = process.env): string {
  return resolve(environment['BRIDGE_DATA_DIR'] || 'bridge-data');
}

/**
 * A journal inside the store would be written into the store; a store inside the data folder would be treated as the
 * bridge's own data.
 */
function keepApart(dataDir: string, root: string): void {
  const [data, store] = [realPath(dataDir), realPath(root)];
  if (!isWithin(data, store) && !isWithin(store, data)) return;
  throw new StartupError(
    'Settings BRIDGE_DATA_DIR and BRIDGE_STORE must not be inside each other: choose another folder for BRIDGE_DATA_DIR.',
  );
}

/** The path without symbolic links, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath === '' || (relativePath !== '..' && !relativePath.startsWith(`..${sep}`));
}
