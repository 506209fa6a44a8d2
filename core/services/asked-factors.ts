import { DomainError } from '../domain/errors.ts';
import { SecondFactorLost, type BeginOptions, type SecondFactor } from '../plugin-api/index.ts';
import { inTime, withinTime } from '../plugin-api/toolkit/index.ts';

/** A second factor and the plugin that provides it. */
export interface LoadedFactor {
  readonly plugin: string;
  readonly factor: SecondFactor;
}

/** Bytes, about: no challenge of any kind needs more. */
const largestChallenge = 64 * 1024;

/** The factors that one user is asked for. Any one of them is enough. */
export class AskedFactors {
  readonly factors: readonly LoadedFactor[];
  readonly #userId: number;
  readonly #patience: number;

  /** @param patience milliseconds that a plugin may take */
  constructor(userId: number, factors: readonly LoadedFactor[], patience: number) {
    this.#userId = userId;
    this.factors = factors;
    this.#patience = patience;
  }

  /**
   * Has a factor make its challenge.
   * @returns JSON; null for a factor that makes none
   * @throws DomainError `not_found` for one that the user is not asked for, `not_ready`
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
   * @param plugin whose code it is; absent: any one's
   * @throws DomainError `not_found` for a plugin that the user is not asked for, `not_ready`
   */
  async verify(code: string, plugin?: string): Promise<boolean> {
    const asked = plugin === undefined ? this.factors : [this.#named(plugin)];
    const errors: unknown[] = [];
    for (const { plugin: name, factor } of asked) {
      try {
        const right = factor.verify(this.#userId, code);
        // Nothing else opens the door, such as an object that says in itself that the code was wrong.
        const answer: unknown = await inTime(right, this.#patience, () => silent(name));
        if (answer === true) return true;
      } catch (error) {
        errors.push(error);
      }
    }
    // Where one of them could tell, it was a guess, which has to count.
    if (errors.length === asked.length) lostFactor(errors[0]);
    return false;
  }

  #named(plugin: string): LoadedFactor {
    const found = this.factors.find((one) => one.plugin === plugin);
    if (!found) throw new DomainError('not_found', 'You have no such second factor.', { problem: 'no_such_factor' });
    return found;
  }
}

/** A plugin does not answer. */
export function silent(plugin: string): DomainError {
  return new DomainError('not_ready', `The second factor of the plugin ${plugin} does not answer: try again later.`, {
    problem: 'second_factor_silent',
  });
}

/**
 * What is said when a code cannot be checked. A plugin of another copy of the contract throws a class of its own, so the
 * name decides.
 */
function lostFactor(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'SecondFactorLost') throw error;
  throw new DomainError('not_ready', new SecondFactorLost().message, { problem: 'codes_lost' });
}
