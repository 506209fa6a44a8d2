import type { PluginCall, Role } from './plugin-route.ts';
import type { PluginReply } from './plugin-reply.ts';
import type { TokenScope } from './token-scope.ts';

/** A text for people, in one language or in several. */
export type Label = string | { readonly en: string; readonly de?: string; readonly fr?: string };

/** Whom a token stands for, and what it may do. */
export interface TokenGrant {
  readonly userId: number;
  /** What `host.signIn.epochOf(userId)` answered when the token was made: with another epoch the token has ended. */
  readonly epoch: number;
  /** Calls have this role, or that of the user where that is lower; absent: that of the user. */
  readonly role?: Role | undefined;
  /** What calls may be about; absent: all that a token can reach. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** What the user calls the token, for the audit trail: 1 to 100 characters on one line, never the token itself. */
  readonly name: string;
}

/** Another way to prove who one is. Several plugins can provide one each. */
export interface SignIn {
  /**
   * A button beside the password: `start` is a route of the plugin's, with method GET, that leads on to the service. With
   * `?link=…` a signed-in user wants to link their account: the text goes to `enter` once they come back.
   */
  readonly button?: { readonly label: Label; readonly start: string };
  /** What `enter` is called for counts as both steps: no code of a second factor is asked for. */
  readonly provesSecondFactor?: boolean;
  /** The plugin links accounts by itself, on a page of its own: the settings show none of its links, and offer none. */
  readonly linksByItself?: boolean;
  /**
   * Whom a token in the header `Authorization: Bearer` stands for now; null for one that is not the plugin's, has expired or
   * was revoked. It is asked at each request with a token that is not the server's own, so it must be quick: it has 3 seconds.
   */
  bearer?(token: string, options: { readonly signal: AbortSignal }): Promise<TokenGrant | null>;
  close?(): Promise<void>;
}

/** Who has come back from a service. */
export interface SignInSubject {
  /** By which the service knows them for good, and nobody else ever: 1 to 500 characters. */
  readonly subject: string;
  /** By which they know their account there: shown to them in their settings. */
  readonly name: string;
  /** As it came with `?link=…` to the start. */
  readonly link?: string | undefined;
  /** Makes an account for a subject that has none; a number is added to a username that is taken. */
  readonly create?:
    { readonly username: string; readonly displayName?: string; readonly role: 'read' | 'write' } | undefined;
}

/** That a subject of a service may sign in to an account. */
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
  /** @returns whether there was such a link */
  unlink(userId: number, subject: string): boolean;
}

/** What a plugin that signs people in is handed. */
export interface SignInHost {
  /**
   * A number that changes whenever all that the user was given ends: they set a new password, or an admin signs them out
   * everywhere. A token is made with it, see `TokenGrant`. Null when there is no such user.
   */
  epochOf(userId: number): number | null;
  /**
   * Signs in whoever has proved to be a subject, as the answer of the route that they came back to: it sends the browser on to
   * the app, which asks for a code where the account has a second factor, or says why it does not let them in. To a page that
   * calls the route by `fetch`, answer with the reply's `headers.location`.
   */
  enter(call: PluginCall, subject: SignInSubject): Promise<PluginReply>;
  /**
   * Makes one attempt of somebody to prove who they are. Failures go into the audit trail; after ten from one address within a
   * quarter of an hour the call is refused with 429.
   * @param prove answers null for a failure; an error says nothing about the guess, and is passed on
   */
  attempt<T>(call: PluginCall, prove: () => Promise<T | null>): Promise<T | null>;
  readonly links: SignInLinks;
}
