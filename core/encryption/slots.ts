import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';
import { readRecoveryKey } from './recovery-key.ts';
import { stretched, type Stretching } from './stretch.ts';

/** The kind of secret that opens a slot: a phrase that people remember, a file, or the recovery key that was printed once. */
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
  /** For people, such as the file or the owner of the phrase; empty if none was given. Not encrypted. */
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** 16 bytes, base64. */
  readonly salt: string;
  /** Absent for secrets that nobody can guess: see `canBeGuessed`. */
  readonly stretching?: Stretching;
  /** The sealed data key, base64. */
  readonly wrapped: string;
}

interface Making {
  /** Of a slot that is replaced; a new one when absent. */
  readonly id?: string | undefined;
  readonly library: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly now: number;
  readonly stretching: Stretching;
}

/** Wraps the data key for a secret. @throws RangeError for a text that is no recovery key */
export async function newSlot(
  dataKey: Uint8Array,
  secret: UnlockSecret,
  { id = randomUUID(), library, name, now, stretching }: Making,
): Promise<Slot> {
  const salt = randomBytes(16);
  const usedStretching = canBeGuessed(secret) ? stretching : undefined;
  const slot = {
    id,
    kind: secret.kind,
    name,
    createdAt: now,
    salt: salt.toString('base64'),
    ...(usedStretching && { stretching: usedStretching }),
  };
  const key = await wrappingKey(secret, salt, usedStretching);
  if (!key) throw new RangeError('This is no recovery key.');
  try {
    return { ...slot, wrapped: seal(key, nameOf(slot, library), dataKey).toString('base64') };
  } finally {
    key.fill(0);
  }
}

/** The data key, if the secret opens the slot; else null. */
export async function openSlot(slot: Slot, secret: UnlockSecret, library: string): Promise<Buffer | null> {
  if (slot.kind !== secret.kind) return null;
  const key = await wrappingKey(secret, Buffer.from(slot.salt, 'base64'), slot.stretching);
  if (!key) return null;
  try {
    return unseal(key, nameOf(slot, library), Buffer.from(slot.wrapped, 'base64'));
  } catch (error) {
    if (error instanceof NotAuthentic) return null;
    throw error;
  } finally {
    key.fill(0);
  }
}

/**
 * Whether stretching protects a secret. Recovery keys have 160 random bits, and a key file that looks random was made by a
 * program. Any other may be a sentence that somebody made up.
 */
function canBeGuessed(secret: UnlockSecret): boolean {
  return secret.kind === 'passphrase' || (secret.kind === 'key_file' && !looksRandom(secret.content));
}

/**
 * Whether a file has nearly as many different bytes as random ones have: 30 of 32 on average, where a sentence has about 15 in any
 * encoding. Of 32 random bytes, one file in ten thousand has fewer than four fifths of the average: it is stretched in vain.
 */
function looksRandom(content: Uint8Array): boolean {
  const average = 256 * (1 - (255 / 256) ** content.length);
  return new Set(content).size >= 0.8 * average;
}

/** The name under which a data key is sealed: it fits no other slot and no other library. */
const nameOf = ({ id, kind }: Pick<Slot, 'id' | 'kind'>, library: string): string =>
  `data key of ${library} for ${kind} ${id}`;

/** @returns null for a text that is no recovery key */
async function wrappingKey(
  secret: UnlockSecret,
  salt: Buffer,
  stretching: Stretching | undefined,
): Promise<Buffer | null> {
  const bytes = bytesOf(secret);
  if (!bytes) return null;
  const random = stretching ? await stretched(bytes, salt, stretching) : bytes;
  try {
    return Buffer.from(hkdfSync('sha256', random, salt, `photofinch ${secret.kind}`, 32));
  } finally {
    if (random !== bytes) random.fill(0);
  }
}

function bytesOf(secret: UnlockSecret): Uint8Array | null {
  if (secret.kind === 'key_file') return secret.content;
  if (secret.kind === 'recovery') return readRecoveryKey(secret.recoveryKey);
  // Keyboards make the same letter of different code points.
  return Buffer.from(secret.passphrase.normalize('NFKC'));
}
