import { DomainError } from '../../domain/errors.ts';
import type { BeginOptions, SecondFactor } from '../../plugin-api/index.ts';
import { inTime, withinTime } from '../../plugin-api/toolkit/index.ts';
import { factorError, silentFactorError, type OnFactorFault } from './factor-errors.ts';

/** A second factor and the plugin that provides it. */
export interface LoadedFactor {
  readonly plugin: string;
  readonly factor: SecondFactor;
}

/** The maximum length of a challenge's JSON, in characters. */
const largestChallenge = 64 * 1024;

/** The second factors in which one user is enrolled. A code of any one of them is enough. */
export class EnrolledFactors {
  readonly factors: readonly LoadedFactor[];
  readonly #userId: number;
  readonly #patience: number;
  readonly #onFault: OnFactorFault | undefined;

  /** @param options.patience the time limit for a plugin's answer, in milliseconds */
  constructor(
    userId: number,
    factors: readonly LoadedFactor[],
    options: { readonly patience: number; readonly onFault: OnFactorFault | undefined },
  ) {
    this.#userId = userId;
    this.factors = factors;
    this.#patience = options.patience;
    this.#onFault = options.onFault;
  }

  /**
   * Requests a challenge from a second factor.
   * @returns JSON; null for a factor without challenges
   * @throws DomainError `not_found` if the user is not enrolled in the factor, `not_ready`; a PluginHttpError of the plugin
   */
  async begin(plugin: string, options: BeginOptions): Promise<unknown> {
    const factor = this.#named(plugin);
    try {
      return await this.#challengeOf(factor, options);
    } catch (error) {
      throw factorError(plugin, error, this.#onFault);
    }
  }

  /**
   * Whether a code is correct and unused.
   * @param plugin the plugin of the factor; missing: any factor
   * @throws DomainError `not_found` if the user is not enrolled in that factor, `not_ready`; a PluginHttpError of the plugin
   */
  async verify(code: string, plugin?: string): Promise<boolean> {
    const factors = plugin === undefined ? this.factors : [this.#named(plugin)];
    const errors: Error[] = [];
    for (const { plugin: name, factor } of factors) {
      try {
        const verification = factor.verify(this.#userId, code);
        // Only `true` counts: an object such as { ok: false } would be truthy.
        const answer: unknown = await inTime(verification, this.#patience, () => silentFactorError(name));
        if (answer === true) return true;
      } catch (error) {
        errors.push(factorError(name, error, this.#onFault));
      }
    }
    // If at least one factor could check the code, the code was wrong, which must count as an attempt.
    const [first] = errors;
    if (first && errors.length === factors.length) throw first;
    return false;
  }

  async #challengeOf({ plugin, factor }: LoadedFactor, { origin, signal }: BeginOptions): Promise<unknown> {
    const challenge = await withinTime(async (stop) => factor.begin?.(this.#userId, { origin, signal: stop }), {
      ms: this.#patience,
      signals: [signal],
      tooLate: () => silentFactorError(plugin),
    });
    const json = JSON.stringify(challenge ?? null);
    if (json.length > largestChallenge) throw new Error(`The challenge of ${plugin} has ${json.length} characters.`);
    return challenge ?? null;
  }

  #named(plugin: string): LoadedFactor {
    const found = this.factors.find((one) => one.plugin === plugin);
    if (!found) throw new DomainError('not_found', 'You have no such second factor.', { problem: 'no_such_factor' });
    return found;
  }
}
