import type { Request, ServerAuthScheme } from '@hapi/hapi';
import { DomainError } from '../../domain/errors.ts';
import { rolesWithin, type Role } from '../../domain/roles.ts';
import type { Sessions } from '../../services/sessions.ts';
import { TokenRefused } from '../../services/token-refused.ts';
import type { Call, Caller } from './route.ts';

/** The bearer token of a request; undefined when it has none that could be one of ours. */
export function bearerToken(headers: Call['headers']): string | undefined {
  const { authorization } = headers;
  return /^Bearer +([0-9a-f]{64}) *$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1];
}

/** A signed-in user's role is too low for a route that decides about roles by itself. */
export class RoleTooLow extends DomainError {
  readonly caller: Caller;

  constructor(caller: Caller, needed: Role) {
    super('forbidden', `Your role may not do this: it needs the role ${needed}.`, { problem: 'role_too_low' });
    this.caller = caller;
  }
}

/** What hapi keeps of a caller: `scope` holds the roles whose routes they may use. */
export function credentialsOf(caller: Caller) {
  return { app: { caller }, scope: rolesWithin(caller.role) };
}

/** The caller that the header `Authorization` proves. @throws DomainError `unauthenticated` */
export function bearerCaller(request: Request, sessions: Pick<Sessions, 'authenticate'>): Caller {
  const token = bearerToken(request.raw.req.headers);
  if (token === undefined) {
    const message = 'Sign in first: this needs an access token.';
    // A text that is no token of ours was not shown by one of our clients.
    throw request.headers['authorization'] === undefined
      ? new DomainError('unauthenticated', message)
      : new TokenRefused('unknown', message);
  }
  return sessions.authenticate(token);
}

/** `Authorization: Bearer <access token>` */
export function bearerScheme(sessions: Pick<Sessions, 'authenticate'>): ServerAuthScheme {
  return () => ({
    authenticate: (request, h) => h.authenticated({ credentials: credentialsOf(bearerCaller(request, sessions)) }),
  });
}
