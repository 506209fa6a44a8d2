import { DomainError, type Problem } from '../domain/errors.ts';

/** `token_reused`: a spent refresh token came again while its session was alive. */
export type RefusalReason = 'password' | 'code' | 'link' | 'not_linked' | 'disabled' | 'token_reused';

const problemOf: Readonly<Record<RefusalReason, Problem | undefined>> = {
  password: 'wrong_sign_in',
  code: 'wrong_code',
  link: 'link_spent',
  not_linked: 'not_linked',
  disabled: 'account_disabled',
  token_reused: undefined,
};

/**
 * A sign-in that was refused. The client is told the message alone; reason and user are for the audit trail.
 */
export class SignInRefused extends DomainError {
  readonly reason: RefusalReason;
  /** Undefined when there is no such user: what was typed as a name may well be a password. */
  readonly username: string | undefined;

  constructor(reason: RefusalReason, message: string, username: string | undefined) {
    super('unauthenticated', message, { problem: problemOf[reason] });
    this.reason = reason;
    this.username = username;
  }
}
