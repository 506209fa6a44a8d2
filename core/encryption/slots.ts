import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';
import { readRecoveryKey } from './recovery-key.ts';
import { stretched, usualStretching, type Stretching } from './stretch.ts';

/** What opens a slot: a phrase that people remember, a file, or the recovery key that was printed once. */
export type SlotKind = 'passphrase' | 'key_file' | 'recovery';

/** A secret that somebody presents. */
export type UnlockSecret =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'recovery'; readonly recoveryKey: string }
  | { readonly kind: 'key_file'; readonly content: Uint8Array };

/** The data key, wrapped once for one secret. */
export interface Slot {
  readonly id: string;
  readonly kind: SlotKind;
  /** For people: which file, whose phrase; empty where nobody gave one. Not encrypted. */
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** 16 bytes, base64. */
  readonly salt: string;
  /** Of a passphrase alone. */
  readonly stretching?: Stretching;
  /** The sealed data key, base64. */
  readonly wrapped: string;
}

interface Making {
  /** Of a slot whose secret is another one now; a new one when absent. */
  readonly id?: string | undefined;
  readonly library: string;
  readonly name: string;
  readonly now: number;
  readonly stretching: Stretching;
}

/** Wraps the data key for a secret. @throws RangeError for a recovery key that is none */
export async function newSlot(
  dataKey: Uint8Array,
  secret: UnlockSecret,
  { id = randomUUID(), library, name, now, stretching }: Making,
): Promise<Slot> {
  const salt = randomBytes(16);
  const slot = {
    id,
    kind: secret.kind,
    name,
    createdAt: now,
    salt: salt.toString('base64'),
    ...(secret.kind === 'passphrase' && { stretching }),
  };
  const key = await wrappingKey(secret, salt, stretching);
  if (!key) throw new RangeError('This is no recovery key.');
  return { ...slot, wrapped: seal(key, nameOf(slot, library), dataKey).toString('base64') };
}

/** The data key, if the secret opens the slot; else null. */
export async function openSlot(slot: Slot, secret: UnlockSecret, library: string): Promise<Buffer | null> {
  if (slot.kind !== secret.kind) return null;
  const key = await wrappingKey(secret, Buffer.from(slot.salt, 'base64'), slot.stretching ?? usualStretching);
  if (!key) return null;
  try {
    return unseal(key, nameOf(slot, library), Buffer.from(slot.wrapped, 'base64'));
  } catch (error) {
    if (error instanceof NotAuthentic) return null;
    throw error;
  }
}

/** A slot's wrapped key is good for no other slot and no other library. */
const nameOf = ({ id, kind }: Pick<Slot, 'id' | 'kind'>, library: string): string =>
  `data key of ${library} for ${kind} ${id}`;

async function wrappingKey(secret: UnlockSecret, salt: Buffer, stretching: Stretching): Promise<Buffer | null> {
  if (secret.kind === 'passphrase') return stretched(secret.passphrase, salt, stretching);
  // These are random and long: nothing is to be gained by stretching them.
  const bytes = secret.kind === 'recovery' ? readRecoveryKey(secret.recoveryKey) : secret.content;
  return bytes && Buffer.from(hkdfSync('sha256', bytes, salt, `photofinch ${secret.kind}`, 32));
}
