import { signal } from '@preact/signals';
import type { FirstSession, SetupState, TokenPair, TwoFactorRequired } from '../../../core/http/wire.ts';
import type { Session } from './session.ts';

/** What the owner says of themselves at the first start. */
export interface FirstAccount {
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly display_name: string;
  readonly time_zone: string;
  /** By which the library is to be encrypted. */
  readonly passphrase?: string;
}

interface Dependencies {
  readonly api: {
    setup(): Promise<SetupState>;
    setUp(account: FirstAccount): Promise<FirstSession | TwoFactorRequired>;
    useLink(code: string): Promise<TokenPair | TwoFactorRequired>;
  };
  readonly session: Pick<Session, 'start' | 'enter'>;
  /** The code of the link that led here; it outlasts a reload, and no other page sees it. */
  readonly link: { read(): string | null; forget(): void };
  /** The status by which the server refused; null for another error. */
  readonly refusedWith: (error: unknown) => number | null;
}

/** How the server answers to a code that does not count. */
const spent = 401;

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
    const { api, session, link, refusedWith } = this.#with;
    const { code } = this;
    if (code !== null) {
      await this.load();
      if (!this.setupWanted.peek()) {
        try {
          await session.enter(() => api.useLink(code));
          link.forget();
          return;
        } catch (error) {
          const status = refusedWith(error);
          if (status === null) throw error;
          // Refused for the moment alone, the link still counts.
          if (status === spent) link.forget();
          this.refusal.value = (error as Error).message;
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
   * @param onRecoveryKey shows the key of a library that is encrypted from now on, before any page shows
   * @throws with the server's own words when it refuses
   */
  async setUp(account: FirstAccount, onRecoveryKey: (recoveryKey: string) => void = () => undefined): Promise<void> {
    const { api, session, link, refusedWith } = this.#with;
    try {
      await session.enter(async () => {
        const answer = await api.setUp(account);
        if ('recovery_key' in answer) onRecoveryKey(answer.recovery_key);
        return answer;
      });
    } catch (error) {
      const status = refusedWith(error);
      if (status === null) throw error;
      if ((await api.setup()).wanted) {
        // A code of an earlier start: the form asks for the one that the terminal shows now.
        if (status === spent) link.forget();
        throw error;
      }
      // Somebody else was faster, perhaps in another tab: the form has no use any more.
      this.refusal.value = (error as Error).message;
    }
    link.forget();
    this.setupWanted.value = false;
  }
}
