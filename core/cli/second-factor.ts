import { asStartupError } from './interrupt.ts';
import { mustHaveIndex, withLibrary, withUsablePlugins, type OpenIndex } from './open-index.ts';
import { normalUsername } from '../domain/credentials.ts';
import { DomainError, StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';
import { SecondFactorMarks } from '../store/accounts/second-factor-marks.ts';
import { commandLine } from '../services/audit-trail.ts';
import type { LoadedFactor } from '../services/sign-in/enrolled-factors.ts';
import { SecondFactors } from '../services/sign-in/second-factors.ts';
import { inject } from '../compose/inject.ts';
import { Users } from '../store/accounts/users.ts';

type Warn = (line: string) => void;

/**
 * Lets a user sign in with only the password. This takes effect at once, even in a running server, and does not depend on
 * which plugins can be loaded.
 * @returns whether the second factor was enabled
 * @throws DomainError `not_found`, or StartupError
 */
export async function disableSecondFactor(config: Config, username: string, warn: Warn): Promise<boolean> {
  mustHaveIndex(config);
  return withLibrary(config, (library) => {
    const user = library.resolve(Users).byName(normalUsername(username));
    if (!user) throw new DomainError('not_found', `There is no user ${username}.`);
    return withFactors(library, warn, async (loaded) => {
      const secondFactors = new SecondFactors({
        loaded: () => loaded,
        marks: new SecondFactorMarks(library.resolve(inject.db)),
      });
      try {
        const wasEnabled = await secondFactors.isEnabled(user.id);
        // Also called if it was not enabled, to remove an incomplete enrolment.
        await secondFactors.disable(user.id);
        if (wasEnabled) {
          const event = { action: 'second_factor.removed', subject: user.username };
          library.resolve(inject.audit).record(event, { actor: commandLine });
        }
        return wasEnabled;
      } catch (error) {
        throw asStartupError(error);
      }
    });
  });
}

/** Calls `use` with the available second factors: with none if the plugins conflict with each other. */
async function withFactors<T>(
  library: OpenIndex,
  warn: Warn,
  use: (factors: readonly LoadedFactor[]) => Promise<T>,
): Promise<T> {
  const progress = { begun: false };
  try {
    return await withUsablePlugins(library, warn, ({ secondFactors }) => {
      progress.begun = true;
      return use(secondFactors);
    });
  } catch (error) {
    if (progress.begun || !(error instanceof StartupError)) throw error;
    warn(`${error.message} No plugin is asked now.`);
    return use([]);
  }
}
