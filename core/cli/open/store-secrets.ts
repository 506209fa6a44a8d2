import { askSecret } from '../password.ts';
import type { StoreChoice } from './store-choice.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the bridge that apply to any store. */
const passedSettings: readonly string[] = [
  'BRIDGE_SCAN_INTERVAL',
  'BRIDGE_REQUIRE_MOUNT',
  'BRIDGE_CANARY',
  'BRIDGE_ADOPT_JOURNAL',
];

const passedOfDriver: Readonly<Record<'folder' | 'rclone-crypt' | 'gocryptfs', readonly string[]>> = {
  folder: [],
  gocryptfs: ['GOCRYPTFS_PASSWORD', 'GOCRYPTFS_PASSWORD_FILE'],
  'rclone-crypt': [
    ...['RCLONE_CONFIG_FILE', 'RCLONE_REMOTE', 'RCLONE_CRYPT_PASSWORD', 'RCLONE_CRYPT_PASSWORD_FILE'],
    ...['RCLONE_CRYPT_PASSWORD2', 'RCLONE_CRYPT_PASSWORD2_FILE', 'RCLONE_CRYPT_FILENAME_ENCRYPTION'],
    ...['RCLONE_CRYPT_DIRECTORY_NAME_ENCRYPTION', 'RCLONE_CRYPT_FILENAME_ENCODING', 'RCLONE_CRYPT_SUFFIX'],
    'RCLONE_CRYPT_NO_DATA_ENCRYPTION',
  ],
};

/** The names of all settings of the bridge that count here. */
export const storeSettingNames: readonly string[] = [...passedSettings, ...Object.values(passedOfDriver).flat()];

/**
 * Settings of the bridge for its store, by variable. Secrets that are not in the environment are asked for: a command line
 * would reveal them.
 * @throws StartupError if no value is given
 */
export async function storeSettings(
  choice: Extract<StoreChoice, { folder: string }>,
  environment: Environment,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = { BRIDGE_DRIVER: choice.driver, BRIDGE_STORE: choice.folder };
  for (const name of [...passedSettings, ...passedOfDriver[choice.driver]]) {
    const value = environment[name];
    if (value) settings[name] = value;
  }
  const hasAny = (...names: string[]): boolean => names.some((name) => settings[name] !== undefined);
  if (choice.driver === 'gocryptfs' && !hasAny('GOCRYPTFS_PASSWORD', 'GOCRYPTFS_PASSWORD_FILE')) {
    settings['GOCRYPTFS_PASSWORD'] = await askSecret(`Password of the vault ${choice.folder}: `);
  }
  if (
    choice.driver === 'rclone-crypt' &&
    !hasAny('RCLONE_CONFIG_FILE', 'RCLONE_CRYPT_PASSWORD', 'RCLONE_CRYPT_PASSWORD_FILE')
  ) {
    settings['RCLONE_CRYPT_PASSWORD'] = await askSecret(`Password of the vault ${choice.folder}: `);
    if (process.stdin.isTTY && !hasAny('RCLONE_CRYPT_PASSWORD2', 'RCLONE_CRYPT_PASSWORD2_FILE')) {
      const salt = await askSecret('Its second password (salt), or nothing: ');
      if (salt !== '') settings['RCLONE_CRYPT_PASSWORD2'] = salt;
    }
  }
  return settings;
}

/** The token of a running bridge, from the server's settings. */
export async function bridgeToken(environment: Environment): Promise<Record<string, string | undefined>> {
  const { BRIDGE_TOKEN, BRIDGE_TOKEN_FILE } = environment;
  if (BRIDGE_TOKEN || BRIDGE_TOKEN_FILE) return { BRIDGE_TOKEN, BRIDGE_TOKEN_FILE };
  return { BRIDGE_TOKEN: await askSecret('Token of the bridge: ') };
}
