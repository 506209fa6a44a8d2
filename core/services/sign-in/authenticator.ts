import { normalUsername } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import type { LoginLimits } from './login-limits.ts';
import type { Passwords } from '../passwords.ts';
import type { BeginOptions } from '../../plugin-api/index.ts';
import { OneTimeTickets } from '../../plugin-api/toolkit/index.ts';
import type { EnrolledFactors, LoadedFactor } from './enrolled-factors.ts';
import type { SecondFactors } from './second-factors.ts';
import { SignInRefused } from './sign-in-errors.ts';

/** A sign-in with a correct password that also needs a code. */
export interface CodeNeeded {
  readonly pendingToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** The factors from which the user chooses one. */
  readonly factors: readonly LoadedFactor[];
}

/** A code for the second step. */
export interface SecondFactorCode {
  readonly code: string;
  /** The plugin that made the code; missing: any of the user's second factors. */
  readonly factor?: string | undefined;
}

export interface AuthenticatorDependencies {
  readonly users: Users;
  readonly passwords: Passwords;
  readonly limits: LoginLimits;
  readonly secondFactors: Pick<SecondFactors, 'enrolledOf'>;
  readonly clock: () => number;
  /** Seconds. */
  readonly twoFactorPendingTtl: number;
}

/**
 * The user of a sign-in between its two steps. A new password or a sign-out changes the epoch, which invalidates the
 * sign-in.
 */
type PendingUser = Pick<UserRow, 'id' | 'tokenEpoch'>;

/** Checks passwords and codes of sign-ins, and limits guesses of both. */
export class Authenticator {
  readonly #with: AuthenticatorDependencies;
  /** Sign-ins that wait for their second step. Kept in memory: after a restart, the user must enter the password again. */
  readonly #pending: OneTimeTickets<PendingUser>;

  constructor(dependencies: AuthenticatorDependencies) {
    this.#with = dependencies;
    const { twoFactorPendingTtl: lifetime, clock } = dependencies;
    this.#pending = new OneTimeTickets({ lifetime, clock });
  }

  /** @throws DomainError `unauthenticated` (the same for all reasons), `too_many_attempts` */
  async byPassword(username: string, password: string, address: string): Promise<UserRow> {
    const { users, passwords, limits } = this.#with;
    const user = await limits.attempt(address, async () => {
      const namedUser = users.byName(normalUsername(username));
      const isRight = await passwords.matches(password, namedUser?.passwordHash);
      const found = isRight && namedUser ? enabledUser(users, namedUser.id) : undefined;
      // The password may have changed during the comparison.
      return found?.passwordHash === namedUser?.passwordHash ? found : undefined;
    });
    if (user) return user;
    const knownName = users.byName(normalUsername(username))?.username;
    throw new SignInRefused('password', 'The username or the password is wrong.', knownName);
  }

  /**
   * Begins the second step; undefined for a user without a second factor.
   * @throws SecondFactorMissing
   */
  async codeNeeded(user: UserRow): Promise<CodeNeeded | undefined> {
    const enrolledFactors = await this.#with.secondFactors.enrolledOf(user.id);
    if (!enrolledFactors) return undefined;
    const pendingToken = this.#pending.issue({ id: user.id, tokenEpoch: user.tokenEpoch });
    return { pendingToken, expiresIn: this.#with.twoFactorPendingTtl, factors: enrolledFactors.factors };
  }

  /**
   * The remaining time for the second step of a sign-in.
   * @returns seconds; 0 for a sign-in that has expired or ended
   */
  timeForCode(pendingToken: string): number {
    return this.#findPending(pendingToken) ? this.#pending.timeLeft(pendingToken) : 0;
  }

  /**
   * The second factors of a sign-in's user.
   * @throws DomainError `unauthenticated` for a sign-in that has expired or ended
   */
  async factorsFor(pendingToken: string): Promise<EnrolledFactors> {
    const enrolledFactors = await this.#with.secondFactors.enrolledOf(this.#pendingUser(pendingToken).id);
    this.#pendingUser(pendingToken);
    // The second factor was switched off after the first step.
    if (!enrolledFactors) throw beginAgain();
    return enrolledFactors;
  }

  /**
   * Requests a challenge from a second factor.
   * @throws DomainError `unauthenticated`, `not_found`, `too_many_attempts`, `not_ready`
   */
  async challenge(pendingToken: string, plugin: string, options: BeginOptions): Promise<unknown> {
    const enrolledFactors = await this.factorsFor(pendingToken);
    this.#with.limits.countChallenge(this.#pendingUser(pendingToken).id);
    return enrolledFactors.begin(plugin, options);
  }

  /**
   * The second step. Wrong codes count for the address and for the user: an attacker who has the password can begin any
   * number of sign-ins from any number of addresses.
   * @throws DomainError `unauthenticated`, `not_found` if the user is not enrolled in the factor, `too_many_attempts`,
   * `not_ready` if codes can no longer be checked
   */
  async byCode(pendingToken: string, { code, factor }: SecondFactorCode, address: string): Promise<UserRow> {
    const { limits, secondFactors } = this.#with;
    const { id, username } = this.#pendingUser(pendingToken);
    const user = await limits.attemptCodeFrom(address, id, async () => {
      this.#pendingUser(pendingToken);
      const enrolledFactors = await secondFactors.enrolledOf(id);
      // The second factor was switched off after the first step: no code can be checked.
      if (!enrolledFactors) throw beginAgain();
      if (!(await enrolledFactors.verify(code, factor))) return undefined;
      const found = this.#pendingUser(pendingToken);
      this.#pending.spend(pendingToken);
      return found;
    });
    if (!user) throw new SignInRefused('code', 'The code is wrong, or was used already.', username);
    return user;
  }

  /**
   * Whether a password is the one of a signed-in user.
   * @throws DomainError `too_many_attempts`
   */
  async passwordMatches(userId: number, password: string): Promise<boolean> {
    const { users, passwords, limits } = this.#with;
    const isRight = await limits.attemptOf(userId, async () => {
      const user = enabledUser(users, userId);
      return (await passwords.matches(password, user?.passwordHash)) || undefined;
    });
    return isRight ?? false;
  }

  /**
   * Makes one attempt at a code of a signed-in user; false counts as a failure.
   * @throws DomainError `too_many_attempts`
   */
  async attemptCode(userId: number, attempt: () => Promise<boolean>): Promise<boolean> {
    return (await this.#with.limits.attemptCodeOf(userId, async () => (await attempt()) || undefined)) ?? false;
  }

  /** The user of a sign-in. @throws DomainError `unauthenticated` for a sign-in that has expired or ended */
  #pendingUser(pendingToken: string): UserRow {
    const user = this.#findPending(pendingToken);
    if (!user) throw beginAgain();
    return user;
  }

  #findPending(pendingToken: string): UserRow | undefined {
    const pending = this.#pending.find(pendingToken);
    const user = pending && enabledUser(this.#with.users, pending.id);
    return user?.tokenEpoch === pending?.tokenEpoch ? user : undefined;
  }
}

/** The user with this id, unless they are disabled. */
export function enabledUser(users: Users, id: number): UserRow | undefined {
  const user = users.byId(id);
  return user?.disabled ? undefined : user;
}

export function beginAgain(): DomainError {
  return new DomainError('unauthenticated', 'The sign-in took too long or was ended: begin again with the password.', {
    problem: 'sign_in_over',
  });
}
