import type { SettingValues } from 'photofinch/plugin-api';

export interface RemoteSettings {
  /** As rclone takes it: `offsite:photofinch`; undefined while it is not set. */
  readonly remote: string | undefined;
  /** rclone's file of remotes; undefined: its usual one. */
  readonly config: string | undefined;
  /** How many copies are kept. */
  readonly keep: number;
}

/** A remote of the configuration, without options of its own. */
const named = /^[A-Za-z0-9_][\w.+@ -]*:[^,\0\n]*$/;
const most = 10_000;

/**
 * The options of the server's environment, or else the settings of an admin. An admin may only name remotes of the server's
 * configuration: with options of a remote, rclone could be made to run commands, and with a path to write into any folder.
 * @throws Error for what cannot be used
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
