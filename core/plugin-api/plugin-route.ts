import type { TokenScope } from './token-scope.ts';

export type Role = 'read' | 'write' | 'admin';

/**
 * A schema of the Standard Schema family (joi 18, zod 4, valibot, …): validated by the server before the handler runs.
 * See https://standardschema.dev.
 */
export interface Schema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
    readonly jsonSchema?: { readonly input: (options: { target: 'draft-2020-12' }) => Record<string, unknown> };
  };
}

export type SchemaResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
      }[];
    };

/** Who calls a plugin's route. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
}

export interface PluginCall {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly payload: unknown;
  /** Null only on routes with `access: 'none'`. */
  readonly caller: Caller | null;
  readonly signal: AbortSignal;
  /** By names in lower case, without those that prove who calls: `authorization` and `cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Those that the plugin set, by the names that it gave them. Anybody can send some: they prove nothing by themselves. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Of the address that the client used, such as `https://photos.example`. It is the client who says so. */
  readonly origin: string;
  /** The client's IP address. */
  readonly address: string;
}

/** An entry of the audit trail, which admins can look up later. */
export interface AuditEvent {
  /** Words of lower-case letters, digits and `_` with dots between them, the noun first: `backup.taken`. */
  readonly action: string;
  /** The name of the person or thing that it was done to. */
  readonly subject?: string | undefined;
  /** Further words; never a secret. */
  readonly detail?: string | undefined;
}

/** Media types of an answer that is not JSON. */
export interface Media {
  readonly media: readonly string[];
}

/** An HTTP route of a plugin. It is part of the server's API document while the plugin is loaded. */
export interface PluginRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Below `/api/`, with parameters in braces: `/api/admin/backups/{name}`. Or below `/plugins/<the plugin's name>/`: for
   * browsers that come from elsewhere, for webhooks, and where the plugin's cookies are sent. There a body may be a form.
   */
  readonly path: string;
  readonly access: Role | 'none';
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly payload?: Schema;
  /** Hands the handler the body as it came, of any type, as a `Buffer`; then there is no `payload`. */
  readonly raw?: boolean;
  /** Bytes that the body may have; default 256 KiB, at most 64 MiB. */
  readonly largestBody?: number;
  /** The shape of a good answer, or the media types of one that is not JSON; for the API document. */
  readonly answer: Schema | Media;
  /** Which statuses its replies may have beside 200, for the API document; absent: any. */
  readonly statuses?: readonly number[];
  /** Which statuses of `PluginHttpError` it may answer, for the API document; absent: any of them. */
  readonly errors?: readonly PluginHttpStatus[];
  /** Answers a `PluginReply`, or what is sent as JSON, or bytes where the route answers media. May throw `PluginHttpError`. */
  handler(call: PluginCall): Promise<unknown>;
  /**
   * The entry of the audit trail for a call that succeeded; the caller, the address and the time are added. Null for no entry.
   */
  audit?(call: PluginCall, answer: unknown): AuditEvent | null;
  /** What a token must be for to call it (see `TokenGrant`); absent: only people who signed in may. */
  readonly tokenScope?: TokenScope;
}

export type PluginHttpStatus = 400 | 403 | 404 | 409 | 422 | 503;

/** An answer of a plugin's route other than 200, as `{"detail": message}`. */
export class PluginHttpError extends Error {
  override readonly name = 'PluginHttpError';
  readonly status: PluginHttpStatus;
  /** For the header `X-Error-Kind`: one of the problems that the API document lists; others are left out. */
  readonly problem: string | undefined;

  constructor(status: PluginHttpStatus, message: string, options: { problem?: string } = {}) {
    super(message);
    this.status = status;
    this.problem = options.problem;
  }
}
