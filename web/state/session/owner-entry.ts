import { signal } from '@preact/signals';
import type { SetupState, TokenPair, TwoFactorRequired } from '../../../core/http/wire.ts';
import type { Session } from './session.ts';

/** What the owner says of themselves at the first start. */
export interface FirstAccount {
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly display_name: string;
  readonly time_zone: string;
}

interface Dependencies {
  readonly api: {
    setup(): Promise<SetupState>;
    setUp(account: FirstAccount): Promise<TokenPair | TwoFactorRequired>;
    useLink(code: string): Promise<TokenPair | TwoFactorRequired>;
  };
  readonly session: Pick<Session, 'start' | 'enter'>;
  /** The code of the link that led here; it outlasts a reload, and no other page sees it. */
  readonly link: { read(): string | null; forget(): void };
  /** Whether an error is the server's own refusal. */
  readonly isRefusal: (error: unknown) => error is Error;
}

/** The owner's way in by the link that the terminal printed: to the first account, or signed in once. */
export class OwnerEntry {
  /** The first account is still to be made; null while nobody has asked. */
  readonly setupWanted = signal<boolean | null>(null);
  /** Why the link did not sign in. */
  readonly refusal = signal<string | null>(null);
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Of the link; null without one. */
  get code(): string | null {
    return this.#with.link.read();
  }

  /**
   * Begins the visit: by the link, or with the session of an earlier one.
   * @throws when the server cannot be reached: to be called again
   */
  async begin(): Promise<void> {
    const { api, session, link, isRefusal } = this.#with;
    const { code } = this;
    if (code !== null) {
      await this.load();
      if (!this.setupWanted.peek()) {
        try {
          await session.enter(() => api.useLink(code));
          link.forget();
          return;
        } catch (error) {
          if (!isRefusal(error)) throw error;
          link.forget();
          this.refusal.value = error.message;
        }
      }
    }
    await session.start();
  }

  /** Asks whether the first account is still to be made. */
  async load(): Promise<void> {
    if (this.setupWanted.peek() === null) this.setupWanted.value = (await this.#with.api.setup()).wanted;
  }

  /**
   * Makes the first account, and signs in.
   * @throws with the server's own words when it refuses
   */
  async setUp(account: FirstAccount): Promise<void> {
    const { api, session, link, isRefusal } = this.#with;
    try {
      await session.enter(() => api.setUp(account));
    } catch (error) {
      // Somebody else was faster, perhaps in another tab: the form has no use any more.
      if (!isRefusal(error) || (await api.setup()).wanted) throw error;
      this.refusal.value = error.message;
    }
    link.forget();
    this.setupWanted.value = false;
  }
}
