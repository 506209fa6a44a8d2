import type { Readable } from 'node:stream';
import type { ErrorKind } from '../../domain/errors.ts';
import type { Role } from '../../domain/roles.ts';
import type { AuditEvent, Schema, TokenScope } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import type { CallerGrant } from '../../services/sign-in/authenticated-user.ts';
import type { Of } from '../schemas/answer.ts';
import type { UploadRules } from './upload.ts';

/**
 * Who may call a route. `none`: everyone; a role: users with that role or a higher one; `media`: a bearer token or a signed
 * URL; `pending`: a sign-in after its first step, with the cookie of that step or, if the route accepts it, a token in the
 * body.
 */
type Access = 'none' | 'media' | 'pending' | Role;

/** The signed-in user of a request. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /** The user's token epoch; unknown if the request was authenticated by a signature. */
  readonly tokenEpoch?: number;
  /** The grant of a token that a plugin issued. */
  readonly grant?: CallerGrant;
}

export interface Call<Params = Record<string, never>, Query = Record<string, never>, Payload = undefined> {
  readonly params: Params;
  readonly query: Query;
  readonly payload: Payload;
  /** Null on routes with access `none`, and for public media. */
  readonly caller: Caller | null;
  /** The token from the cookie of a sign-in that waits for its second step. */
  readonly pendingToken: string | undefined;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The client's address; behind a trusted proxy, the address that the proxy reports. */
  readonly address: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** False for HEAD, whose answer has no body. */
  readonly wantsBody: boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The call of a route that only signed-in users may call. */
export interface UserCall<Params, Query, Payload> extends Call<Params, Query, Payload> {
  readonly caller: Caller;
}

/** An answer with more than a JSON body. */
export class Reply {
  readonly status: number;
  readonly body: Readable | Buffer | object | string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of cookies to set; null clears a cookie. */
  readonly cookies: Readonly<Record<string, string | null>>;
  /** Values of the header `Set-Cookie` for cookies that the frame does not manage. */
  readonly setCookies: readonly string[];
  /** The subject for the audit trail, if the body does not contain it. */
  readonly subject: string | undefined;
  /** The detail for the audit trail, if the body does not contain it. */
  readonly detail: string | undefined;
  /** The actor for the audit trail, if the request has no caller. */
  readonly actor: Actor | undefined;

  constructor(
    body: Reply['body'],
    options: {
      status?: number;
      headers?: Record<string, string>;
      cookies?: Record<string, string | null>;
      setCookies?: readonly string[];
      subject?: string;
      detail?: string | undefined;
      actor?: Actor;
    } = {},
  ) {
    this.body = body;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.cookies = options.cookies ?? {};
    this.setCookies = options.setCookies ?? [];
    this.subject = options.subject;
    this.detail = options.detail;
    this.actor = options.actor;
  }
}

/**
 * A route of the API, from which both hapi's route and the API document are made. A route declares access, input and output,
 * and calls one service.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}` | `/plugins/${string}`;
  readonly access: Access;
  /** Whether the role read may make this call of a route for the role write; decided from the unchecked body. */
  readonly readersMay?: (payload: unknown) => boolean;
  /** Also available without signing in: the handler distinguishes the two. */
  readonly sometimesSignedIn?: true;
  /** For holders of a share link. */
  readonly ofShare?: true;
  /** The route reads or sets cookies, so pages of other origins may not call it. */
  readonly ownPagesOnly?: true;
  /** Additions to a 401: headers, and cookies to clear if the request had them. */
  readonly onUnauthenticated?: {
    readonly headers: Readonly<Record<string, string>>;
    readonly clearedCookies: readonly string[];
  };
  /** One line for the API document. */
  readonly summary: string;
  /** The schemas of the input; our own routes use joi. Input without a schema is rejected. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly payload?: Schema;
  /** Passes the body on unparsed, of any type, instead of `payload`. */
  readonly rawBody?: true;
  /** The maximum size of its body in bytes, if it differs from the default. */
  readonly largestBody?: number;
  /** A file in a form, instead of `payload`. The route gets an `Upload`, which is not read yet. */
  readonly upload?: UploadRules;
  /** The JSON schema of a successful answer, or the media types of a binary one. */
  readonly answer: Schema | { readonly binary: readonly string[] };
  /** The status of a successful answer; default 200. */
  readonly status?: 201;
  /** Whether clients may request a range of a binary answer. */
  readonly ranges?: true;
  /** Possible errors, besides those that follow from access, input and answer: see statuses.ts. */
  readonly fails?: readonly ErrorKind[];
  /** The scope that tokens of plugins need; null: not accepted; missing: derived from the path, see token-scope.ts. */
  readonly tokenScope?: TokenScope | null;
  /** Statuses that a plugin's handler may answer itself. */
  readonly pluginStatuses?: readonly number[];
  /** Whether it may also answer other statuses. */
  readonly anyStatus?: true;
  /** Returns a JSON value, or a `Reply` for anything else. */
  handle(call: Call<never, never, never>): unknown;
  /** The audit entry of a successful call; null for none. The actor defaults to the caller. */
  audit?(call: Call<never, never, never>, reply: Reply): (AuditEvent & { actor?: Actor }) | null;
  /** The audit entry of a failed call. */
  auditFailure?(call: Call<never, never, never>, error: unknown): (AuditEvent & { actor?: Actor }) | null;
}

/** A route whose call has the types of its schemas. */
interface TypedRoute<C extends AnyCall> extends Omit<Route, 'params' | 'query' | 'payload' | OfCalls> {
  readonly params?: Of<C['params']>;
  readonly query?: Of<C['query']>;
  readonly payload?: Of<C['payload']>;
  handle(call: NoInfer<C>): unknown;
  audit?(call: NoInfer<C>, reply: Reply): ReturnType<NonNullable<Route['audit']>>;
  auditFailure?(call: NoInfer<C>, error: unknown): ReturnType<NonNullable<Route['auditFailure']>>;
}
type OfCalls = 'handle' | 'audit' | 'auditFailure';
type AnyCall = Call<unknown, unknown, unknown>;

interface UserRoute<C extends AnyCall> extends TypedRoute<C> {
  readonly access: Role;
  readonly sometimesSignedIn?: never;
}

type OpenRoute<C extends AnyCall> = TypedRoute<C> &
  ({ readonly access: Exclude<Access, Role> } | { readonly sometimesSignedIn: true });

/** Declares a route, whose call has the types of its schemas. */
export function route<Params = Record<string, never>, Query = Record<string, never>, Payload = undefined>(
  definition: UserRoute<UserCall<Params, Query, Payload>> | OpenRoute<Call<Params, Query, Payload>>,
): Route {
  // A user route is called only once the user is known.
  return definition as Route;
}
