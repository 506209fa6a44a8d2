import type { BeginOptions, SecondFactor, SecondFactorStatus } from 'photofinch/plugin-api';
import type { Assertions } from './assertions.ts';
import type { Challenges } from './challenges.ts';
import type { Passkeys } from './passkeys.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
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

  /** Also where none of them can be used at the address at which somebody signs in: they could say any. */
  isEnabled(userId: number): Promise<boolean> {
    return Promise.resolve(this.#with.passkeys.of(userId).length > 0);
  }

  async status(userId: number): Promise<SecondFactorStatus> {
    return { enabled: await this.isEnabled(userId), recoveryCodesLeft: 0 };
  }

  begin(userId: number, { origin }: BeginOptions): Promise<unknown> {
    return this.#with.assertions.ask(userId, origin);
  }

  /** @param code the JSON of what the browser answered */
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
    this.#with.challenges.forget(userId);
    return Promise.resolve();
  }
}
