import type { Users } from '../store/accounts/users.ts';
import type { PhotoFlags } from '../store/photos/photo-flags.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { letOthersRun } from '../threads/pause.ts';

const batch = 500;

/**
 * Turns favourites of the photo store into favourites of the first admin, who set up the library and probably owns the
 * store. Each is adopted only once: if the admin removes it, that is a decision.
 */
export class StoreFavorites implements BackgroundTask {
  readonly name = 'favourites';
  readonly #users: Pick<Users, 'owner'>;
  readonly #flags: Pick<PhotoFlags, 'giveFavorites'>;
  readonly #clock: () => number;

  constructor(parts: { users: Pick<Users, 'owner'>; flags: Pick<PhotoFlags, 'giveFavorites'>; clock: () => number }) {
    this.#users = parts.users;
    this.#flags = parts.flags;
    this.#clock = parts.clock;
  }

  async run(signal: AbortSignal): Promise<void> {
    const owner = this.#users.owner();
    // Without an account, they wait.
    if (!owner) return;
    while (this.#flags.giveFavorites(owner.id, batch, this.#clock()) === batch) await letOthersRun(signal);
  }
}
