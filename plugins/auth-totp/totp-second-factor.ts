import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { type SecondFactor, SecondFactorLost, type SecondFactorStatus } from 'photofinch/plugin-api';
import type * as Otplib from 'otplib';
import type { Enrolment, Enrolments } from './enrolments.ts';

interface Dependencies {
  readonly enrolments: Enrolments;
  /** 32 bytes, to encrypt secrets. */
  readonly key: Uint8Array;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The secret that a person types or scans into an authenticator app. */
export interface NewEnrolment {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
}

/** Codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone. */
export class TotpSecondFactor implements SecondFactor {
  readonly label = { en: 'Authenticator app', de: 'Authenticator-App', fr: 'Application d’authentification' };
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  isEnabled(userId: number): Promise<boolean> {
    return Promise.resolve(this.isOn(userId));
  }

  /** Like `isEnabled`, but synchronous, so that the result still applies in the following statements. */
  isOn(userId: number): boolean {
    return this.#confirmed(userId) !== undefined;
  }

  /** Whether an enrolment has started, and waits for its first code. */
  isBegun(userId: number): boolean {
    return this.#with.enrolments.of(userId)?.confirmed === false;
  }

  status(userId: number): Promise<SecondFactorStatus> {
    const enrolment = this.#confirmed(userId);
    return Promise.resolve({ enabled: enrolment !== undefined, recoveryCodesLeft: enrolment?.recovery.length ?? 0 });
  }

  /** @throws SecondFactorLost if the secret was encrypted with another key */
  async verify(userId: number, code: string): Promise<boolean> {
    await Promise.resolve();
    const enrolment = this.#confirmed(userId);
    if (!enrolment) return false;
    return this.#takeRecoveryCode(userId, enrolment, code) || this.#takeCode(userId, enrolment, code);
  }

  disable(userId: number): Promise<void> {
    this.#with.enrolments.delete(userId);
    return Promise.resolve();
  }

  /** Starts an enrolment, and replaces an unconfirmed one. The factor stays off until a first code confirms it. */
  enroll(userId: number, account: string): NewEnrolment {
    const secret = newSecret();
    const sealed = seal(this.#with.key, ownerOf(userId), secret);
    this.#with.enrolments.set(userId, { sealed, confirmed: false, usedStep: 0, recovery: [] });
    return { secret, uri: provisioningUri(secret, account) };
  }

  /**
   * Confirms an enrolment with a first code. From then on, codes are required.
   * @returns the recovery codes, which cannot be retrieved later; null if the code is wrong or no enrolment was started
   * @throws SecondFactorLost if the enrolment was started with another key
   */
  confirm(userId: number, code: string): string[] | null {
    const enrolment = this.#with.enrolments.of(userId);
    if (!enrolment || enrolment.confirmed) return null;
    const usedStep = this.#stepOf(userId, enrolment, code);
    if (usedStep === null) return null;
    const codes = newRecoveryCodes();
    const recovery = codes.map((recoveryCode) => hashOfRecoveryCode(recoveryCode) ?? '');
    this.#with.enrolments.set(userId, { ...enrolment, confirmed: true, usedStep, recovery });
    return codes;
  }

  /** Users whose secrets were encrypted with a key other than the current one. */
  lost(): number[] {
    const { enrolments, key } = this.#with;
    return enrolments.users().filter((id) => {
      const enrolment = this.#confirmed(id);
      return enrolment !== undefined && unseal(key, ownerOf(id), enrolment.sealed) === null;
    });
  }

  #confirmed(userId: number): Enrolment | undefined {
    const enrolment = this.#with.enrolments.of(userId);
    return enrolment?.confirmed ? enrolment : undefined;
  }

  #takeRecoveryCode(userId: number, enrolment: Enrolment, code: string): boolean {
    const hash = hashOfRecoveryCode(code);
    if (hash === null || !enrolment.recovery.includes(hash)) return false;
    const recovery = enrolment.recovery.filter((other) => other !== hash);
    this.#with.enrolments.set(userId, { ...enrolment, recovery });
    return true;
  }

  #takeCode(userId: number, enrolment: Enrolment, code: string): boolean {
    const step = this.#stepOf(userId, enrolment, code);
    if (step === null) return false;
    this.#with.enrolments.set(userId, { ...enrolment, usedStep: step });
    return true;
  }

  #stepOf(userId: number, { sealed, usedStep }: Enrolment, code: string): number | null {
    const { key, clock } = this.#with;
    const secret = unseal(key, ownerOf(userId), sealed);
    if (secret === null) throw new SecondFactorLost();
    return stepOfCode(secret, code, clock(), usedStep);
  }
}

const require = createRequire(import.meta.url);

/** Loaded when it is needed: on many servers no user has a second factor. */
const otplib = (): typeof Otplib => require('otplib') as typeof Otplib;

const ownerOf = (userId: number): string => `user ${userId}`;

/** Seconds for which one code is valid (RFC 6238; the default of all apps). */
const period = 30;

/** A new shared secret: 160 bits in base32. */
function newSecret(): string {
  return otplib().generateSecret();
}

/** The URL in the QR code, which authenticator apps read. */
function provisioningUri(secret: string, account: string): string {
  return otplib().generateURI({ issuer: 'Photofinch', label: account, secret });
}

/**
 * The time step of a six-digit code: the current one, or the one before or after, since clocks differ and people type
 * slowly.
 * @param now epoch seconds
 * @param usedStep the last step for which a code was accepted: codes of this step and of older ones are rejected
 * @returns null for a code that is wrong or was already used
 */
function stepOfCode(secret: string, code: string, now: number, usedStep: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const result = otplib().verifySync({ secret, token: code, epoch: now, epochTolerance: period });
  if (!result.valid || !('timeStep' in result)) return null;
  return result.timeStep > usedStep ? result.timeStep : null;
}

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a secret for storage, with AES-256-GCM.
 * @param key 32 bytes
 * @param owner is authenticated with the secret: it cannot be decrypted as that of another user
 * @returns nonce, ciphertext and tag, base64
 */
function seal(key: Uint8Array, owner: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** @returns null for a secret that was encrypted with another key or for another user, or is damaged */
function unseal(key: Uint8Array, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** Without letters that look like digits, since people write the codes down. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;
const codesAtOnce = 10;

/** Ten codes of 79 bits each: `abcd-efgh-jkmn-pqrs`. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: codesAtOnce }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
    ).join('-'),
  );
}

/**
 * The stored form of a recovery code, which cannot be used to sign in. A fast hash is enough for 79 random bits, and it
 * needs no key, so that the codes still work if the server's secret is lost.
 * @returns null for a text that is not a recovery code
 */
function hashOfRecoveryCode(code: string): string | null {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  if (plain.length !== groups * groupLength) return null;
  return createHash('sha256').update(`recovery code ${plain}`).digest('base64');
}
