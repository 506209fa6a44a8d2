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

/** The second factor of whoever is signed in. */
export class TwoFactorRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  state(): Promise<TwoFactor> {
    return this.#client.call('GET', '/api/auth/2fa');
  }

  /** All of the server's. */
  factors(): Promise<OwnFactors> {
    return this.#client.call('GET', '/api/auth/factors');
  }

  /** Has a second factor of the user make its challenge, before its code is sent as a proof. */
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
