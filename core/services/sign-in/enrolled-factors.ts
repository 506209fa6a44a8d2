import { DomainError } from '../../domain/errors.ts';
import { SecondFactorLost, type BeginOptions, type SecondFactor } from '../../plugin-api/index.ts';
import { inTime, withinTime } from '../../plugin-api/toolkit/index.ts';

/** A second factor and the plugin that provides it. */
export interface LoadedFactor {
  readonly plugin: string;
  readonly factor: SecondFactor;
}

/** Characters of a challenge's JSON. */
const largestChallenge = 64 * 1024;

/** The second factors in which one user is enrolled. Any one of them is enough. */
export class EnrolledFactors {
  readonly factors: readonly LoadedFactor[];
  readonly #userId: number;
  readonly #patience: number;

  /** @param patience milliseconds within which a plugin has to answer */
  constructor(userId: number, factors: readonly LoadedFactor[], patience: number) {
    this.#userId = userId;
    this.factors = factors;
    this.#patience = patience;
  }

  /**
   * Has a factor make its challenge.
   * @returns JSON; null for a factor without challenges
   * @throws DomainError `not_found` when the user is not enrolled in the factor, `not_ready`
   */
  async begin(plugin: string, { origin, signal }: BeginOptions): Promise<unknown> {
    const { factor } = this.#named(plugin);
    const challenge = await withinTime(async (within) => factor.begin?.(this.#userId, { origin, signal: within }), {
      ms: this.#patience,
      signals: [signal],
      tooLate: () => silent(plugin),
    });
    const json = JSON.stringify(challenge ?? null);
    if (json.length > largestChallenge) throw new Error(`The challenge of ${plugin} has ${json.length} characters.`);
    return challenge ?? null;
  }

  /**
   * Whether a code is right and unused.
   * @param plugin of the factor that the code is for; absent: any of them
   * @throws DomainError `not_found` when the user is not enrolled in that factor, `not_ready`
   */
  async verify(code: string, plugin?: string): Promise<boolean> {
    const tried = plugin === undefined ? this.factors : [this.#named(plugin)];
    const errors: unknown[] = [];
    for (const { plugin: name, factor } of tried) {
      try {
        const right = factor.verify(this.#userId, code);
        // Only `true` counts: an object such as { ok: false } would be truthy.
        const answer: unknown = await inTime(right, this.#patience, () => silent(name));
        if (answer === true) return true;
      } catch (error) {
        errors.push(error);
      }
    }
    // If at least one factor could check the code, it was a wrong guess, which has to count.
    if (errors.length === tried.length) lostFactor(errors[0]);
    return false;
  }

  #named(plugin: string): LoadedFactor {
    const found = this.factors.find((one) => one.plugin === plugin);
    if (!found) throw new DomainError('not_found', 'You have no such second factor.', { problem: 'no_such_factor' });
    return found;
  }
}

/** The error for a plugin that does not answer. */
export function silent(plugin: string): DomainError {
  return new DomainError('not_ready', `The second factor of the plugin ${plugin} does not answer: try again later.`, {
    problem: 'second_factor_silent',
  });
}

/**
 * Rethrows why a code cannot be checked. `SecondFactorLost` is recognised by its name: a plugin may have its own copy of the
 * class.
 */
function lostFactor(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'SecondFactorLost') throw error;
  throw new DomainError('not_ready', new SecondFactorLost().message, { problem: 'codes_lost' });
}
