import { asStartupError } from './cli-interrupt.ts';
import { mustHaveIndex, withLibrary, withUsablePlugins } from './cli-library.ts';
import { normalUsername } from './domain/credentials.ts';
import { DomainError, StartupError } from './domain/errors.ts';
import type { Config } from './env.ts';
import { commandLine } from './services/audit-trail.ts';
import { tokens } from './tokens.ts';

/**
 * Lets a user sign in with the password alone, at once also at a server that runs.
 * @returns whether the second factor was on
 * @throws DomainError `not_found`, or StartupError
 */
export async function disableSecondFactor(
  config: Config,
  username: string,
  warn: (line: string) => void,
): Promise<boolean> {
  mustHaveIndex(config);
  return withLibrary(config, (library) => {
    const user = library.resolve(tokens.users).byName(normalUsername(username));
    if (!user) throw new DomainError('not_found', `There is no user ${username}.`);
    return withUsablePlugins(library, warn, async ({ secondFactor }) => {
      if (!secondFactor) throw new StartupError('No plugin has a second factor: see PLUGINS.');
      try {
        const wasOn = await secondFactor.isEnabled(user.id);
        // Also when it was off: an enrolment that was only begun goes with it.
        await secondFactor.disable(user.id);
        if (wasOn) {
          const event = { action: 'second_factor.removed', subject: user.username };
          library.resolve(tokens.audit).record(event, { actor: commandLine });
        }
        return wasOn;
      } catch (error) {
        throw asStartupError(error);
      }
    });
  });
}
