import { DomainError } from '../domain/errors.ts';
import type { Caller } from './route.ts';

/** The signed-in user of a call to a route that needs one. */
export function callerOf(call: { readonly caller: Caller | null }): Caller {
  if (!call.caller) throw new DomainError('unauthenticated', 'Sign in first.');
  return call.caller;
}
