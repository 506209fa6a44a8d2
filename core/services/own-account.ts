import { wrongPassword } from '../domain/credentials.ts';
import { DomainError } from '../domain/errors.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

/** Proof of a signed-in user, besides the token, of owning the account. */
export interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

interface Dependencies {
  readonly sessions: Pick<Sessions, 'passwordMatches' | 'attemptCode'>;
  readonly secondFactors: Pick<SecondFactors, 'askedOf'>;
}

/**
 * Asks for password and code again before a user's own account is changed: a stolen access token must not be enough to
 * shut the owner out for good.
 */
export class OwnAccount {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `forbidden`, `too_many_attempts`, or `not_ready` when no code can be checked */
  async prove(userId: number, { password, code }: Proof): Promise<void> {
    const { sessions, secondFactors } = this.#with;
    if (password === undefined) {
      throw new DomainError(
        'forbidden',
        'This is your own account: send your current_password as well, and a code when your second factor is on.',
        { problem: 'password_needed' },
      );
    }
    if (!(await sessions.passwordMatches(userId, password))) {
      throw wrongPassword();
    }
    const asked = await secondFactors.askedOf(userId);
    if (!asked) return;
    if (code === undefined) {
      throw new DomainError(
        'forbidden',
        'This is your own account, and its second factor is on: send a code as well.',
        {
          problem: 'password_needed',
        },
      );
    }
    if (!(await sessions.attemptCode(userId, () => asked.verify(code)))) {
      throw new DomainError('forbidden', 'code is wrong, or was used already.', { problem: 'wrong_code' });
    }
  }
}
