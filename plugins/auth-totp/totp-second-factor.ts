import type { SecondFactor, SecondFactorStatus } from 'photofinch/plugin-api';
import { SecondFactorLost } from 'photofinch/plugin-api';
import type { Enrolment, Enrolments } from './enrolments.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { seal, unseal } from './sealed-secret.ts';
import { newSecret, provisioningUri, stepOfCode } from './totp.ts';

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

const ownerOf = (userId: number): string => `user ${userId}`;
