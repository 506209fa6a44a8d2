import type { BackupTarget } from './backup-target.ts';
import type { Backups, CopyProgress, IndexSnapshots } from './backups.ts';
import type { EventSink, PluginEvents } from './events.ts';
import type { HealthCheck } from './health-check.ts';
import type { PluginLibrary } from './library.ts';
import type { MlProvider } from './ml-provider.ts';
import type { PhotoSource } from './photo-source.ts';
import type { PluginPages } from './plugin-pages.ts';
import type { AuditEvent, PluginCall, PluginRoute } from './plugin-route.ts';
import type { PluginSettings, SettingSpec } from './plugin-settings.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SignIn, SignInHost } from './sign-in.ts';
import type { SqliteEncryption } from './toolkit/sqlite-encryption.ts';
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
  'event-sink': EventSink;
  'backup-target': BackupTarget;
  'sign-in': SignIn;
}

export type Kind = keyof Contracts;

/** One setting of a plugin, read from the environment variable of the same name. */
export interface OptionSpec {
  /** What the option is, with an example, for the person who runs the server. */
  readonly describe: string;
  readonly required?: boolean;
  readonly default?: string;
  /** Never shown or logged. */
  readonly secret?: boolean;
}

export interface PluginLog {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

/** Small texts that outlive a restart, for this plugin alone. They are kept in the index, so backups have them too. */
export interface PluginState {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
}

/** What signed-in users give as proof that the account is theirs. */
export interface OwnerProof {
  readonly password: string;
  /** Of one of their second factors, where they have any. At most 16,384 characters. */
  readonly code?: string | undefined;
  /** The name of the plugin whose code it is; absent: any of theirs. */
  readonly factor?: string | undefined;
}

/** The local accounts, as far as plugins need them. */
export interface PluginAccounts {
  /**
   * Asks the caller of a route to prove who they are, before a change by which somebody with a stolen access token could keep
   * the account: a new key, passkey, link or second factor. Guessing is bounded: after too many failures the request is
   * answered with 429.
   * @throws Error the request is answered with 403 when the password is wrong, or when the user has a second factor and the
   *   code is missing or wrong
   */
  prove(call: Pick<PluginCall, 'caller'>, proof: OwnerProof): Promise<void>;
  /** For the audit trail and messages; null when there is no such user. */
  usernameOf(userId: number): string | null;
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

/** The server as one plugin sees it. */
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
  readonly events: PluginEvents;
  readonly library: PluginLibrary;
  /** Adds to the audit trail what the plugin did by itself. For calls of its routes, use the route's own `audit`. */
  audit(event: AuditEvent): void;
  /** A key of 32 bytes of the plugin's own, derived from the server's secret; the same for as long as that is. */
  deriveKey(purpose: string): Uint8Array;
  /**
   * How a plugin must encrypt what it writes below `dataDir`, with a key of its own, while the library is encrypted; null in a
   * plain library. `openSqlite` of the toolkit takes it as it is, `seal` its key. A library may be encrypted, or decrypted,
   * between two starts: a file of the other kind is to be converted or made anew.
   */
  readonly encryption: SqliteEncryption | null;
  /** Where the server keeps its data; a plugin that keeps files for people to find makes a folder of its own in it. */
  readonly serverDataDir: string;
  /** IANA name: the zone in which the server tells the time. */
  readonly timeZone: string;
  /** Whether a server starts. If false, this is a command of the command line, perhaps beside a running server. */
  readonly serving: boolean;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  provide<K extends Kind>(kind: K, implementation: Contracts[K]): void;
  routes(routes: readonly PluginRoute[]): void;
  healthCheck(check: HealthCheck): void;
  /** Serves the files of a folder below `/plugins/<the plugin's name>/`. */
  pages(pages: PluginPages): void;
  readonly signIn: SignInHost;
  /** The values of the settings that the plugin declares; admins change them while the server runs. */
  readonly settings: PluginSettings;
}

/** A plugin: the default export of its module. */
export interface Plugin {
  /** The package's name, as the person who installs it knows it. */
  readonly name: string;
  readonly version: string;
  readonly apiVersion: typeof API_VERSION;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** The versions of the server that it works with, as npm writes ranges: `>=0.3`, `^1.2 || ^2`. Absent: all. */
  readonly needs?: string;
  /** Set by admins in the browser. `options` are set in the environment of the server. */
  readonly settings?: Readonly<Record<string, SettingSpec>>;
  /** Called once at start. Whatever it throws stops the start with one line that names the plugin. */
  register(host: PluginHost): void | Promise<void>;
}
