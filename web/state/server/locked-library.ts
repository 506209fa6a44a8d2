import { signal } from '@preact/signals';
import type { Health } from '../../../core/http/wire.ts';

/** The state of a locked library. `opening`: a key was accepted, and the server is starting. */
export type LibraryState = 'unknown' | 'locked' | 'opening' | NonNullable<Health['converting']>;

/** The secret that unlocks it. */
export type Way = 'passphrase' | 'recovery_key';
export type UnlockSecret = Partial<Record<Way, string>>;

interface Dependencies {
  health(): Promise<Health>;
  /** @throws an error whose message is for people, if the key is wrong */
  unlock(key: UnlockSecret): Promise<unknown>;
  /** Called when the library is open, to load its page. */
  enter(): void;
}

/** A library that is locked or being converted, until it is open. */
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

  /** To be called after every request. A server that was unreachable may have restarted, without the key. */
  reached(isReached: boolean): void {
    this.lost.value = !isReached;
    if (!isReached) this.#wasRight = false;
  }

  /** Reads the state. @throws if the server cannot be reached; call it again then */
  async refresh(): Promise<void> {
    const { locked, converting = null } = await this.#with.health();
    const oldState = this.state.peek();
    if (locked) this.state.value = converting ?? (this.#wasRight ? 'opening' : 'locked');
    // If the first answer is "not locked", the library was unlocked in the meantime, or the server still serves this page:
    // the next answer decides.
    else if (oldState === 'unknown') this.state.value = 'opening';
    else if (!this.#entered) {
      this.#entered = true;
      this.#with.enter();
    }
  }

  /** @throws an error whose message is for people, if the key is wrong */
  async unlock(secret: string): Promise<void> {
    await this.#with.unlock({ [this.way.peek()]: secret });
    this.#wasRight = true;
    this.state.value = 'opening';
  }
}
