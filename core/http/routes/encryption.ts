import { passphraseMaxBytes } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Slot } from '../../encryption/slots.ts';
import type { KeyKeeper, LibraryEncryption } from '../../services/encryption/library-encryption.ts';
import { Reply, route, type Route, type UserCall } from '../pipeline/route.ts';
import { fields, oneOf } from '../schemas/answer.ts';
import { ok, word } from '../schemas/parts.ts';
import { ownProof } from '../schemas/second-factors.ts';
import * as schemas from '../schemas/encryption.ts';
import type { ChangedKey, Encryption, NewRecoveryKey, Ok, OwnProof, UnlockKey } from '../wire.ts';
import { proofOf } from './own-proof.ts';

const params = fields({ id: word.max(64).required() });
const passphrase = word.max(passphraseMaxBytes);
const newName = word.max(1024).allow('').default('');

const misfit = {
  passphrase: 'passphrase is required.',
  recovery: 'passphrase is not allowed: a recovery key is made by the server.',
};

/** The encryption of the library, for admins; everything but reading and locking requires their password. */
export function encryptionRoutes(encryption: LibraryEncryption): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/admin/lock',
      access: 'admin',
      fails: ['conflict', 'not_ready'],
      summary: 'Locks an encrypted library: the server stops everything that uses it, and erases its keys from memory.',
      answer: ok,
      handle: (): Ok => {
        encryption.lock();
        return { ok: true };
      },
      audit: () => ({ action: 'library.locked' }),
    }),

    route({
      method: 'GET',
      path: '/api/admin/encryption',
      access: 'admin',
      summary: 'Whether the library is encrypted, and what opens it.',
      answer: schemas.encryption,
      handle: async (): Promise<Encryption> => {
        const { encrypted, slots, mostSlots, opensItself, plainFiles } = await encryption.state();
        return {
          encrypted,
          slots: slots.map(present),
          most_slots: mostSlots,
          opens_itself: opensItself,
          plain_files: { total: plainFiles.total, paths: [...plainFiles.paths] },
        };
      },
    }),

    route({
      method: 'POST',
      path: '/api/admin/encryption',
      access: 'admin',
      fails: ['conflict', 'too_many_attempts', 'not_ready'],
      summary:
        'Encrypts the library with a passphrase and a recovery key. The server is locked in the meantime, reports its progress, and unlocks the library by itself.',
      payload: fields({ passphrase: passphrase.required(), ...ownProof }),
      answer: schemas.newRecoveryKey,
      handle: async (call): Promise<NewRecoveryKey> => ({
        recovery_key: await encryption.encrypt(call.payload.passphrase, keeper(call)),
      }),
      audit: () => ({ action: 'library.encryption_begun' }),
    }),

    route({
      method: 'POST',
      path: '/api/admin/encryption/slots',
      access: 'admin',
      status: 201,
      fails: ['conflict', 'too_many_attempts', 'not_ready'],
      summary: 'Adds a passphrase that opens the library, or replaces the recovery key by a new one.',
      payload: fields({
        kind: oneOf('passphrase', 'recovery').required(),
        name: newName.description('The name of a passphrase, for people; it is not encrypted.'),
        passphrase: passphrase.description('Only for kind passphrase.'),
        ...ownProof,
      }),
      answer: schemas.changedKey,
      handle: async (call): Promise<Reply> => {
        const { payload } = call;
        const { kind, name, passphrase: newPassphrase } = payload;
        if ((kind === 'passphrase') !== (newPassphrase !== undefined)) throw new DomainError('bad_input', misfit[kind]);
        if (newPassphrase !== undefined)
          return addedReply(await encryption.addPassphrase({ name, passphrase: newPassphrase }, keeper(call)), {});
        const { slot, recoveryKey } = await encryption.renewRecoveryKey(keeper(call));
        return addedReply(slot, { recovery_key: recoveryKey });
      },
      audit: ({ payload }, { subject }) => ({ action: 'unlock_key.added', subject, detail: kindText(payload.kind) }),
    }),

    route({
      method: 'PUT',
      path: '/api/admin/encryption/slots/{id}',
      access: 'admin',
      fails: ['conflict', 'too_many_attempts', 'not_ready'],
      summary: 'Changes a passphrase: the old one does not unlock the library any more.',
      params,
      payload: fields({ passphrase: passphrase.required(), ...ownProof }),
      answer: schemas.changedKey,
      handle: async (call): Promise<Reply> => {
        const { params, payload } = call;
        const slot = await encryption.changePassphrase(params.id, payload.passphrase, keeper(call));
        return new Reply({ slot: present(slot) } satisfies ChangedKey, { subject: slot.name || kindText(slot.kind) });
      },
      audit: (_call, { subject }) => ({ action: 'unlock_key.changed', subject }),
    }),

    route({
      method: 'DELETE',
      path: '/api/admin/encryption/slots/{id}',
      access: 'admin',
      fails: ['conflict', 'too_many_attempts', 'not_ready'],
      summary: 'Removes a passphrase or the recovery key; the last one cannot be removed.',
      params,
      payload: fields(ownProof),
      answer: ok,
      handle: async (call): Promise<Reply> => {
        const { name, kind } = await encryption.remove(call.params.id, keeper(call));
        return new Reply({ ok: true } satisfies Ok, { subject: name || kindText(kind) });
      },
      audit: (_call, { subject }) => ({ action: 'unlock_key.removed', subject }),
    }),
  ];
}

function keeper(call: Pick<UserCall<unknown, unknown, OwnProof>, 'caller' | 'payload'>): KeyKeeper {
  const { userId } = call.caller;
  return { userId, ...proofOf(call.payload) };
}

const addedReply = (slot: Slot, extra: Pick<ChangedKey, 'recovery_key'>): Reply =>
  new Reply({ slot: present(slot), ...extra } satisfies ChangedKey, { status: 201, subject: slot.name });

const kindText = (kind: Slot['kind']): string => kind.replace('recovery', 'recovery key').replace('_', ' ');

const present = ({ id, kind, name, createdAt }: Slot): UnlockKey => ({ id, kind, name, created_at: createdAt });
