import { DomainError, type Problem } from '../../domain/errors.ts';

/** `token_reused`: a spent refresh token was used again while its session was active. */
export type RefusalReason = 'password' | 'code' | 'link' | 'not_linked' | 'disabled' | 'token_reused';

const problemOf: Readonly<Record<RefusalReason, Problem | undefined>> = {
  password: 'wrong_sign_in',
  code: 'wrong_code',
  link: 'link_spent',
  not_linked: 'not_linked',
  disabled: 'account_disabled',
  token_reused: undefined,
};

/** A refused sign-in. The client gets only the message; reason and user are for the audit trail. */
export class SignInRefused extends DomainError {
  readonly reason: RefusalReason;
  /** Undefined if there is no such user: the typed name may be a password. */
  readonly username: string | undefined;

  constructor(reason: RefusalReason, message: string, username: string | undefined) {
    super('unauthenticated', message, { problem: problemOf[reason] });
    this.reason = reason;
    this.username = username;
  }
}

export type TokenRefusal = 'unknown' | 'revoked' | 'expired' | 'not an access token' | 'account disabled';

/** An invalid access token. The client gets only the message; reason and user are for the audit trail. */
export class TokenRefused extends DomainError {
  readonly reason: TokenRefusal;
  readonly userId: number | undefined;

  constructor(reason: TokenRefusal, message: string, userId?: number) {
    super('unauthenticated', message);
    this.reason = reason;
    this.userId = userId;
  }
}

/**
 * The password was correct, but the plugin of the second factor is not loaded. The message names the plugin, so it is only
 * shown after a correct password.
 */
export class SecondFactorMissing extends DomainError {
  constructor(plugins: readonly string[]) {
    super(
      'not_ready',
      `Your second factor is of the plugin ${plugins.join(' or ')}, which is not loaded, so that no code can be checked: ask an admin, or whoever runs the server, to load it again (PLUGINS) or to switch your second factor off (photofinch --disable-2fa <username>).`,
      { problem: 'second_factor_missing' },
    );
  }
}
