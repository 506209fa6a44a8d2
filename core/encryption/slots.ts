import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';
import { readRecoveryKey } from './recovery-key.ts';
import { stretchSecret, type StretchParameters } from './stretch.ts';

/** The kind of secret that opens a slot: a memorable phrase, a file, or the recovery key, which is shown only once. */
export type SlotKind = 'passphrase' | 'key_file' | 'recovery';

/** A secret with which to unlock the library. */
export type UnlockSecret =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'recovery'; readonly recoveryKey: string }
  | { readonly kind: 'key_file'; readonly content: Uint8Array };

/** The data key, wrapped once for one secret. */
export interface Slot {
  readonly id: string;
  readonly kind: SlotKind;
  /** A display name, such as the file or the owner of the phrase; may be empty. Not encrypted. */
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** 16 bytes, base64. */
  readonly salt: string;
  /** Missing for secrets that cannot be guessed: see `canBeGuessed`. */
  readonly stretching?: StretchParameters;
  /** The sealed data key, base64. */
  readonly wrapped: string;
}

interface SlotOptions {
  /** The id of a slot to replace; default: a new one. */
  readonly id?: string | undefined;
  readonly library: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly now: number;
  readonly stretching: StretchParameters;
}

/** Wraps the data key for a secret. @throws RangeError for an invalid recovery key */
export async function newSlot(
  dataKey: Uint8Array,
  secret: UnlockSecret,
  { id = randomUUID(), library, name, now, stretching }: SlotOptions,
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

/** The data key if the secret opens the slot, otherwise null. */
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
 * Whether a secret needs stretching. Recovery keys have 160 random bits, and a key file that looks random was made by a
 * program. Any other secret may be a sentence that a person made up.
 */
function canBeGuessed(secret: UnlockSecret): boolean {
  return secret.kind === 'passphrase' || (secret.kind === 'key_file' && !looksRandom(secret.content));
}

/**
 * Whether a file has nearly as many distinct bytes as random data: 30 of 32 on average, while a sentence has about 15 in any
 * encoding. One in ten thousand random files of 32 bytes has fewer than four fifths of the average; it is stretched
 * needlessly.
 */
function looksRandom(content: Uint8Array): boolean {
  const average = 256 * (1 - (255 / 256) ** content.length);
  return new Set(content).size >= 0.8 * average;
}

/** The name under which a data key is sealed, unique for each slot and library. */
const nameOf = ({ id, kind }: Pick<Slot, 'id' | 'kind'>, library: string): string =>
  `data key of ${library} for ${kind} ${id}`;

/** @returns null for an invalid recovery key */
async function wrappingKey(
  secret: UnlockSecret,
  salt: Buffer,
  stretching: StretchParameters | undefined,
): Promise<Buffer | null> {
  const bytes = bytesOf(secret);
  if (!bytes) return null;
  const random = stretching ? await stretchSecret(bytes, salt, stretching) : bytes;
  try {
    return Buffer.from(hkdfSync('sha256', random, salt, `photofinch ${secret.kind}`, 32));
  } finally {
    if (random !== bytes) random.fill(0);
  }
}

function bytesOf(secret: UnlockSecret): Uint8Array | null {
  if (secret.kind === 'key_file') return secret.content;
  if (secret.kind === 'recovery') return readRecoveryKey(secret.recoveryKey);
  // Keyboards produce different code points for the same letter.
  return Buffer.from(secret.passphrase.normalize('NFKC'));
}
