import { signal } from '@preact/signals';
import type { Ok, OwnProof, TwoFactor, TwoFactorConfirmed, TwoFactorEnrolment } from '../../../core/http/wire.ts';

/** What is asked of the server. */
export interface TwoFactorApi {
  state(): Promise<TwoFactor>;
  enrol(proof: OwnProof): Promise<TwoFactorEnrolment>;
  confirm(code: string): Promise<TwoFactorConfirmed>;
  drop(password: string, code: string): Promise<Ok>;
}

export type TwoFactorStep =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly why: string }
  /** The server has no second factor. */
  | { readonly is: 'unavailable' }
  | { readonly is: 'off' }
  /** The app is to be shown the secret, and then to say its first code. */
  | { readonly is: 'scan'; readonly enrolment: TwoFactorEnrolment }
  /** It is on; these are shown this once. */
  | { readonly is: 'codes'; readonly codes: readonly string[] }
  | { readonly is: 'on'; readonly codesLeft: number };

/** Switching the own second factor on and off, step by step. Each step throws with the server's own words. */
export class TwoFactorSetup {
  readonly step = signal<TwoFactorStep>({ is: 'loading' });
  readonly #api: TwoFactorApi;

  constructor(api: TwoFactorApi) {
    this.#api = api;
  }

  async load(): Promise<void> {
    try {
      const { available, enabled, recovery_codes_left: codesLeft } = await this.#api.state();
      this.step.value = enabled ? { is: 'on', codesLeft } : { is: available ? 'off' : 'unavailable' };
    } catch (error) {
      // Without the plugin that brings it there is no such route.
      const isMissing = (error as { status?: number }).status === 404;
      this.step.value = isMissing ? { is: 'unavailable' } : { is: 'failed', why: (error as Error).message };
    }
  }

  async begin(proof: OwnProof): Promise<void> {
    this.step.value = { is: 'scan', enrolment: await this.#api.enrol(proof) };
  }

  /** Nothing has changed until a code confirmed it. */
  cancel(): void {
    if (this.step.value.is === 'scan') this.step.value = { is: 'off' };
  }

  async confirm(code: string): Promise<void> {
    const { recovery_codes: codes } = await this.#api.confirm(code);
    this.step.value = { is: 'codes', codes };
  }

  /** The recovery codes are kept somewhere. */
  kept(): void {
    if (this.step.value.is === 'codes') this.step.value = { is: 'on', codesLeft: this.step.value.codes.length };
  }

  async drop(password: string, code: string): Promise<void> {
    await this.#api.drop(password, code);
    this.step.value = { is: 'off' };
  }
}
