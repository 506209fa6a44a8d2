import { isCommonPassword } from '../domain/common-passwords.ts';
import { StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';

/**
 * Before anything runs: an index without users would take ADMIN_PASSWORD for its first. Where there are users it counts
 * for nothing, and stops no server.
 * @throws StartupError
 */
export function refuseCommonAdminPassword(
  { adminPassword, demo }: Pick<Config, 'adminPassword' | 'demo'>,
  users: { isEmpty(): boolean },
): void {
  if (demo || adminPassword === undefined || !isCommonPassword(adminPassword) || !users.isEmpty()) return;
  throw new StartupError(
    'Setting ADMIN_PASSWORD is one of the most common passwords, which are guessed first: choose another, or leave it unset to have one made up and printed once.',
  );
}
