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
    /** The scope that tokens of plugins need; if missing, they are not accepted. */
    tokenScope?: string | undefined;
  }
}

/** Services that resolve tokens. */
export interface TokenReaders {
  readonly sessions: Pick<Sessions, 'authenticate'>;
  readonly tokenGrants: Pick<TokenGrants, 'callerOf'>;
  readonly trustProxy: boolean;
}

/** The bearer token of a request; undefined if there is none in the server's own format. */
export function bearerToken(headers: Call['headers']): string | undefined {
  const { authorization } = headers;
  return /^Bearer +([0-9a-f]{64}) *$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1];
}

/** A bearer token in another format, by RFC 6750; undefined if there is none, or if it is too long. */
function otherToken(headers: Call['headers']): string | undefined {
  const { authorization } = headers;
  return /^Bearer +([A-Za-z0-9._~+/-]{8,4096}=*) *$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1];
}

/** The caller is authenticated, but may not do this. */
export class RefusedCaller extends DomainError {
  readonly caller: Caller;

  constructor(caller: Caller, message: string, problem: Problem) {
    super('forbidden', message, { problem });
    this.caller = caller;
  }
}

/** The role of a signed-in user is too low for a route that checks roles itself. */
export class RoleTooLow extends RefusedCaller {
  constructor(caller: Caller, needed: Role) {
    super(caller, `Your role may not do this: it needs the role ${needed}.`, 'role_too_low');
  }
}

/** The credentials for hapi: `scope` lists the roles whose routes the caller may use. */
export function credentialsOf(caller: Caller) {
  return { app: { caller }, scope: rolesWithin(caller.role) };
}

/**
 * The caller that the header `Authorization` identifies.
 * @throws DomainError `unauthenticated`; for tokens of plugins also `forbidden`, `too_many_attempts`, `not_ready`
 */
export async function bearerCaller(request: Request, readers: TokenReaders): Promise<Caller> {
  const { headers } = request.raw.req;
  const token = bearerToken(headers);
  if (token !== undefined) return readers.sessions.authenticate(token);
  const other = otherToken(headers);
  if (other !== undefined) return grantedCaller(request, other, readers);
  const message = 'Sign in first: this needs an access token.';
  // Another `Authorization` header does not come from the server's own clients.
  throw request.headers['authorization'] === undefined
    ? new DomainError('unauthenticated', message)
    : new TokenRefused('unknown', message);
}

/** The caller with a token of a plugin, if the token may be used for this route. */
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
