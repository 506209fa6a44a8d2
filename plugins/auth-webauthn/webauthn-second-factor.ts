import type { BeginOptions, SecondFactor, SecondFactorStatus } from 'photofinch/plugin-api';
import type { OneTimeTickets } from 'photofinch/plugin-api/toolkit';
import type { Assertions, WaitingChallenge } from './assertions.ts';
import type { Passkeys } from './passkeys.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: OneTimeTickets<WaitingChallenge>;
  readonly assertions: Assertions;
}

/** A passkey after the password: a security key, or a phone or computer with finger, face or PIN. */
export class WebauthnSecondFactor implements SecondFactor {
  readonly label = { en: 'Passkey', de: 'Passkey', fr: 'Clé d’accès' };
  readonly prompt = { module: '/plugins/auth-webauthn/prompt.js' };
  readonly enrolment = {
    page: '/plugins/auth-webauthn/',
    label: { en: 'Your passkeys', de: 'Deine Passkeys', fr: 'Vos clés d’accès' },
  };
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Also at a URL where none of the passkeys can be used, since the client chooses the URL. */
  isEnabled(userId: number): Promise<boolean> {
    return Promise.resolve(this.#with.passkeys.of(userId).length > 0);
  }

  async status(userId: number): Promise<SecondFactorStatus> {
    return { enabled: await this.isEnabled(userId), recoveryCodesLeft: 0 };
  }

  begin(userId: number, { origin }: BeginOptions): Promise<unknown> {
    return this.#with.assertions.askUser(userId, origin);
  }

  /** @param code the browser's answer, as JSON */
  async verify(userId: number, code: string): Promise<boolean> {
    let answer: unknown;
    try {
      answer = JSON.parse(code);
    } catch {
      return false;
    }
    return this.#with.assertions.isRight(userId, answer);
  }

  disable(userId: number): Promise<void> {
    this.#with.passkeys.removeAll(userId);
    this.#with.challenges.end((challenge) => challenge.userId === userId);
    return Promise.resolve();
  }
}
