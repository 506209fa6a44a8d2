import Joi from 'joi';
import { passphraseMaxBytes } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { UnlockSecret } from '../../encryption/slots.ts';
import { route, type Route } from '../pipeline/route.ts';
import type { Ok } from '../wire.ts';
import { of } from '../schemas/answer.ts';
import { ok, word } from '../schemas/parts.ts';

type UnlockPayload = { passphrase: string } | { recovery_key: string };

/**
 * Unlocks the library. On an open server, `unlock` rejects.
 * @param unlock resolves once the secret has opened the library; the server then starts in the background
 */
export function unlockRoute(unlock: (secret: UnlockSecret, address: string) => Promise<void>): Route {
  return route({
    method: 'POST',
    path: '/api/unlock',
    access: 'none',
    ownPagesOnly: true,
    fails: ['unauthenticated', 'too_many_attempts', 'conflict', 'not_ready'],
    summary: 'Unlocks an encrypted library, by a passphrase or the recovery key; the server then starts',
    payload: of<UnlockPayload, Joi.ObjectSchema>(
      Joi.object({
        passphrase: word.max(passphraseMaxBytes),
        recovery_key: word.max(200).description('Dashes, blanks and small letters do not matter.'),
      }).xor('passphrase', 'recovery_key'),
    ),
    answer: ok,
    handle: async ({ payload, address }): Promise<Ok> => {
      await unlock(secretOf(payload), address);
      return { ok: true };
    },
    audit: ({ payload }) => ({ action: 'library.unlocked', detail: secretKind(payload) }),
    auditFailure: ({ payload }, error) =>
      error instanceof DomainError && error.kind === 'unauthenticated'
        ? { action: 'library.unlock_failed', detail: secretKind(payload) }
        : null,
  });
}

function secretOf(payload: UnlockPayload): UnlockSecret {
  return 'passphrase' in payload
    ? { kind: 'passphrase', passphrase: payload.passphrase }
    : { kind: 'recovery', recoveryKey: payload.recovery_key };
}

const secretKind = (payload: UnlockPayload): string => ('passphrase' in payload ? 'passphrase' : 'recovery key');

/** The error of a server that is not locked. */
export const notLocked = (): DomainError => new DomainError('conflict', 'The library is not locked.');
