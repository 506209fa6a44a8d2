import type { SecondFactor, SecondFactorStatus } from '../plugin-api/index.ts';

/**
 * A second factor, and those that gave way to it. Who enrolled in one of the latter is still asked for its codes: that
 * another plugin is named must not leave accounts with their passwords alone.
 */
export class SecondFactors implements SecondFactor {
  readonly #all: readonly [SecondFactor, ...SecondFactor[]];

  constructor(present: SecondFactor, former: readonly SecondFactor[]) {
    this.#all = [present, ...former];
  }

  async isEnabled(userId: number): Promise<boolean> {
    return (await this.#of(userId)) !== undefined;
  }

  async status(userId: number): Promise<SecondFactorStatus> {
    return ((await this.#of(userId)) ?? this.#all[0]).status(userId);
  }

  async verify(userId: number, code: string): Promise<boolean> {
    return (await this.#of(userId))?.verify(userId, code) ?? false;
  }

  async disable(userId: number): Promise<void> {
    for (const factor of this.#all) await factor.disable(userId);
  }

  /** The present one, when the user enrolled in it as well. */
  async #of(userId: number): Promise<SecondFactor | undefined> {
    for (const factor of this.#all) if (await factor.isEnabled(userId)) return factor;
    return undefined;
  }
}
