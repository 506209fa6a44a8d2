import type { SettingValues } from 'photofinch/plugin-api';

export interface RemoteSettings {
  /** In rclone's syntax: `offsite:photofinch`; undefined if it is not set. */
  readonly remote: string | undefined;
  /** rclone's configuration file; undefined: its default one. */
  readonly config: string | undefined;
  /** How many copies are kept. */
  readonly keep: number;
}

/** A remote in the configuration, without inline options. */
const namedRemote = /^[A-Za-z0-9_][\w.+@ -]*:[^,\0\n]*$/;
const maxCopies = 10_000;

/**
 * The settings from the server's environment, or else those of an admin. An admin may only refer to remotes in the server's
 * configuration: inline options of a remote can make rclone run commands, and a path can make it write into any folder.
 * @throws Error for invalid settings
 */
export function remoteSettings(
  {
    BACKUP_REMOTE: environmentRemote,
    BACKUP_REMOTE_CONFIG: config,
    BACKUP_REMOTE_KEEP: environmentKeep,
  }: Record<string, string | undefined>,
  { REMOTE: settingRemote, KEEP: settingKeep = 30 }: SettingValues,
): RemoteSettings {
  const keep = Number(environmentKeep ?? settingKeep);
  if (!Number.isInteger(keep) || keep < 1 || keep > maxCopies) {
    throw new Error(
      `${environmentKeep === undefined ? 'The setting KEEP' : 'BACKUP_REMOTE_KEEP'} must be a number from 1 to ${maxCopies}`,
    );
  }
  if (environmentRemote !== undefined) return { remote: environmentRemote, config, keep };
  if (typeof settingRemote === 'string' && !namedRemote.test(settingRemote)) {
    throw new Error('The setting REMOTE must be a remote of rclone.conf and a folder, such as offsite:photofinch');
  }
  return { remote: typeof settingRemote === 'string' ? settingRemote : undefined, config, keep };
}
