import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { type SecondFactor, SecondFactorLost, type SecondFactorStatus } from 'photofinch/plugin-api';
import type * as Otplib from 'otplib';
import type { Enrolment, Enrolments } from './enrolments.ts';

interface Dependencies {
  readonly enrolments: Enrolments;
  /** 32 bytes that secrets are sealed with. */
  readonly key: Uint8Array;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** What a person types or scans into an authenticator app. */
export interface NewEnrolment {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
}

/** Codes of an authenticator app (TOTP, RFC 6238), and recovery codes for the day when the phone is gone. */
export class TotpSecondFactor implements SecondFactor {
  readonly label = { en: 'Authenticator app', de: 'Authenticator-App', fr: 'Application d’authentification' };
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  isEnabled(userId: number): Promise<boolean> {
    return Promise.resolve(this.isOn(userId));
  }

  /** As `isEnabled`, at once: nothing can happen between this answer and what is done about it. */
  isOn(userId: number): boolean {
    return this.#confirmed(userId) !== undefined;
  }

  /** Whether a first code is awaited. */
  isBegun(userId: number): boolean {
    return this.#with.enrolments.of(userId)?.confirmed === false;
  }

  status(userId: number): Promise<SecondFactorStatus> {
    const enrolment = this.#confirmed(userId);
    return Promise.resolve({ enabled: enrolment !== undefined, recoveryCodesLeft: enrolment?.recovery.length ?? 0 });
  }

  /** Rejects with `SecondFactorLost` when the secret was sealed with another key. */
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

  /** Begins an enrolment; one that was begun before and not confirmed is forgotten. The factor stays off until then. */
  enroll(userId: number, account: string): NewEnrolment {
    const secret = newSecret();
    const sealed = seal(this.#with.key, ownerOf(userId), secret);
    this.#with.enrolments.set(userId, { sealed, confirmed: false, usedStep: 0, recovery: [] });
    return { secret, uri: provisioningUri(secret, account) };
  }

  /**
   * A first code shows that the app has the secret: from now on it is asked for.
   * @returns the recovery codes, which are shown this once; null when the code is wrong or nothing was begun
   * @throws SecondFactorLost when it was begun with another key
   */
  confirm(userId: number, code: string): string[] | null {
    const enrolment = this.#with.enrolments.of(userId);
    if (!enrolment || enrolment.confirmed) return null;
    const usedStep = this.#stepOf(userId, enrolment, code);
    if (usedStep === null) return null;
    const codes = newRecoveryCodes();
    const recovery = codes.map((one) => hashOfRecoveryCode(one) ?? '');
    this.#with.enrolments.set(userId, { ...enrolment, confirmed: true, usedStep, recovery });
    return codes;
  }

  /** Users whose secrets were sealed with a key that is not the present one. */
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
    const recovery = enrolment.recovery.filter((one) => one !== hash);
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

/** Read for the first code, not at each start of a server that may have nobody with a second factor. */
const otplib = (): typeof Otplib => require('otplib') as typeof Otplib;

const ownerOf = (userId: number): string => `user ${userId}`;

/** Seconds that one code is for (RFC 6238, as every app has it). */
const period = 30;

/** A fresh shared secret: 160 bits in base32. */
function newSecret(): string {
  return otplib().generateSecret();
}

/** What an authenticator app reads from the QR code. */
function provisioningUri(secret: string, account: string): string {
  return otplib().generateURI({ issuer: 'Photofinch', label: account, secret });
}

/**
 * The time step that a code of six digits is for, when it is right: this one, or the one before or after, since clocks
 * differ and people type slowly.
 * @param now epoch seconds
 * @param usedStep the last step whose code was taken: neither it nor an older one is taken again
 * @returns null when the code is wrong, or used
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
 * Encrypts a secret for its place at rest, with AES-256-GCM.
 * @param key 32 bytes
 * @param owner bound to the secret: what was sealed for one user cannot be opened as another's
 * @returns nonce, ciphertext and tag, base64
 */
function seal(key: Uint8Array, owner: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Null when it was sealed with another key, for somebody else, or is damaged. */
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

/** Without letters that look like digits: people write these down. */
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
 * What is kept of a code, so that a stolen index opens nothing. One hash is enough: nobody guesses 79 random bits, and it
 * needs no key, so that the codes still work when the server's secret was lost.
 * @returns null for a text that is no recovery code
 */
function hashOfRecoveryCode(code: string): string | null {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  if (plain.length !== groups * groupLength) return null;
  return createHash('sha256').update(`recovery code ${plain}`).digest('base64');
}
