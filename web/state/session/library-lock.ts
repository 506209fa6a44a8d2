import type { Health } from '../../../core/http/wire.ts';

interface Dependencies {
  /** Removes everything about photos that this browser stores. */
  forget(): void;
  /** Tells other tabs that the library is locked. */
  tell(): void;
  /** Hides the page. */
  hide(): void;
  /** Reloads the page: the server answers with the page that unlocks. */
  leave(): void;
  /** Reads the server's health. @throws if it cannot be reached */
  health(): Promise<Health>;
  pause(milliseconds: number): Promise<void>;
}

/**
 * Milliseconds between two checks, and the most checks; a server that is still not locked by then was unlocked in the
 * meantime.
 */
const every = 300;
const maxChecks = 20;

/** Handles a locked library: the page is left, with all that it has in memory about photos. */
export class LibraryLock {
  readonly #with: Dependencies;
  #held = false;
  /** Resolves when the server is in its locked state, so that the page may reload. */
  #locked: Promise<void> | null = null;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Keeps the page until `release`, because it shows something that is shown only once. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    if (this.#locked) void this.#leave();
  }

  /** To be called when the server reports that it is locked; repeated calls do nothing. */
  found(): void {
    if (!this.#locked) this.#with.tell();
    this.heard();
  }

  /** To be called when another tab reports it. */
  heard(): void {
    if (this.#locked) return;
    this.#with.forget();
    this.#locked = this.#untilLocked();
    if (!this.#held) void this.#leave();
  }

  async #leave(): Promise<void> {
    this.#with.hide();
    await this.#locked;
    this.#with.leave();
  }

  async #untilLocked(): Promise<void> {
    for (let looks = 0; looks < maxChecks;) {
      const health = await this.#with.health().catch(() => null);
      if (health?.locked) return;
      if (health) looks++;
      await this.#with.pause(every);
    }
  }
}
