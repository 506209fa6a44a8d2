import type {
  FactorChallenge,
  Ok,
  OwnFactors,
  OwnProof,
  TwoFactor,
  TwoFactorConfirmed,
  TwoFactorEnrolment,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of the signed-in user's second factors. */
export class TwoFactorRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  state(): Promise<TwoFactor> {
    return this.#client.call('GET', '/api/auth/2fa');
  }

  /** All second factors that the server offers. */
  factors(): Promise<OwnFactors> {
    return this.#client.call('GET', '/api/auth/factors');
  }

  /** Makes a second factor create its challenge, before its code is sent as proof. */
  challenge(factor: string): Promise<FactorChallenge> {
    return this.#client.call('POST', '/api/auth/factors/challenge', { body: { factor } });
  }

  enrol({ current_password: password, ...proof }: OwnProof): Promise<TwoFactorEnrolment> {
    return this.#client.call('POST', '/api/auth/2fa/enroll', { body: { password, ...proof } });
  }

  confirm(code: string): Promise<TwoFactorConfirmed> {
    return this.#client.call('POST', '/api/auth/2fa/confirm', { body: { code } });
  }

  drop(password: string, code: string): Promise<Ok> {
    return this.#client.call('DELETE', '/api/auth/2fa', { body: { password, code } });
  }
}
