import { createHash } from 'node:crypto';
import sodium from 'libsodium-wrappers-sumo';

/*
 * [Note: Who can read a picture]
 *
 * The JetStream queue holds tickets, which name a job but contain nothing of it. A worker that has drawn a ticket requests
 * the job from the server, and the server seals the picture for this one admitted worker. A picture is therefore never
 * sealed for an unknown receiver and never waits in a queue, and a removed worker gets no more pictures, whichever tickets
 * it has drawn. The alternative is a key for each job, wrapped for every worker that is online: pictures would then lie on
 * the disk of NATS, and a worker that comes later could not open the waiting jobs.
 *
 * All keys are made with libsodium. Worker and server each have a long-term key pair (X25519), and a fresh pair for each
 * session (`crypto_kx`). Session keys depend on both: on the fresh pairs for forward secrecy (long-term keys that are stolen
 * later open no recorded session), and on the long-term pairs (`crypto_box_beforenm`) for mutual authentication. Each
 * direction has its own key, so that a message cannot be reflected to its sender.
 *
 * The key of answers depends on the two long-term pairs alone, so that a restarted server can open answers to earlier jobs.
 */

/** A long-term or a fresh key pair, 32 bytes for each key. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** The keys of a session, 32 bytes each. */
export interface SessionKeys {
  readonly toServer: Uint8Array;
  readonly toWorker: Uint8Array;
}

/** The inputs of the key agreement. */
interface Agreement {
  /** The id of the session, chosen by the server. */
  readonly session: string;
  readonly own: KeyPair;
  readonly ownFresh: KeyPair;
  /** The public keys of the other side. */
  readonly other: Uint8Array;
  readonly otherFresh: Uint8Array;
}

export const keyBytes = 32;

/** Must be awaited before any other function of this module is called. */
export const keysReady = (): Promise<void> => sodium.ready;

/** The key pair derived from 32 secret bytes. */
export function keyPairOf(seed: Uint8Array): KeyPair {
  return sodium.crypto_box_seed_keypair(seed);
}

export const freshKeyPair = (): KeyPair => sodium.crypto_box_keypair();

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The fingerprint that people compare: 100 bits of a hash of a public key, in the form `abcd-efgh-ijkl-mnop-qrst`. Making
 * another key with the same fingerprint is infeasible.
 */
export function fingerprintOf(publicKey: Uint8Array): string {
  const hash = createHash('sha256').update('photofinch ml-nats key').update(publicKey).digest();
  const bits = [...hash.subarray(0, 13)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const symbols = Array.from({ length: 20 }, (_, at) => letters[parseInt(bits.slice(at * 5, at * 5 + 5), 2)] ?? '');
  return (symbols.join('').match(/.{4}/g) ?? []).join('-');
}

/** Normalizes a typed fingerprint, with or without dashes; undefined if it is invalid. */
export function readFingerprint(text: string): string | undefined {
  const symbols = text.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^[a-z2-7]{20}$/.test(symbols) ? (symbols.match(/.{4}/g) ?? []).join('-') : undefined;
}

/** @throws Error for an invalid public key */
export function sessionKeysOfWorker({ session, own, ownFresh, other, otherFresh }: Agreement): SessionKeys {
  const { publicKey, privateKey } = ownFresh;
  const { sharedRx, sharedTx } = sodium.crypto_kx_client_session_keys(publicKey, privateKey, otherFresh);
  const facts = [session, own.publicKey, other, publicKey, otherFresh];
  return deriveSessionKeys({ own, other }, { toServer: sharedTx, toWorker: sharedRx }, facts);
}

/** The same keys on the server's side. @throws Error for an invalid public key */
export function sessionKeysOfServer({ session, own, ownFresh, other, otherFresh }: Agreement): SessionKeys {
  const { publicKey, privateKey } = ownFresh;
  const { sharedRx, sharedTx } = sodium.crypto_kx_server_session_keys(publicKey, privateKey, otherFresh);
  const facts = [session, other, own.publicKey, otherFresh, publicKey];
  return deriveSessionKeys({ own, other }, { toServer: sharedRx, toWorker: sharedTx }, facts);
}

/** The key of all answers of a worker to a server. @throws Error for an invalid public key */
export function answerKey(own: KeyPair, other: Uint8Array): Uint8Array {
  return sodium.crypto_generichash(
    keyBytes,
    'photofinch ml-nats 1 answers',
    sodium.crypto_box_beforenm(other, own.privateKey),
  );
}

/** Derives keys that depend on a long-term secret, fresh secrets and the facts of the session. */
function deriveSessionKeys(
  { own, other }: Pick<Agreement, 'own' | 'other'>,
  freshSecrets: SessionKeys,
  facts: readonly (string | Uint8Array)[],
): SessionKeys {
  const longTermKey = sodium.crypto_box_beforenm(other, own.privateKey);
  const derive = (freshSecret: Uint8Array): Uint8Array => {
    const bytes = ['photofinch ml-nats 1 session', freshSecret, ...facts].map((fact) => Buffer.from(fact));
    return sodium.crypto_generichash(keyBytes, Buffer.concat(bytes), longTermKey);
  };
  return { toServer: derive(freshSecrets.toServer), toWorker: derive(freshSecrets.toWorker) };
}
