import { signal } from '@preact/signals';
import type { Ok, OwnProof, TwoFactor, TwoFactorConfirmed, TwoFactorEnrolment } from '../../../core/http/wire.ts';

/** The server's two-factor routes. */
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
  /** The app has to scan the secret, and the first code has to be entered. */
  | { readonly is: 'scan'; readonly enrolment: TwoFactorEnrolment }
  /** It is on; the recovery codes are shown only now. */
  | { readonly is: 'codes'; readonly codes: readonly string[] }
  | { readonly is: 'on'; readonly codesLeft: number };

/** Switches the user's own second factor on and off, step by step. Each step throws an error with the server's message. */
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
      // The route only exists with the plugin.
      const isMissing = (error as { status?: number }).status === 404;
      this.step.value = isMissing ? { is: 'unavailable' } : { is: 'failed', why: (error as Error).message };
    }
  }

  async begin(proof: OwnProof): Promise<void> {
    this.step.value = { is: 'scan', enrolment: await this.#api.enrol(proof) };
  }

  /** Nothing has changed before the first code is confirmed. */
  cancel(): void {
    if (this.step.value.is === 'scan') this.step.value = { is: 'off' };
  }

  async confirm(code: string): Promise<void> {
    const { recovery_codes: codes } = await this.#api.confirm(code);
    this.step.value = { is: 'codes', codes };
  }

  /** To be called when the recovery codes are stored. */
  kept(): void {
    if (this.step.value.is === 'codes') this.step.value = { is: 'on', codesLeft: this.step.value.codes.length };
  }

  async drop(password: string, code: string): Promise<void> {
    await this.#api.drop(password, code);
    this.step.value = { is: 'off' };
  }
}
