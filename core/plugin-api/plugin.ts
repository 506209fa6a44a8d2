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

/** The version of the contract. A plugin names the version it was written for; the server rejects any other. */
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

/** Small texts that survive a restart, for this plugin only. They are stored in the index, so backups contain them. */
export interface PluginState {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
}

/** The proof by a signed-in user that the account is theirs. */
export interface OwnerProof {
  readonly password: string;
  /** A code of one of the user's second factors, if there are any. At most 16,384 characters. */
  readonly code?: string | undefined;
  /** The name of the plugin that the code belongs to; absent: any of the user's. */
  readonly factor?: string | undefined;
}

/** The local accounts, as far as plugins need them. */
export interface PluginAccounts {
  /**
   * Requires proof of identity from the caller of a route, before a change with which a stolen access token could take over
   * the account: a new key, passkey, link or second factor. Guesses are limited: after too many failures the response is
   * 429.
   * @throws Error the response is 403 if the password is wrong, or the user has a second factor and the code is missing or
   *   wrong
   */
  prove(call: Pick<PluginCall, 'caller'>, proof: OwnerProof): Promise<void>;
  /** The user name, for the audit trail and messages; null if there is no such user. */
  usernameOf(userId: number): string | null;
  /** Whether it is the user's password. Guesses are limited: after too many failures the response is 429. */
  passwordMatches(userId: number, password: string): Promise<boolean>;
  /**
   * Makes one attempt at a code of the user's second factor; false is a failure. Guesses are limited, together with those at
   * sign-in: after too many failures the response is 429, and `attempt` is not called.
   */
  attemptCode(userId: number, attempt: () => Promise<boolean>): Promise<boolean>;
}

interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** The library's index, for plugins that store copies of it. */
export interface IndexCopies {
  /**
   * Copies a consistent state of the index into a new file, while it may be written.
   * @throws Error; for a full disk, or one with too little space for the copy, with the code `SQLITE_FULL` or `ENOSPC`
   */
  copy(to: string, options: CopyOptions): Promise<void>;
  /**
   * Checks a file completely: whether it is an intact index, of this or an older version of the server. Takes a while for a
   * large one. `detail`: one sentence for people; `sha256`: of the file, 64 hexadecimal digits, null if it cannot be read.
   */
  verify(file: string, options: CopyOptions): Promise<{ ok: boolean; detail: string; sha256: string | null }>;
}

/** The server's interface for one plugin. */
export interface PluginHost {
  readonly log: PluginLog;
  /** The values of the plugin's options, with defaults. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The plugin's own folder, created when this property is first read. */
  readonly dataDir: string;
  readonly state: PluginState;
  readonly index: IndexCopies;
  /** Snapshots of the index, in the folder from the server's settings. */
  readonly snapshots: IndexSnapshots;
  readonly accounts: PluginAccounts;
  readonly events: PluginEvents;
  readonly library: PluginLibrary;
  /** Adds an entry to the audit trail about the plugin's own actions. For calls of its routes, use the route's `audit`. */
  audit(event: AuditEvent): void;
  /** A key of 32 bytes for this plugin, derived from the server's secret; it stays the same as long as the secret does. */
  deriveKey(purpose: string): Uint8Array;
  /**
   * How a plugin must encrypt its files below `dataDir`, with its own key, while the library is encrypted; null in a plain
   * library. `openSqlite` of the toolkit takes this value, `seal` its key. A library may be encrypted or decrypted between
   * two starts: files of the other kind must be converted or made again.
   */
  readonly encryption: SqliteEncryption | null;
  /** The server's data folder; a plugin whose files people should find creates its own folder in it. */
  readonly serverDataDir: string;
  /** IANA name of the server's time zone. */
  readonly timeZone: string;
  /** Whether a server is starting. If false, this is a command of the command line, perhaps beside a running server. */
  readonly serving: boolean;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  provide<K extends Kind>(kind: K, implementation: Contracts[K]): void;
  /**
   * The implementation of an included plugin that this plugin replaces; undefined if there is none. For a plugin that
   * forwards work, for example to the models of this machine. The server closes it.
   */
  replaced<K extends Kind>(kind: K): Contracts[K] | undefined;
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
  /** The package's name, which people install. */
  readonly name: string;
  readonly version: string;
  readonly apiVersion: typeof API_VERSION;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** The supported versions of the server, as an npm range: `>=0.3`, `^1.2 || ^2`. Absent: all. */
  readonly needs?: string;
  /** Set by admins in the browser. `options` are set in the environment of the server. */
  readonly settings?: Readonly<Record<string, SettingSpec>>;
  /** Called once at start. An error stops the start with one line that names the plugin. */
  register(host: PluginHost): void | Promise<void>;
}
