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
const named = /^[A-Za-z0-9_][\w.+@ -]*:[^,\0\n]*$/;
const most = 10_000;

/**
 * The settings from the server's environment, or else those of an admin. An admin may only refer to remotes in the server's
 * configuration: inline options of a remote can make rclone run commands, and a path can make it write into any folder.
 * @throws Error for invalid settings
 */
export function remoteSettings(
  {
    BACKUP_REMOTE: given,
    BACKUP_REMOTE_CONFIG: config,
    BACKUP_REMOTE_KEEP: givenKeep,
  }: Record<string, string | undefined>,
  { REMOTE: chosen, KEEP: chosenKeep = 30 }: SettingValues,
): RemoteSettings {
  const keep = Number(givenKeep ?? chosenKeep);
  if (!Number.isInteger(keep) || keep < 1 || keep > most) {
    throw new Error(
      `${givenKeep === undefined ? 'The setting KEEP' : 'BACKUP_REMOTE_KEEP'} must be a number from 1 to ${most}`,
    );
  }
  if (given !== undefined) return { remote: given, config, keep };
  if (typeof chosen === 'string' && !named.test(chosen)) {
    throw new Error('The setting REMOTE must be a remote of rclone.conf and a folder, such as offsite:photofinch');
  }
  return { remote: typeof chosen === 'string' ? chosen : undefined, config, keep };
}
