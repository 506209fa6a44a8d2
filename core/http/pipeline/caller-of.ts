import type { AuthCredentials, Request } from '@hapi/hapi';
import type { Caller } from './route.ts';

/** The signed-in user of a request, also before a route was called. */
export function callerOf({ auth }: Request): Caller | null {
  return (auth.credentials as AuthCredentials | null)?.app?.caller ?? null;
}
