import { signal } from '@preact/signals';
import type { Health } from '../../../core/http/wire.ts';

/** How a locked library stands. `opening`: a key was right, and the server goes on with its start. */
export type LibraryState = 'unknown' | 'locked' | 'opening' | NonNullable<Health['converting']>;

/** By what somebody unlocks it. */
export type Way = 'passphrase' | 'recovery_key';
export type UnlockSecret = Partial<Record<Way, string>>;

interface Dependencies {
  health(): Promise<Health>;
  /** @throws with a sentence for people when the key is wrong */
  unlock(key: UnlockSecret): Promise<unknown>;
  /** The library is open: its own page begins. */
  enter(): void;
}

/** A library that waits for its key, or is being encrypted, until it is open. */
export class LockedLibrary {
  readonly state = signal<LibraryState>('unknown');
  readonly way = signal<Way>('passphrase');
  readonly lost = signal(false);
  readonly #with: Dependencies;
  #wasRight = false;
  #entered = false;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The server answered, or did not. One that comes back has forgotten the key. */
  reached(reached: boolean): void {
    this.lost.value = !reached;
    if (!reached) this.#wasRight = false;
  }

  /** Looks how it stands. @throws when the server cannot be reached: to be called again */
  async refresh(): Promise<void> {
    const { locked, converting = null } = await this.#with.health();
    const before = this.state.peek();
    if (locked) this.state.value = converting ?? (this.#wasRight ? 'opening' : 'locked');
    // Seen open at once it was unlocked meanwhile; a server that hands out this page all the same is asked once more.
    else if (before === 'unknown') this.state.value = 'opening';
    else if (!this.#entered) {
      this.#entered = true;
      this.#with.enter();
    }
  }

  /** @throws with a sentence for people when the key is wrong */
  async unlock(secret: string): Promise<void> {
    await this.#with.unlock({ [this.way.peek()]: secret });
    this.#wasRight = true;
    this.state.value = 'opening';
  }
}
