import type { Backups, CopyProgress, IndexSnapshots } from './backups.ts';
import type { HealthCheck } from './health-check.ts';
import type { MlProvider } from './ml-provider.ts';
import type { PhotoSource } from './photo-source.ts';
import type { SecondFactor } from './second-factor.ts';
import type { VectorIndexProvider } from './vector-index.ts';

/** The contract's version. A plugin names the version it was written for; the server refuses any other. */
export const API_VERSION = 1;

/** What a plugin can provide, by kind. */
export interface Contracts {
  'photo-source': PhotoSource;
  'ml-provider': MlProvider;
  'second-factor': SecondFactor;
  backups: Backups;
  'vector-index': VectorIndexProvider;
}

export type Kind = keyof Contracts;

export type Role = 'read' | 'write' | 'admin';

/** One setting of a plugin, read from the environment variable of the same name. */
export interface OptionSpec {
  /** For the person who runs the server: what it is, with an example. */
  readonly describe: string;
  readonly required?: boolean;
  readonly default?: string;
  /** Never shown or logged. */
  readonly secret?: boolean;
}

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
}

/** Something that admins shall be able to look up later: who did what, and when. */
export interface AuditEvent {
  /** Words of lower-case letters, digits and `_` with dots between them, the noun first: `backup.taken`. */
  readonly action: string;
  /** Whom or what it was done to: a name. */
  readonly subject?: string | undefined;
  /** What there is to say besides; never a secret. */
  readonly detail?: string | undefined;
}

/** An HTTP route of a plugin. It is part of the server's API document while the plugin is loaded. */
export interface PluginRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/`, with parameters in braces: `/api/admin/backups/{name}`. */
  readonly path: string;
  readonly access: Role | 'none';
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly payload?: Schema;
  /** The shape of a good answer, for the API document. */
  readonly answer: Schema;
  /** Which statuses of `PluginHttpError` it may answer, for the API document; absent: any of them. */
  readonly errors?: readonly PluginHttpStatus[];
  /** Answers what is sent as JSON. Throw `PluginHttpError` for anything else. */
  handler(call: PluginCall): Promise<unknown>;
  /**
   * What of a call that succeeded goes into the audit trail, with the caller, their address and the time; null for
   * nothing.
   */
  audit?(call: PluginCall, answer: unknown): AuditEvent | null;
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

export interface PluginLog {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

/** Small facts that outlive a restart, private to the plugin; kept in the index, so a backup has them too. */
export interface PluginState {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
}

/** The local accounts, as far as plugins need them. */
export interface PluginAccounts {
  /** Whether it is the user's password. Guessing is bounded: after too many failures the request is answered with 429. */
  passwordMatches(userId: number, password: string): Promise<boolean>;
  /**
   * Makes one attempt at a code of the user's second factor; false is a failure. Guessing is bounded together with that at
   * sign-in: after too many failures the request is answered with 429, and `attempt` is not called.
   */
  attemptCode(userId: number, attempt: () => Promise<boolean>): Promise<boolean>;
}

interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** The library's index, for plugins that keep copies of it. */
export interface IndexCopies {
  /**
   * Copies the index, as it is at one moment, into a new file; it goes on being written meanwhile.
   * @throws Error; a full disk, or one with too little room for the copy, has the code `SQLITE_FULL` or `ENOSPC`
   */
  copy(to: string, options: CopyOptions): Promise<void>;
  /**
   * Reads a file through: whether it is a whole index, of this or an older version of the server. It takes a while for a
   * large one. `detail`: one sentence for people; `sha256`: of the file, 64 hexadecimal digits, null when it cannot be read.
   */
  verify(file: string, options: CopyOptions): Promise<{ ok: boolean; detail: string; sha256: string | null }>;
}

/** What one plugin is handed. It is all that a plugin sees of the server. */
export interface PluginHost {
  readonly log: PluginLog;
  /** The values of the options that the plugin declares; defaults filled in. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** A folder of the plugin's own, made on first use of this property. */
  readonly dataDir: string;
  readonly state: PluginState;
  readonly index: IndexCopies;
  /** Snapshots of the index, in the folder that the server's settings name. */
  readonly snapshots: IndexSnapshots;
  readonly accounts: PluginAccounts;
  /** Writes down what the plugin did by itself; what a call of its routes did is told by the route's own `audit`. */
  audit(event: AuditEvent): void;
  /** A key of 32 bytes of the plugin's own, derived from the server's secret; the same for as long as that is. */
  deriveKey(purpose: string): Uint8Array;
  /** Where the server keeps its data; a plugin that keeps files for people to find makes a folder of its own in it. */
  readonly serverDataDir: string;
  /** IANA name: the zone in which the server tells the time. */
  readonly timeZone: string;
  /** Whether a server starts here, or a command of the command line that needs plugins for a moment, beside a server or not. */
  readonly serving: boolean;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  provide<K extends Kind>(kind: K, implementation: Contracts[K]): void;
  routes(routes: readonly PluginRoute[]): void;
  healthCheck(check: HealthCheck): void;
}

/** A plugin: the default export of its module. */
export interface Plugin {
  /** The package's name, as the person who installs it knows it. */
  readonly name: string;
  readonly version: string;
  readonly apiVersion: typeof API_VERSION;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** Called once at start. Whatever it throws stops the start with one line that names the plugin. */
  register(host: PluginHost): void | Promise<void>;
}
