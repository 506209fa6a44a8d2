import type { PluginAccounts } from '../plugin.ts';

/** Failures after which the server refuses further attempts. */
const mostFailures = 10;

/** What the server answers with 429. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';

  constructor() {
    super('Too many attempts.');
  }
}

/** Accounts that are there for their passwords. @param passwords by the user's id */
export function fakeAccounts(passwords: Readonly<Record<number, string>>): PluginAccounts {
  const failures = new Map<number, number>();

  const bounded = async (userId: number, attempt: () => boolean | Promise<boolean>): Promise<boolean> => {
    const failed = failures.get(userId) ?? 0;
    if (failed >= mostFailures) throw new TooManyAttempts();
    const right = await attempt();
    if (!right) failures.set(userId, failed + 1);
    return right;
  };

  return {
    passwordMatches: (userId, password) => bounded(userId, () => passwords[userId] === password),
    attemptCode: (userId, attempt) => bounded(userId, attempt),
  };
}
