import { wrongPassword } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { BeginOptions } from '../../plugin-api/index.ts';
import type { LoginLimits } from './login-limits.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

/** A signed-in user's proof that the account is theirs. */
export interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  /** The plugin that made the code; missing: any of the user's second factors. */
  readonly factor?: string | undefined;
}

interface Dependencies {
  readonly sessions: Pick<Sessions, 'passwordMatches' | 'attemptCode'>;
  readonly secondFactors: Pick<SecondFactors, 'enrolledOf'>;
  readonly limits: Pick<LoginLimits, 'countChallenge'>;
}

/**
 * Requires signed-in users to enter their password and code again before a change with which the thief of an access token
 * could take over the account.
 */
export class Reauthentication {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `forbidden`, `too_many_attempts`, or `not_ready` if codes cannot be checked */
  async prove(userId: number, { password, code, factor }: Proof): Promise<void> {
    const { sessions, secondFactors } = this.#with;
    if (password === undefined) {
      throw new DomainError(
        'forbidden',
        'This needs your password as well, and a code when your second factor is on.',
        { problem: 'password_needed' },
      );
    }
    if (!(await sessions.passwordMatches(userId, password))) throw wrongPassword();
    const factors = await secondFactors.enrolledOf(userId);
    if (!factors) return;
    if (code === undefined) {
      throw new DomainError('forbidden', 'This needs a code as well, since your second factor is on.', {
        problem: 'password_needed',
      });
    }
    if (!(await sessions.attemptCode(userId, () => factors.verify(code, factor)))) {
      throw new DomainError('forbidden', 'code is wrong, or was used already.', { problem: 'wrong_code' });
    }
  }

  /**
   * Requests a challenge from a second factor of the user, before `prove` is called with the code.
   * @returns JSON; null for a factor without challenges
   * @throws DomainError `not_found` if the user is not enrolled in the factor, `too_many_attempts`, `not_ready`
   */
  async challenge(userId: number, plugin: string, options: BeginOptions): Promise<unknown> {
    const factors = await this.#with.secondFactors.enrolledOf(userId);
    if (!factors) throw new DomainError('not_found', 'You have no second factor.', { problem: 'no_such_factor' });
    this.#with.limits.countChallenge(userId);
    return factors.begin(plugin, options);
  }
}
