import { signal } from '@preact/signals';
import type {
  AuthLimits,
  OfferedFactor,
  PendingLogin,
  Role,
  TokenPair,
  TwoFactorRequired,
  User,
} from '../../../core/http/wire.ts';

export type SessionState =
  | { readonly is: 'starting' }
  | { readonly is: 'signed-in'; readonly user: User }
  /** `ended`: the session expired or was ended elsewhere. */
  | { readonly is: 'signed-out'; readonly ended: boolean };

/** The server's session routes. */
export interface SessionApi {
  login(username: string, password: string): Promise<TokenPair | TwoFactorRequired>;
  loginWithCode(pendingToken: string | null, code: string, factor?: string): Promise<TokenPair>;
  /** Makes a second factor create its challenge. */
  challenge(pendingToken: string | null, factor: string): Promise<unknown>;
  /** A sign-in from before that waits for its code; null if there is none. */
  waitingLogin(): Promise<PendingLogin | null>;
  /** Renews the session with its cookie; null if there is none. */
  renew(): Promise<User | null>;
  /** Called first when the user signs out: nothing more is sent for them. */
  leave(): void;
  logout(): Promise<void>;
  limits(): Promise<AuthLimits>;
}

/** A flag that the browser stores between visits. It never contains a token. */
interface Note {
  read(): boolean;
  write(isSet: boolean): void;
}

export interface SessionNotes {
  /** Whether there may be a session to renew. */
  readonly signedIn: Note;
  /** Whether the user signed out while the server was unreachable. */
  readonly leaving: Note;
  /** Whether a sign-in in this tab waits for its code. */
  readonly codeNeeded: Note;
}

/** A sign-in with a correct password that waits for the code of a second factor. */
interface PendingSignIn {
  /** Null after a reload: the cookie has it. */
  readonly token: string | null;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly factors: readonly OfferedFactor[];
}

/** The signed-in user. Tokens stay in the API client and in the browser's cookie. */
export class Session {
  readonly state = signal<SessionState>({ is: 'starting' });
  readonly limits = signal<AuthLimits | null>(null);
  /** Whether the last sign-in expired before its code was entered. */
  readonly tookTooLong = signal(false);
  readonly #pending = signal<PendingSignIn | null>(null);
  /** Whether the sign-out has not reached the server yet: its session is still valid. */
  readonly serverUntold = signal(false);
  readonly #api: SessionApi;
  readonly #notes: SessionNotes;
  readonly #now: () => number;
  #telling: Promise<void> | null = null;

  /** @param now in milliseconds */
  constructor(api: SessionApi, notes: SessionNotes, now = (): number => Date.now()) {
    this.#api = api;
    this.#notes = notes;
    this.#now = now;
  }

  get user(): User | null {
    return this.state.value.is === 'signed-in' ? this.state.value.user : null;
  }

  /** Whether the role of the signed-in user includes the role `needed`. */
  may(needed: Role): boolean {
    const roles: Role[] = ['read', 'write', 'admin'];
    return this.user !== null && roles.indexOf(this.user.role) >= roles.indexOf(needed);
  }

  /**
   * Resumes the session of an earlier visit.
   * @throws if the server cannot be reached; call it again then
   */
  async start(): Promise<void> {
    if (this.#notes.leaving.read()) {
      this.#signedOut(false);
      await this.tellServer();
      return;
    }
    if (!this.#notes.signedIn.read()) {
      if (this.#notes.codeNeeded.read()) this.#awaitCode(null, await this.#api.waitingLogin());
      this.#signedOut(false);
      return;
    }
    const user = await this.#api.renew();
    if (user) this.#signedIn(user);
    else this.#signedOut(false);
  }

  /**
   * Signs in; for an account with a second factor, its code is required next.
   * @throws an error with the server's message
   */
  async signIn(username: string, password: string): Promise<void> {
    await this.enter(() => this.#api.login(username, password));
  }

  /**
   * Signs in by other means than name and password.
   * @throws an error with the server's message
   */
  async enter(ask: () => Promise<TokenPair | TwoFactorRequired>): Promise<void> {
    // The new session replaces the cookie, so the old session has to be ended first.
    await this.tellServer();
    const answer = await ask();
    this.tookTooLong.value = false;
    if ('two_factor_required' in answer) {
      this.#awaitCode(answer.pending_token, answer);
      // After opening a link, it is not yet known whether a user is signed in; the sign-in page asks for the code.
      if (this.state.peek().is === 'starting') this.#signedOut(false);
    } else this.#signedIn(answer.user);
  }

  /** Whether the password was correct and a code is required. */
  get codeNeeded(): boolean {
    return this.#pending.value !== null;
  }

  /** The second factors of which any one is enough. */
  get factors(): readonly OfferedFactor[] {
    return this.#pending.value?.factors ?? [];
  }

  /** Milliseconds left for the code; `codeIsLate` should be called when they are over. */
  get timeForCode(): number {
    return Math.max(0, (this.#pending.value?.until ?? 0) - this.#now());
  }

  /**
   * Completes a sign-in with a code of a second factor, or a recovery code.
   * @param factor the plugin that the code belongs to; absent for any of those that are offered
   * @throws an error with the server's message
   */
  async enterCode(code: string, factor?: string): Promise<void> {
    const { user } = await this.#beforeLate((token) => this.#api.loginWithCode(token, code, factor));
    this.#signedIn(user);
  }

  /**
   * Makes a second factor create its challenge, before its code is entered.
   * @throws an error with the server's message
   */
  challenge(factor: string): Promise<unknown> {
    return this.#beforeLate((token) => this.#api.challenge(token, factor));
  }

  async #beforeLate<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
    try {
      return await ask(this.#pending.value?.token ?? null);
    } catch (error) {
      // A browser's timers may sleep longer than the sign-in is valid.
      if (this.timeForCode === 0) this.codeIsLate();
      throw error;
    }
  }

  /** Goes back to the password, because the sign-in has expired. */
  codeIsLate(): void {
    this.tookTooLong.value = this.codeNeeded;
    this.startOver();
  }

  /** Goes back to the password. */
  startOver(): void {
    this.#awaitCode(null, null);
  }

  /** Signs out here at once, and on the server as soon as it can be reached. */
  async signOut(): Promise<void> {
    this.#api.leave();
    this.#notes.leaving.write(true);
    this.#signedOut(false);
    // The sign-in page reports a failure.
    await this.tellServer().catch(() => undefined);
  }

  /**
   * Ends a session on the server that was signed out of while the server was unreachable, perhaps on an earlier visit.
   * @throws if it is still unreachable; call it again then
   */
  async tellServer(): Promise<void> {
    if (!this.#notes.leaving.read()) {
      this.serverUntold.value = false;
      return;
    }
    this.#telling ??= this.#api.logout().finally(() => {
      this.#telling = null;
    });
    try {
      await this.#telling;
      this.#notes.leaving.write(false);
      this.serverUntold.value = false;
    } catch (error) {
      this.serverUntold.value = true;
      throw error;
    }
  }

  /**
   * To be called when the server does not know the session any more, or another tab has ended it. The place in the app
   * stays.
   * @param isReplaced whether another user signed in in another tab, whose session goes on
   */
  ended(isReplaced = false): void {
    if (this.state.value.is !== 'signed-in') return;
    if (isReplaced) this.state.value = { is: 'signed-out', ended: true };
    else this.#signedOut(true);
  }

  /** Updates the signed-in user with the server's data. */
  took(user: User): void {
    if (this.user?.id === user.id) this.state.value = { is: 'signed-in', user };
  }

  async loadLimits(): Promise<void> {
    this.limits.value ??= await this.#api.limits();
  }

  /** @param login the server's answer about the code; null if no code is awaited */
  #awaitCode(token: string | null, login: Pick<PendingLogin, 'expires_in' | 'factors'> | null): void {
    this.#pending.value = login && {
      token,
      until: this.#now() + login.expires_in * 1000,
      factors: login.factors,
    };
    this.#notes.codeNeeded.write(login !== null);
  }

  #signedIn(user: User): void {
    this.startOver();
    this.#notes.signedIn.write(true);
    this.state.value = { is: 'signed-in', user };
  }

  #signedOut(ended: boolean): void {
    this.#notes.signedIn.write(false);
    this.state.value = { is: 'signed-out', ended };
  }
}
