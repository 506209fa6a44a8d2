import { STATUS_CODES } from 'node:http';
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

/** The user who calls a plugin's route. */
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
  /** By names in lower case, without headers that contain credentials: `authorization` and `cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The plugin's cookies, by the plugin's own names. Clients can send any cookies, so they prove nothing. */
  readonly cookies: Readonly<Record<string, string>>;
  /** The origin of the URL that the client used, such as `https://photos.example`. The client chooses it. */
  readonly origin: string;
  /** The client's IP address. */
  readonly address: string;
}

/** An entry of the audit trail, which admins can read later. */
export interface AuditEvent {
  /** Words of lower-case letters, digits and `_` with dots between them, the noun first: `backup.taken`. */
  readonly action: string;
  /** The name of the person or thing concerned. */
  readonly subject?: string | undefined;
  /** Further words; never a secret. */
  readonly detail?: string | undefined;
}

/** The media types of a response that is not JSON. */
export interface Media {
  readonly media: readonly string[];
}

/** An HTTP route of a plugin. It is part of the server's API document while the plugin is loaded. */
export interface PluginRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Below `/api/`, with parameters in braces: `/api/admin/backups/{name}`. Or below `/plugins/<the plugin's name>/`: for
   * browsers that come from other sites, for webhooks, and for routes that need the plugin's cookies. There, a body may be a
   * form.
   */
  readonly path: string;
  readonly access: Role | 'none';
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly payload?: Schema;
  /** Passes the unparsed body of any type to the handler, as a `Buffer`; there is no `payload` then. */
  readonly raw?: boolean;
  /** Maximum bytes of the body; default 256 KiB, at most 64 MiB. */
  readonly largestBody?: number;
  /** The schema of a successful response, or its media types if it is not JSON; for the API document. */
  readonly answer: Schema | Media;
  /** The possible statuses of its replies beside 200, for the API document; absent: any. */
  readonly statuses?: readonly number[];
  /** The possible statuses of its `PluginHttpError`s, for the API document; absent: any of them. */
  readonly errors?: readonly PluginHttpStatus[];
  /**
   * Returns a `PluginReply`, a value that is sent as JSON (undefined as `null`), or bytes if the route has media types. May
   * throw `PluginHttpError`. Any other error is a fault of the plugin, which answers 500.
   */
  handler(call: PluginCall): Promise<unknown>;
  /** The audit trail entry of a successful call; the caller, the address and the time are added. Null for no entry. */
  audit?(call: PluginCall, answer: unknown): AuditEvent | null;
  /** The scope that a token needs to call it (see `TokenGrant`); absent: only people who signed in may. */
  readonly tokenScope?: TokenScope;
}

export type PluginHttpStatus = 400 | 403 | 404 | 409 | 422 | 503;

/** An error response of a plugin's route, as `{"detail": message}`. */
export class PluginHttpError extends Error {
  override readonly name = 'PluginHttpError';
  readonly status: PluginHttpStatus;
  /** The value of the header `X-Error-Kind`: one of the problems in the API document; others are left out. */
  readonly problem: string | undefined;

  /** @param message for people; if it is empty, they get the words of the status, such as `Not Found` */
  constructor(status: PluginHttpStatus, message: string, options: { problem?: string } = {}) {
    super(message || STATUS_CODES[status]);
    this.status = status;
    this.problem = options.problem;
  }
}
