import { wrongPassword } from '../domain/credentials.ts';
import { DomainError } from '../domain/errors.ts';
import { lostFactor, type SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

/** What somebody who is signed in gives besides, to show that it is they. */
export interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

interface Dependencies {
  readonly sessions: Pick<Sessions, 'passwordMatches' | 'attemptCode'>;
  readonly secondFactors: Pick<SecondFactors, 'askedOf'>;
}

/**
 * Asks those who change their own account for what they sign in with: whoever has stolen an access token must not be able
 * to shut its owner out for good.
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
    const factor = await secondFactors.askedOf(userId);
    if (!factor) return;
    if (code === undefined) {
      throw new DomainError(
        'forbidden',
        'This is your own account, and its second factor is on: send a code as well.',
        {
          problem: 'password_needed',
        },
      );
    }
    if (!(await sessions.attemptCode(userId, () => factor.verify(userId, code).catch(lostFactor)))) {
      throw new DomainError('forbidden', 'code is wrong, or was used already.', { problem: 'wrong_code' });
    }
  }
}
