import { expect } from 'chai';
import { DomainError, type ErrorKind } from '../../../../core/domain/errors.ts';
import type { SignInResult } from '../../../../core/services/sign-in/sessions.ts';
import type { AccountParts } from '../../../support/http-frame.ts';

export const client = { address: '192.0.2.1', userAgent: 'test' };

export async function kindOf(promise: Promise<unknown>): Promise<ErrorKind | 'no error'> {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    if (error instanceof DomainError) return error.kind;
    throw error;
  }
}

/** Signs in anna, who has no second factor. */
export async function loginOfAnna(parts: AccountParts): Promise<SignInResult> {
  const outcome = await parts.sessions.login('anna', 'correct horse', client);
  if ('pendingToken' in outcome) throw new Error('a code was asked for');
  return outcome;
}

export function refused(call: () => unknown): void {
  expect(call).to.throw(DomainError).with.property('kind', 'unauthenticated');
}
