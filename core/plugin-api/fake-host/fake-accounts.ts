import type { PluginAccounts } from '../plugin.ts';
import { PluginHttpError } from '../plugin-route.ts';

/** Failures after which the server rejects further attempts. */
export const mostFailures = 10;

/** The server responds to it with 429. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';

  constructor() {
    super('Too many attempts.');
  }
}

/** Passwords and codes, by the user's id. */
interface Proofs {
  readonly passwords: Readonly<Record<number, string>>;
  /** Codes of second factors; users without an entry need none. */
  readonly codes: Readonly<Record<number, string>>;
}

/** Accounts with only passwords and codes. The name of user 1 is `user-1`. */
export function fakeAccounts({ passwords, codes }: Proofs): PluginAccounts {
  const failures = new Map<number, number>();

  const bounded = async (userId: number, attempt: () => boolean | Promise<boolean>): Promise<boolean> => {
    const failureCount = failures.get(userId) ?? 0;
    if (failureCount >= mostFailures) throw new TooManyAttempts();
    const isRight = await attempt();
    if (!isRight) failures.set(userId, failureCount + 1);
    return isRight;
  };

  const passwordMatches = (userId: number, password: string): Promise<boolean> =>
    bounded(userId, () => passwords[userId] === password);

  return {
    prove: async ({ caller }, { password, code }) => {
      if (!caller) throw new Error('host.accounts.prove needs a call of somebody who is signed in.');
      const { userId } = caller;
      if (!(await passwordMatches(userId, password))) {
        throw new PluginHttpError(403, 'The password is wrong.', { problem: 'wrong_password' });
      }
      if (codes[userId] === undefined) return;
      if (code === undefined) {
        throw new PluginHttpError(403, 'This needs a code as well.', { problem: 'password_needed' });
      }
      if (!(await bounded(userId, () => codes[userId] === code))) {
        throw new PluginHttpError(403, 'The code is wrong.', { problem: 'wrong_code' });
      }
    },
    usernameOf: (userId) => (userId in passwords ? `user-${userId}` : null),
    passwordMatches,
    attemptCode: (userId, attempt) => bounded(userId, attempt),
  };
}
