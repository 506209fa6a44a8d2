import { resolve } from 'node:path';
import { StoreError } from './driver.ts';
import { parseRcloneCryptSettings, readRcloneConfig, type RcloneCryptSettings } from './drivers/rclone-crypt.ts';
import { readSecret, readSecretFile, secretNames, type Environment, type Secret } from './secrets.ts';
import { StartupError } from './startup-error.ts';

/** The store to read, and its keys. */
export type StoreSettings =
  | { readonly driver: 'folder'; readonly root: string }
  | { readonly driver: 'rclone-crypt'; readonly root: string; readonly crypt: RcloneCryptSettings }
  | { readonly driver: 'gocryptfs'; readonly root: string; readonly password: string };

export const drivers = ['folder', 'rclone-crypt', 'gocryptfs'] as const;

/** The name used as driver if the store is behind another bridge. */
export const upstreamDriver = 'proton-faces';

/** The names of the settings that `readStoreSettings` reads. */
export const storeSettingNames: readonly string[] = [
  ...['BRIDGE_STORE', 'RCLONE_CONFIG_FILE', 'RCLONE_REMOTE', 'RCLONE_CRYPT_SUFFIX'],
  ...['GOCRYPTFS_PASSWORD', 'RCLONE_CRYPT_PASSWORD', 'RCLONE_CRYPT_PASSWORD2'].flatMap(secretNames),
];

/**
 * @param warn called with problems that do not stop the bridge, as sentences
 * @throws StartupError
 */
export function readStoreSettings(
  driver: StoreSettings['driver'],
  environment: Environment,
  warn: (sentence: string) => void,
): StoreSettings {
  const secretOf = (name: string): string | undefined => {
    const secret: Secret | undefined = readSecret(name, environment);
    if (secret?.warning !== undefined) warn(secret.warning);
    return secret?.value;
  };
  switch (driver) {
    case 'folder':
      return { driver, root: rootOf(environment) };
    case 'gocryptfs':
      return { driver, root: rootOf(environment), password: needed('GOCRYPTFS_PASSWORD', secretOf) };
    case 'rclone-crypt': {
      if (environment['RCLONE_CONFIG_FILE']) return fromConfig(environment['RCLONE_CONFIG_FILE'], environment, warn);
      const crypt = parseRcloneCryptSettings({
        password: needed('RCLONE_CRYPT_PASSWORD', secretOf),
        salt: secretOf('RCLONE_CRYPT_PASSWORD2'),
        fileNameEncryption: environment['RCLONE_CRYPT_FILENAME_ENCRYPTION'],
        directoryNameEncryption: environment['RCLONE_CRYPT_DIRECTORY_NAME_ENCRYPTION'],
        fileNameEncoding: environment['RCLONE_CRYPT_FILENAME_ENCODING'],
        suffix: environment['RCLONE_CRYPT_SUFFIX'],
        noDataEncryption: environment['RCLONE_CRYPT_NO_DATA_ENCRYPTION'],
      });
      return { driver, root: rootOf(environment), crypt };
    }
  }
}

/** The remote of an rclone.conf; BRIDGE_STORE overrides the location of its files. */
function fromConfig(file: string, environment: Environment, warn: (sentence: string) => void): StoreSettings {
  const remote = environment['RCLONE_REMOTE'];
  if (!remote) {
    throw new StartupError(
      'Setting RCLONE_REMOTE is missing: name the crypt remote in the file of RCLONE_CONFIG_FILE.',
    );
  }
  const { text, warning } = readSecretFile('RCLONE_CONFIG_FILE', file);
  if (warning !== undefined) warn(warning);
  try {
    const { settings, target } = readRcloneConfig(text, remote);
    const local = target.startsWith('/') ? target : undefined;
    return { driver: 'rclone-crypt', root: rootOf(environment, local), crypt: settings };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StartupError(`Settings RCLONE_CONFIG_FILE and RCLONE_REMOTE: ${error.message}`, { cause: error });
  }
}

function rootOf(environment: Environment, otherwise?: string): string {
  const root = environment['BRIDGE_STORE'] || otherwise;
  if (root === undefined) {
    throw new StartupError('Setting BRIDGE_STORE is missing: set it to the folder that holds the photos or the vault.');
  }
  return resolve(root);
}

function needed(name: string, secretOf: (name: string) => string | undefined): string {
  const secret = secretOf(name);
  if (secret) return secret;
  throw new StartupError(`Setting ${name} is missing: set it, or ${name}_FILE to a file that holds it.`);
}
