import { signal } from '@preact/signals';
import type { FirstSession, SetupState, TokenPair, TwoFactorRequired } from '../../../core/http/wire.ts';
import type { Session } from './session.ts';

/** The first account, as entered at the first start. */
export interface FirstAccount {
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly display_name: string;
  readonly time_zone: string;
  /** Encrypts the library with this passphrase. */
  readonly passphrase?: string;
}

interface Dependencies {
  readonly api: {
    setup(): Promise<SetupState>;
    setUp(account: FirstAccount): Promise<FirstSession | TwoFactorRequired>;
    useLink(code: string): Promise<TokenPair | TwoFactorRequired>;
  };
  readonly session: Pick<Session, 'start' | 'enter'>;
  /** The code of the link that was opened. It survives a reload, and no other page can read it. */
  readonly link: { read(): string | null; forget(): void };
  /** The HTTP status of a rejection; null for any other error. */
  readonly refusedWith: (error: unknown) => number | null;
}

/** The status of an invalid or used code. */
const spent = 401;

/** Sign-in with the link that the terminal prints: it creates the first account, or signs the owner in once. */
export class OwnerEntry {
  /** Whether the first account is still to be created; null until it is known. */
  readonly setupWanted = signal<boolean | null>(null);
  /** Why the link did not sign in. */
  readonly refusal = signal<string | null>(null);
  /** Why the visit could not begin, though the server answered. */
  readonly failure = signal<string | null>(null);
  readonly #with: Dependencies;
  #beginning: Promise<void> | null = null;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The code of the link; null without one. */
  get code(): string | null {
    return this.#with.link.read();
  }

  /**
   * Starts the visit: with the link, or with the session of an earlier visit.
   * @throws if the server cannot be reached, or answers with an error, which is also in `failure`; call it again then
   */
  begin(): Promise<void> {
    this.failure.value = null;
    this.#beginning ??= this.#begin()
      .catch((error: unknown) => {
        if (this.#with.refusedWith(error) !== null) this.failure.value = (error as Error).message;
        throw error;
      })
      .finally(() => {
        this.#beginning = null;
      });
    return this.#beginning;
  }

  async #begin(): Promise<void> {
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
          // With any other status, the link stays valid.
          if (status === spent) link.forget();
          this.refusal.value = (error as Error).message;
        }
      }
    }
    await session.start();
  }

  /** Reads whether the first account is still to be created. */
  async load(): Promise<void> {
    if (this.setupWanted.peek() === null) this.setupWanted.value = (await this.#with.api.setup()).wanted;
  }

  /**
   * Creates the first account, and signs in.
   * @param onRecoveryKey shows the recovery key of a newly encrypted library, before any other page
   * @throws an error with the server's message
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
        // The code is from an earlier start: the form asks for the one that the terminal shows now.
        if (status === spent) link.forget();
        throw error;
      }
      // The account was created by someone else, perhaps in another tab, so the form is obsolete.
      this.refusal.value = (error as Error).message;
    }
    link.forget();
    this.setupWanted.value = false;
  }
}
