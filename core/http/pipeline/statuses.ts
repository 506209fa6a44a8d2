import type { ErrorKind } from '../../domain/errors.ts';
import { statusOf } from './errors.ts';
import type { Route } from './route.ts';

/** Descriptions of the error statuses: `default` stands for unexpected errors. */
const meanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created; the answer is the new resource.',
  206: 'The part that the header Range asks for.',
  304: 'The copy that the client names in the header If-None-Match is still valid.',
  400: 'Something in the request is not right; `detail` names it.',
  401: 'The token, name or password is missing or wrong.',
  403: 'The role is too low, or the password, signature or origin is not right.',
  404: 'There is no such resource.',
  408: 'The request came too slowly.',
  409: 'The request conflicts with the current state; `detail` says with what.',
  413: 'The body, or the picture, is too large.',
  415: 'The body, or the file, is of a kind that is not accepted here.',
  416: 'The requested bytes lie outside of the photo; the header Content-Range says how many there are.',
  422: 'The server cannot do what the request asks for.',
  429: 'Too many attempts; the header Retry-After says how many seconds to wait.',
  502: 'The server did not understand the answer of the photo store.',
  503: 'Something that the request needs is not available now; the header Retry-After may say when to try again.',
  504: 'The photo store took too long.',
};

export const meaningOf = (status: number): string => meanings[status] ?? general(status);

function general(status: number): string {
  if (status >= 400) return 'The request failed; `detail` says why.';
  return status >= 300 ? 'Continue at the address in the header Location.' : 'Done.';
}

/** All statuses that a route may answer, besides 500: for success, for its declared errors, and for errors of the frame. */
export function statusesOf(route: Route): number[] {
  return [...new Set([...successStatuses(route), ...failures(route)])].sort((a, b) => a - b);
}

/** Whether the status means success. */
export const isGood = (status: number): boolean => status < 400;

function successStatuses({ answer, status, ranges }: Route): number[] {
  if (!('binary' in answer)) return [status ?? 200];
  return [200, 304, ...(ranges ? [206, statusOf.bad_range] : [])];
}

function failures({ method, access, ownPagesOnly, params, fails = [], pluginStatuses = [] }: Route): number[] {
  const kinds: ErrorKind[] = [...fails];
  // Every route rejects unknown query parameters.
  kinds.push('bad_input');
  if (access !== 'none') kinds.push('unauthenticated', 'forbidden');
  else if (ownPagesOnly) kinds.push('forbidden');
  // A token of a plugin may be rejected after too many guesses, or may be impossible to check at the moment.
  if (access !== 'none' && access !== 'pending') kinds.push('too_many_attempts', 'not_ready');
  if (params) kinds.push('not_found');
  // The frame reads a body even if the route does not use one.
  const hasBody = method !== 'GET';
  if (hasBody) kinds.push('too_large', 'not_an_image');
  return [...kinds.map((kind) => statusOf[kind]), ...(hasBody ? [408] : []), ...pluginStatuses];
}
