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
  /** `ended`: there was a session, and it ended by itself. */
  | { readonly is: 'signed-out'; readonly ended: boolean };

/** What the session asks of the server. */
export interface SessionApi {
  login(username: string, password: string): Promise<TokenPair | TwoFactorRequired>;
  loginWithCode(pendingToken: string | null, code: string, factor?: string): Promise<TokenPair>;
  /** Has a second factor make its challenge. */
  challenge(pendingToken: string | null, factor: string): Promise<unknown>;
  /** A sign-in that was begun before and still waits for its code; null when there is none. */
  waitingLogin(): Promise<PendingLogin | null>;
  /** Renews the session through its cookie; null when there is none. */
  renew(): Promise<User | null>;
  logout(): Promise<void>;
  limits(): Promise<AuthLimits>;
}

/** Something that the browser remembers between visits. It never holds a token. */
interface Note {
  read(): boolean;
  write(isSo: boolean): void;
}

export interface SessionNotes {
  /** There is a session worth asking the server for. */
  readonly signedIn: Note;
  /** Somebody signed out, and the server does not know of it yet. */
  readonly leaving: Note;
  /** A right password waits for its code, in this tab. */
  readonly codeNeeded: Note;
}

/** A right password that waits for the code of a second factor. */
interface Waiting {
  /** Null when the page was loaded anew since: the cookie has it. */
  readonly token: string | null;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly factors: readonly OfferedFactor[];
}

/** Who is signed in. The tokens themselves stay with the API client and the browser's cookie. */
export class Session {
  readonly state = signal<SessionState>({ is: 'starting' });
  readonly limits = signal<AuthLimits | null>(null);
  /** The last sign-in ran out of time before its code was there. */
  readonly tookTooLong = signal(false);
  readonly #pending = signal<Waiting | null>(null);
  /** Signed out here, while the server could not be told: its session goes on until then. */
  readonly serverUntold = signal(false);
  readonly #api: SessionApi;
  readonly #notes: SessionNotes;
  readonly #now: () => number;
  #telling: Promise<void> | null = null;

  /** @param now milliseconds */
  constructor(api: SessionApi, notes: SessionNotes, now = (): number => Date.now()) {
    this.#api = api;
    this.#notes = notes;
    this.#now = now;
  }

  get user(): User | null {
    return this.state.value.is === 'signed-in' ? this.state.value.user : null;
  }

  /** Whether the signed-in user's role includes that of `needed`. */
  may(needed: Role): boolean {
    const roles: Role[] = ['read', 'write', 'admin'];
    return this.user !== null && roles.indexOf(this.user.role) >= roles.indexOf(needed);
  }

  /**
   * Picks up the session of an earlier visit.
   * @throws when the server cannot be reached: to be called again
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
   * Signs in, or, when the account has a second factor, goes on to ask for its code.
   * @throws with the server's own words when it refuses
   */
  async signIn(username: string, password: string): Promise<void> {
    await this.enter(() => this.#api.login(username, password));
  }

  /**
   * The same by another way in than name and password.
   * @throws with the server's own words when it refuses
   */
  async enter(ask: () => Promise<TokenPair | TwoFactorRequired>): Promise<void> {
    // The next session takes the cookie's place, and nobody could end the one before any more.
    await this.tellServer();
    const answer = await ask();
    this.tookTooLong.value = false;
    if ('two_factor_required' in answer) {
      this.#awaitCode(answer.pending_token, answer);
      // By a link, before it is known whether somebody is signed in: the code is asked for where people sign in.
      if (this.state.peek().is === 'starting') this.#signedOut(false);
    } else this.#signedIn(answer.user);
  }

  /** Whether the password was right and a code is asked for. */
  get codeNeeded(): boolean {
    return this.#pending.value !== null;
  }

  /** The second factors of which any one is enough. */
  get factors(): readonly OfferedFactor[] {
    return this.#pending.value?.factors ?? [];
  }

  /** Milliseconds in which the code must be there; then `codeIsLate` should be called. */
  get timeForCode(): number {
    return Math.max(0, (this.#pending.value?.until ?? 0) - this.#now());
  }

  /**
   * Ends signing in with a code of the second factor, or a recovery code.
   * @param factor the plugin whose code it is; absent: any of those that are asked for
   * @throws with the server's own words when it refuses
   */
  async enterCode(code: string, factor?: string): Promise<void> {
    const { user } = await this.#beforeLate((token) => this.#api.loginWithCode(token, code, factor));
    this.#signedIn(user);
  }

  /**
   * Has a second factor make its challenge, before its code is asked for.
   * @throws with the server's own words when it refuses
   */
  challenge(factor: string): Promise<unknown> {
    return this.#beforeLate((token) => this.#api.challenge(token, factor));
  }

  async #beforeLate<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
    try {
      return await ask(this.#pending.value?.token ?? null);
    } catch (error) {
      // Timers of a browser may sleep longer than the sign-in lasts.
      if (this.timeForCode === 0) this.codeIsLate();
      throw error;
    }
  }

  /** Back from the code to the password, since the server does not wait any longer. */
  codeIsLate(): void {
    this.tookTooLong.value = this.codeNeeded;
    this.startOver();
  }

  /** Back from the code to the password. */
  startOver(): void {
    this.#awaitCode(null, null);
  }

  /** Signs out here at once, and on the server as soon as it can be reached. */
  async signOut(): Promise<void> {
    this.#notes.leaving.write(true);
    this.#signedOut(false);
    // Its failure is told by the page that is there now.
    await this.tellServer().catch(() => undefined);
  }

  /**
   * Has the server end a session that somebody signed out of when it could not be reached, perhaps at an earlier visit.
   * @throws when it still cannot: to be called again
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

  /** The server no longer knows the session, or another tab ended it. The place in the app stays as it is. */
  ended(): void {
    if (this.state.value.is === 'signed-in') this.#signedOut(true);
  }

  /** The signed-in user as the server has them now. */
  took(user: User): void {
    if (this.user?.id === user.id) this.state.value = { is: 'signed-in', user };
  }

  async loadLimits(): Promise<void> {
    this.limits.value ??= await this.#api.limits();
  }

  /** @param asked what the server says of the code; null when none is waited for */
  #awaitCode(token: string | null, asked: Pick<PendingLogin, 'expires_in' | 'factors'> | null): void {
    this.#pending.value = asked && {
      token,
      until: this.#now() + asked.expires_in * 1000,
      factors: asked.factors,
    };
    this.#notes.codeNeeded.write(asked !== null);
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
