import { createHash } from 'node:crypto';
import sodium from 'libsodium-wrappers-sumo';

/*
 * [Note: Who can read a picture]
 *
 * The queue of JetStream hands out tickets, which name a job and have nothing of it. A worker that drew one asks the server for
 * the job, and the server seals the picture for this one worker, which an admin has admitted. So a picture is never sealed for
 * whoever may come, never waits in a queue, and a worker that was removed gets none from that moment on, whatever it has drawn.
 * The other way would be a key for each job, wrapped for every worker that is there: pictures would then lie on the disk of NATS,
 * and a worker that comes late could not open what waits.
 *
 * All keys are made with libsodium. Worker and server each have a lasting pair (X25519) and agree on keys for one session with
 * fresh pairs besides (`crypto_kx`). The keys of a session need both: the fresh ones, so that lasting keys which are stolen later
 * open nothing that was recorded; and the lasting ones (`crypto_box_beforenm`), so that each side knows the other by what it can
 * open. One key is for each direction: what a worker sent cannot be sent back to it.
 *
 * Answers have a key of the two lasting pairs alone: a server that was started again opens what its predecessor had asked for.
 */

/** A lasting or a fresh pair, 32 bytes each. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Of one session, 32 bytes each. */
export interface SessionKeys {
  readonly toServer: Uint8Array;
  readonly toWorker: Uint8Array;
}

/** What is known of both sides of a session. */
interface Agreement {
  /** The name of the session, as the server gave it. */
  readonly session: string;
  readonly own: KeyPair;
  readonly ownFresh: KeyPair;
  /** Public keys of the other side. */
  readonly other: Uint8Array;
  readonly otherFresh: Uint8Array;
}

export const keyBytes = 32;

/** To be awaited before anything else of this module is called. */
export const keysReady = (): Promise<void> => sodium.ready;

/** The pair that follows from 32 secret bytes. */
export function keyPairOf(seed: Uint8Array): KeyPair {
  return sodium.crypto_box_seed_keypair(seed);
}

export const freshKeyPair = (): KeyPair => sodium.crypto_box_keypair();

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * What people compare: 100 bits of a hash of a public key, as `abcd-efgh-ijkl-mnop-qrst`. Nobody can make another key with the
 * same one.
 */
export function fingerprintOf(publicKey: Uint8Array): string {
  const hash = createHash('sha256').update('photofinch ml-nats key').update(publicKey).digest();
  const bits = [...hash.subarray(0, 13)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const symbols = Array.from({ length: 20 }, (_, at) => letters[parseInt(bits.slice(at * 5, at * 5 + 5), 2)] ?? '');
  return (symbols.join('').match(/.{4}/g) ?? []).join('-');
}

/** A fingerprint as a person typed it, with or without the dashes; undefined for none. */
export function readFingerprint(text: string): string | undefined {
  const symbols = text.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^[a-z2-7]{20}$/.test(symbols) ? (symbols.match(/.{4}/g) ?? []).join('-') : undefined;
}

/** @throws Error for a public key that is none */
export function sessionKeysOfWorker({ session, own, ownFresh, other, otherFresh }: Agreement): SessionKeys {
  const { sharedRx, sharedTx } = sodium.crypto_kx_client_session_keys(
    ownFresh.publicKey,
    ownFresh.privateKey,
    otherFresh,
  );
  const lasting = sodium.crypto_box_beforenm(other, own.privateKey);
  const facts = [session, own.publicKey, other, ownFresh.publicKey, otherFresh];
  return { toServer: mixed(lasting, sharedTx, facts), toWorker: mixed(lasting, sharedRx, facts) };
}

/** The same keys, on the other side. @throws Error for a public key that is none */
export function sessionKeysOfServer({ session, own, ownFresh, other, otherFresh }: Agreement): SessionKeys {
  const { sharedRx, sharedTx } = sodium.crypto_kx_server_session_keys(
    ownFresh.publicKey,
    ownFresh.privateKey,
    otherFresh,
  );
  const lasting = sodium.crypto_box_beforenm(other, own.privateKey);
  const facts = [session, other, own.publicKey, otherFresh, ownFresh.publicKey];
  return { toServer: mixed(lasting, sharedRx, facts), toWorker: mixed(lasting, sharedTx, facts) };
}

/** The key of all answers of one worker to one server. @throws Error for a public key that is none */
export function answerKey(own: KeyPair, other: Uint8Array): Uint8Array {
  return sodium.crypto_generichash(
    keyBytes,
    'photofinch ml-nats 1 answers',
    sodium.crypto_box_beforenm(other, own.privateKey),
  );
}

/** A key that can be made only by whoever has both others. */
function mixed(lasting: Uint8Array, fresh: Uint8Array, facts: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = ['photofinch ml-nats 1 session', fresh, ...facts].map((fact) => Buffer.from(fact));
  return sodium.crypto_generichash(keyBytes, Buffer.concat(bytes), lasting);
}
