import type { PluginCall, Role } from './plugin-route.ts';
import type { PluginReply } from './plugin-reply.ts';
import type { TokenScope } from './token-scope.ts';

/** A text for people, in one language or in several. */
export type Label = string | { readonly en: string; readonly de?: string; readonly fr?: string };

/** The user and the permissions of a token. */
export interface TokenGrant {
  readonly userId: number;
  /** The result of `host.signIn.epochOf(userId)` when the token was made: with any other epoch, the token is invalid. */
  readonly epoch: number;
  /** Calls have this role, or the user's if that is lower; absent: the user's. */
  readonly role?: Role | undefined;
  /** What the token may be used for; absent: everything that tokens can access. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** The user's name for the token, for the audit trail: 1 to 100 characters on one line, never the token itself. */
  readonly name: string;
}

/** A way to sign in. Several plugins can provide one each. */
export interface SignIn {
  /**
   * A button beside the password: `start` is a GET route or a page of the plugin, below `/plugins/<the plugin's name>/`,
   * that leads to the service. With `?link=…`, a signed-in user links their account: the text is passed to `enter` later.
   */
  readonly button?: { readonly label: Label; readonly start: string };
  /** Whether a sign-in by this plugin counts as both steps, so that no code of a second factor is required. */
  readonly provesSecondFactor?: boolean;
  /**
   * Whether the plugin links accounts itself, on its own page: the settings neither show nor offer its links. Admins can
   * still see and remove them.
   */
  readonly linksByItself?: boolean;
  /**
   * The user and permissions of a token in the header `Authorization: Bearer`; null for a token that is not the plugin's,
   * has expired or was revoked. It is called for each request with a token that is not the server's own, and has 3 seconds.
   */
  bearer?(token: string, options: { readonly signal: AbortSignal }): Promise<TokenGrant | null>;
  close?(): Promise<void>;
}

/** A person who signed in at a service. */
export interface SignInSubject {
  /** The service's id of the person, which never changes and is never reused: 1 to 500 characters. */
  readonly subject: string;
  /** The name of the person's account there, shown in the settings: 1 to 200 characters. */
  readonly name: string;
  /** The text of `?link=…` at the start. */
  readonly link?: string | undefined;
  /** Creates an account for a subject that has none; a number is appended to a username that is taken. */
  readonly create?:
    { readonly username: string; readonly displayName?: string; readonly role: 'read' | 'write' } | undefined;
}

/** A link that lets a person at a service sign in to an account. Admins can remove it. */
export interface SignInLink {
  readonly userId: number;
  readonly subject: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** The links of one plugin, stored in the index. */
export interface SignInLinks {
  ofUser(userId: number): readonly SignInLink[];
  ofSubject(subject: string): SignInLink | null;
  /** @returns false, without any effect, if the subject is already linked or there is no such user */
  link(userId: number, subject: string, name: string): boolean;
  /** Renames a link. @returns whether there was such a link */
  rename(userId: number, subject: string, name: string): boolean;
  /** @returns whether there was such a link */
  unlink(userId: number, subject: string): boolean;
}

/** The host's sign-in methods. */
export interface SignInHost {
  /**
   * A number that changes when all tokens of a user are revoked: with a new password, and when an admin signs the user out
   * everywhere. It is stored with a token, see `TokenGrant`. Null if there is no such user.
   */
  epochOf(userId: number): number | null;
  /**
   * Begins a sign-in, before the browser goes to the service or shows a form. The response to this call also sets a cookie
   * of the server, which identifies the browser.
   * @param data JSON of at most 2700 bytes that is needed when the browser returns
   * @returns a ticket: `data`, encrypted, in base64url, for a cookie of the plugin, a hidden field, or a URL. It is valid
   * for
   *   15 minutes and until the server stops
   */
  begin(call: PluginCall, data?: unknown): string;
  /**
   * Resumes a sign-in when the browser has returned. The ticket is used up.
   * @returns null for a ticket that is used, expired or damaged, or that began in another browser
   */
  resume(call: PluginCall, ticket: string): { readonly data: unknown } | null;
  /**
   * Signs in a person at the service, or links their account. The reply redirects the browser to the app, which asks for a
   * code if the account has a second factor, or shows why the sign-in was rejected. If a page calls the route with `fetch`,
   * respond with the reply's `headers.location`.
   * @throws Error unless `resume` has returned data in the same call
   */
  enter(call: PluginCall, subject: SignInSubject): Promise<PluginReply>;
  /**
   * Makes one attempt to prove an identity, within 10 seconds. Failures are added to the audit trail; after ten from one
   * address within 15 minutes, the call is rejected with 429.
   * @param prove returns null for a failure; an error says nothing about the guess, and is passed on
   */
  attempt<T>(
    call: PluginCall,
    prove: (options: { readonly signal: AbortSignal }) => Promise<T | null>,
  ): Promise<T | null>;
  readonly links: SignInLinks;
}
