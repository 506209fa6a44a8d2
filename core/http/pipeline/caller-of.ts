import type { AuthCredentials, Request } from '@hapi/hapi';
import { DomainError } from '../../domain/errors.ts';
import type { Caller } from './route.ts';

/** The signed-in user of a call, for routes that require one. */
export function callerOf(call: { readonly caller: Caller | null }): Caller {
  if (!call.caller) throw new DomainError('unauthenticated', 'Sign in first.');
  return call.caller;
}

/** The signed-in user, also before a route was called. */
export function callerOfRequest({ auth }: Request): Caller | null {
  return (auth.credentials as AuthCredentials | null)?.app?.caller ?? null;
}
