import { DomainError } from '../domain/errors.ts';

export type TokenRefusal = 'unknown' | 'revoked' | 'expired' | 'not an access token' | 'account disabled';

/** An access token that opens nothing. The client is told the message alone; reason and user are for the audit trail. */
export class TokenRefused extends DomainError {
  readonly reason: TokenRefusal;
  readonly userId: number | undefined;

  constructor(reason: TokenRefusal, message: string, userId?: number) {
    super('unauthenticated', message);
    this.reason = reason;
    this.userId = userId;
  }
}
