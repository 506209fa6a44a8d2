import type { BeginOptions } from '../plugin-api/index.ts';
import { DomainError } from '../domain/errors.ts';
import type { LoadedFactor } from './asked-factors.ts';
import type { LoginLimits } from './login-limits.ts';
import type { SecondFactors } from './second-factors.ts';

interface Dependencies {
  readonly secondFactors: Pick<SecondFactors, 'statesOf' | 'askedOf'>;
  readonly limits: Pick<LoginLimits, 'countChallenge'>;
}

/** The second factors of somebody who is signed in: what there is, and challenges where they prove who they are again. */
export class OwnFactors {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  list(userId: number): Promise<readonly (LoadedFactor & { readonly enabled: boolean })[]> {
    return this.#with.secondFactors.statesOf(userId);
  }

  /** @throws DomainError `not_found` for a factor that is not theirs, `too_many_attempts`, `not_ready` */
  async challenge(userId: number, plugin: string, options: BeginOptions): Promise<unknown> {
    const asked = await this.#with.secondFactors.askedOf(userId);
    if (!asked) throw new DomainError('not_found', 'You have no second factor.', { problem: 'no_such_factor' });
    this.#with.limits.countChallenge(userId);
    return asked.begin(plugin, options);
  }
}
