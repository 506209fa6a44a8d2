import type { Request, ServerAuthScheme } from '@hapi/hapi';
import { DomainError, type Problem } from '../../domain/errors.ts';
import { rolesWithin, type Role } from '../../domain/roles.ts';
import type { Sessions } from '../../services/sign-in/sessions.ts';
import type { TokenGrants } from '../../services/sign-in/token-grants.ts';
import { TokenRefused } from '../../services/sign-in/sign-in-errors.ts';
import { addressOf } from './call.ts';
import type { Call, Caller } from './route.ts';

declare module '@hapi/hapi' {
  interface RouteOptionsApp {
    /** Scope that tokens of plugins need; absent: plugin tokens are not accepted. */
    tokenScope?: string | undefined;
  }
}

/** Services that resolve tokens. */
export interface TokenReaders {
  readonly sessions: Pick<Sessions, 'authenticate'>;
  readonly tokenGrants: Pick<TokenGrants, 'callerOf'>;
  readonly trustProxy: boolean;
}

/** The bearer token of a request; undefined when it has none that could be one of ours. */
export function bearerToken(headers: Call['headers']): string | undefined {
  const { authorization } = headers;
  return /^Bearer +([0-9a-f]{64}) *$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1];
}

/** A bearer token of another form than ours, by RFC 6750; undefined when there is none, or one of endless length. */
function otherToken(headers: Call['headers']): string | undefined {
  const { authorization } = headers;
  return /^Bearer +([A-Za-z0-9._~+/-]{8,4096}=*) *$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1];
}

/** The caller is known, but not allowed to do this. */
export class RefusedCaller extends DomainError {
  readonly caller: Caller;

  constructor(caller: Caller, message: string, problem: Problem) {
    super('forbidden', message, { problem });
    this.caller = caller;
  }
}

/** A signed-in user's role is too low for a route that decides about roles by itself. */
export class RoleTooLow extends RefusedCaller {
  constructor(caller: Caller, needed: Role) {
    super(caller, `Your role may not do this: it needs the role ${needed}.`, 'role_too_low');
  }
}

/** The credentials that hapi keeps: `scope` lists the roles whose routes the caller may use. */
export function credentialsOf(caller: Caller) {
  return { app: { caller }, scope: rolesWithin(caller.role) };
}

/**
 * The caller that the header `Authorization` proves.
 * @throws DomainError `unauthenticated`; for tokens of plugins also `forbidden`, `too_many_attempts`, `not_ready`
 */
export async function bearerCaller(request: Request, readers: TokenReaders): Promise<Caller> {
  const { headers } = request.raw.req;
  const token = bearerToken(headers);
  if (token !== undefined) return readers.sessions.authenticate(token);
  const other = otherToken(headers);
  if (other !== undefined) return grantedCaller(request, other, readers);
  const message = 'Sign in first: this needs an access token.';
  // A text that is no token of ours was not shown by one of our clients.
  throw request.headers['authorization'] === undefined
    ? new DomainError('unauthenticated', message)
    : new TokenRefused('unknown', message);
}

/** Who calls with a token of a plugin, if it may be used for this route. */
async function grantedCaller(request: Request, token: string, readers: TokenReaders): Promise<Caller> {
  const caller = await readers.tokenGrants.callerOf(token, addressOf(request, readers.trustProxy));
  const needed = request.route.settings.app?.tokenScope;
  if (needed === undefined) {
    throw new RefusedCaller(caller, 'No token may be used for this: sign in with your password.', 'token_scope');
  }
  if (caller.grant.scopes?.every((scope) => scope !== needed)) {
    throw new RefusedCaller(caller, `The token may not be used for this: it needs the scope ${needed}.`, 'token_scope');
  }
  return caller;
}

/** `Authorization: Bearer <access token>` */
export function bearerScheme(readers: TokenReaders): ServerAuthScheme {
  return () => ({
    authenticate: async (request, h) =>
      h.authenticated({ credentials: credentialsOf(await bearerCaller(request, readers)) }),
  });
}
