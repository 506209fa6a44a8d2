import type { PluginCall, Role } from './plugin-route.ts';
import type { PluginReply } from './plugin-reply.ts';
import type { TokenScope } from './token-scope.ts';

/** A text for people, in one language or in several. */
export type Label = string | { readonly en: string; readonly de?: string; readonly fr?: string };

/** The user of a token, and what it allows. */
export interface TokenGrant {
  readonly userId: number;
  /** The answer of `host.signIn.epochOf(userId)` when the token was made: with another epoch the token has ended. */
  readonly epoch: number;
  /** Calls have this role, or the user's where that is lower; absent: the user's. */
  readonly role?: Role | undefined;
  /** What the token may be used for; absent: everything that tokens can reach. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** What the user calls the token, for the audit trail: 1 to 100 characters on one line, never the token itself. */
  readonly name: string;
}

/** Another way to prove who one is. Several plugins can provide one each. */
export interface SignIn {
  /**
   * A button beside the password: `start` is a GET route or a page of the plugin, below `/plugins/<the plugin's name>/`, that
   * leads on to the service. With `?link=…` a signed-in user wants to link their account: the text goes to `enter` once they
   * come back.
   */
  readonly button?: { readonly label: Label; readonly start: string };
  /** A sign-in by this plugin counts as both steps: no code of a second factor is asked for. */
  readonly provesSecondFactor?: boolean;
  /**
   * The plugin links accounts by itself, on a page of its own: the settings neither show nor offer its links. Admins see them
   * all the same, and end them.
   */
  readonly linksByItself?: boolean;
  /**
   * The user of a token in the header `Authorization: Bearer`, and what it allows; null for a token that is not the plugin's,
   * has expired or was revoked. It is called for each request with a token that is not the server's own, and has 3 seconds.
   */
  bearer?(token: string, options: { readonly signal: AbortSignal }): Promise<TokenGrant | null>;
  close?(): Promise<void>;
}

/** A person who signed in at a service. */
export interface SignInSubject {
  /** The service's own id of the person, which never changes and is never given to anybody else: 1 to 500 characters. */
  readonly subject: string;
  /** The name of their account there, shown in their settings: 1 to 200 characters. */
  readonly name: string;
  /** The text that came with `?link=…` to the start. */
  readonly link?: string | undefined;
  /** Makes an account for a subject that has none; a number is added to a username that is taken. */
  readonly create?:
    { readonly username: string; readonly displayName?: string; readonly role: 'read' | 'write' } | undefined;
}

/** The right of a person at a service to sign in to an account. Admins can end it. */
export interface SignInLink {
  readonly userId: number;
  readonly subject: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** The links of one plugin; they are kept in the index. */
export interface SignInLinks {
  ofUser(userId: number): readonly SignInLink[];
  ofSubject(subject: string): SignInLink | null;
  /** @returns false, and nothing is done, when the subject is linked already or there is no such user */
  link(userId: number, subject: string, name: string): boolean;
  /** Gives a link another name. @returns whether there was such a link */
  rename(userId: number, subject: string, name: string): boolean;
  /** @returns whether there was such a link */
  unlink(userId: number, subject: string): boolean;
}

/** What a plugin that signs people in is handed. */
export interface SignInHost {
  /**
   * A number that changes when all tokens of a user end: with a new password, and when an admin signs the user out
   * everywhere. A token is made with it, see `TokenGrant`. Null when there is no such user.
   */
  epochOf(userId: number): number | null;
  /**
   * Begins a sign-in, before the browser leaves for the service or shows a form. The answer to this call also sets a cookie of
   * the server, which marks the browser.
   * @param data JSON of at most 2700 bytes that is needed when the browser comes back
   * @returns a ticket: `data`, encrypted, in base64url, for a cookie of the plugin, a hidden field, or an address. It is
   *   valid for 15 minutes and until the server stops
   */
  begin(call: PluginCall, data?: unknown): string;
  /**
   * Goes on with a sign-in, when the browser has come back. The ticket is used up.
   * @returns null for a ticket that is used, expired or damaged, or that began in another browser
   */
  resume(call: PluginCall, ticket: string): { readonly data: unknown } | null;
  /**
   * Signs in a person at the service, or links their account. The reply redirects the browser to the app, which asks for a
   * code where the account has a second factor, or says why the sign-in is refused. To a page that calls the route by
   * `fetch`, answer with the reply's `headers.location`.
   * @throws Error unless `resume` has answered data in the same call
   */
  enter(call: PluginCall, subject: SignInSubject): Promise<PluginReply>;
  /**
   * Makes one attempt to prove who somebody is, within 10 seconds. Failures go into the audit trail; after ten from one
   * address within a quarter of an hour the call is refused with 429.
   * @param prove answers null for a failure; an error says nothing about the guess, and is passed on
   */
  attempt<T>(
    call: PluginCall,
    prove: (options: { readonly signal: AbortSignal }) => Promise<T | null>,
  ): Promise<T | null>;
  readonly links: SignInLinks;
}
