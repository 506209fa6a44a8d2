import type { Readable } from 'node:stream';
import type { ErrorKind } from '../../domain/errors.ts';
import type { Role } from '../../domain/roles.ts';
import type { AuditEvent, Schema, TokenScope } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import type { CallerGrant } from '../../services/sign-in/authenticated-user.ts';
import type { UploadRules } from './upload.ts';

/**
 * Who may call a route. `none`: everybody; a role: that role and those above; `media`: a bearer token or a signed URL;
 * `pending`: a sign-in after its first step, by the cookie of that step or, if the route accepts it, by a token in the
 * body.
 */
type Access = 'none' | 'media' | 'pending' | Role;

/** The signed-in user of a request. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /** The epoch of their signatures; unknown where the request itself came by a signature. */
  readonly tokenEpoch?: number;
  /** Grant of a token that a plugin issued. */
  readonly grant?: CallerGrant;
}

export interface Call<Params = Record<string, never>, Query = Record<string, never>, Payload = undefined> {
  readonly params: Params;
  readonly query: Query;
  readonly payload: Payload;
  /** Null on routes with access `none`, and on media that is public. */
  readonly caller: Caller | null;
  /** Token from the cookie of a sign-in that waits for its second step. */
  readonly pendingToken: string | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The client's address, behind a trusted proxy the one it names. */
  readonly address: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** False for HEAD: the answer's body is not sent. */
  readonly wantsBody: boolean;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** An answer with more than a JSON body. */
export class Reply {
  readonly status: number;
  readonly body: Readable | Buffer | object | string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Cookie values to set, or null to clear. */
  readonly cookies: Readonly<Record<string, string | null>>;
  /** Values of the header `Set-Cookie` for cookies that the frame does not know. */
  readonly setCookies: readonly string[];
  /** The subject for the audit trail, when the body does not say. */
  readonly subject: string | undefined;
  /** The actor for the audit trail, where the request has no caller. */
  readonly actor: Actor | undefined;

  constructor(
    body: Reply['body'],
    options: {
      status?: number;
      headers?: Record<string, string>;
      cookies?: Record<string, string | null>;
      setCookies?: readonly string[];
      subject?: string;
      actor?: Actor;
    } = {},
  ) {
    this.body = body;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.cookies = options.cookies ?? {};
    this.setCookies = options.setCookies ?? [];
    this.subject = options.subject;
    this.actor = options.actor;
  }
}

/**
 * One row of the API, the source of both hapi's route and the API document. A route declares access, input and output,
 * and calls one service.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}` | `/plugins/${string}`;
  readonly access: Access;
  /** Whether the role read may make this call of a route for the role write, judged by the unchecked body. */
  readonly readersMay?: (payload: unknown) => boolean;
  /** Also available without signing in: the handler distinguishes the callers. */
  readonly sometimesSignedIn?: true;
  /** For holders of a share link. */
  readonly ofShare?: true;
  /** It takes or sets cookies: pages of other origins may not call it. */
  readonly ownPagesOnly?: true;
  /** Extras of a 401: headers, and cookies to clear when the request had them. */
  readonly onUnauthenticated?: {
    readonly headers: Readonly<Record<string, string>>;
    readonly clearedCookies: readonly string[];
  };
  /** One line for the API document. */
  readonly summary: string;
  /** Schemas of the input: joi's for our own routes. Input without a schema is rejected. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly payload?: Schema;
  /** Hands over the body as it came, of any type, in place of `payload`. */
  readonly rawBody?: true;
  /** Bytes that its body may have, where that is not as usual. */
  readonly largestBody?: number;
  /** In place of `payload`: a file in a form. The route is handed an `Upload`, which is not read yet. */
  readonly upload?: UploadRules;
  /** The JSON of a good answer, or the media types of a binary one. */
  readonly answer: Schema | { readonly binary: readonly string[] };
  /** Status of a successful answer; 200 when absent. */
  readonly status?: 201;
  /** Whether a part of a binary answer can be asked for. */
  readonly ranges?: true;
  /** Possible errors, besides those that follow from access, input and answer: see statuses.ts. */
  readonly fails?: readonly ErrorKind[];
  /** Scope that tokens of plugins need; null: not accepted; absent: by the path, see token-scope.ts. */
  readonly tokenScope?: TokenScope | null;
  /** Statuses that a plugin's handler may answer itself. */
  readonly pluginStatuses?: readonly number[];
  /** It may answer others, too. */
  readonly anyStatus?: true;
  /** A JSON value, or a `Reply` when there is more to say. */
  handle(call: Call<never, never, never>): unknown;
  /** Audit entry of a successful call; null for none. The actor defaults to the caller. */
  audit?(call: Call<never, never, never>, reply: Reply): (AuditEvent & { actor?: Actor }) | null;
  /** The same of a call that failed. */
  auditFailure?(call: Call<never, never, never>, error: unknown): (AuditEvent & { actor?: Actor }) | null;
}

interface TypedRoute<Params, Query, Payload> extends Omit<Route, 'handle' | 'audit' | 'auditFailure'> {
  handle(call: Call<Params, Query, Payload>): unknown;
  audit?(call: Call<Params, Query, Payload>, reply: Reply): ReturnType<NonNullable<Route['audit']>>;
  auditFailure?(call: Call<Params, Query, Payload>, error: unknown): ReturnType<NonNullable<Route['auditFailure']>>;
}

/** Declares a route; the type parameters are the outputs of its joi schemas. */
export function route<Params = Record<string, never>, Query = Record<string, never>, Payload = undefined>(
  definition: TypedRoute<Params, Query, Payload>,
): Route {
  return definition;
}
