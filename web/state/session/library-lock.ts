import type { Health } from '../../../core/http/wire.ts';

interface Dependencies {
  /** Removes what this browser keeps that tells of photos. */
  forget(): void;
  /** Has the other tabs leave, too. */
  tell(): void;
  /** Nothing is seen of the page any more. */
  hide(): void;
  /** Begins the page anew, with nothing left of this one: the server answers the page that unlocks. */
  leave(): void;
  /** How the server is. @throws when it cannot be reached */
  health(): Promise<Health>;
  pause(milliseconds: number): Promise<void>;
}

/** Milliseconds between two looks, and after how many a server that is not locked has been unlocked meanwhile. */
const every = 300;
const mostLooks = 20;

/** What happens here when the library is locked: the page goes, and with it all that it knows of photos. */
export class LibraryLock {
  readonly #with: Dependencies;
  #held = false;
  /** Resolves once the server is a locked one: the page may begin anew. */
  #locked: Promise<void> | null = null;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The page stays until `release`: it shows what is shown only once. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    if (this.#locked) void this.#leave();
  }

  /** The server said so. Called any number of times. */
  found(): void {
    if (!this.#locked) this.#with.tell();
    this.heard();
  }

  /** Another tab said so. */
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
    for (let looks = 0; looks < mostLooks;) {
      const health = await this.#with.health().catch(() => null);
      if (health?.locked) return;
      if (health) looks++;
      await this.#with.pause(every);
    }
  }
}
