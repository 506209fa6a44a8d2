import { hkdfSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { pluginFolderName } from '../domain/plugin-folder.ts';
import type { PluginFacts } from '../store/plugin-state.ts';
import type {
  AuditEvent,
  Contracts,
  HealthCheck,
  IndexCopies,
  IndexSnapshots,
  Kind,
  PluginAccounts,
  PluginEvents,
  PluginLibrary,
  PluginHost,
  PluginRoute,
  SignInHost,
  PluginSettings,
} from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import type { FoundPages } from '../plugin-api/shapes/pages.ts';
import { Registration, type ProvidedImplementation } from '../plugin-api/shapes/registration.ts';
import { checkedModels, type OnPluginFault } from './checked-models.ts';
import { PluginFault } from './fault.ts';
import { pluginLog } from './plugin-log.ts';
import { inPlugin, type PluginOrigin } from './running-plugin.ts';

/** Everything that a plugin provided when it registered. */
export interface Contribution {
  readonly provided: readonly ProvidedImplementation[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  readonly pages?: readonly FoundPages[];
}

/** A host, and the contributions of its plugin. */
export interface HostedPlugin {
  readonly host: PluginHost;
  readonly registration: Registration;
}

/** Adds an event of a plugin to the audit trail. @param plugin its name */
export type PluginAudit = (event: AuditEvent, plugin: string) => void;

export interface HostParts {
  readonly origin: PluginOrigin;
  readonly dataDir: string;
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly state: PluginFacts;
  readonly index: IndexCopies;
  readonly snapshots: IndexSnapshots;
  readonly accounts: PluginAccounts;
  readonly events: PluginEvents;
  readonly library: PluginLibrary;
  readonly audit: PluginAudit;
  readonly signIn: (plugin: string) => SignInHost;
  /** The server's secret. */
  readonly secret: Uint8Array;
  /** How the plugin's own files are encrypted; null in a plain library. */
  readonly encryption?: SqliteEncryption | null;
  readonly timeZone: () => string;
  readonly serving: boolean;
  readonly signal: AbortSignal;
  readonly settings: PluginSettings;
  /** The implementations of included plugins that this plugin replaces. */
  readonly replaced?: PluginHost['replaced'];
  /** Called for each mistake of the plugin after it has registered. */
  readonly onLateFault: (fault: PluginFault) => void;
  /** Called for each wrong answer of the plugin that the server does without. */
  readonly onWrongAnswer: OnPluginFault;
}

/**
 * Creates the host of one plugin. Its functions can be called without the object, as after `register({ log, provide })`.
 */
export function createHost(parts: HostParts): HostedPlugin {
  const {
    origin,
    dataDir,
    options,
    log,
    state,
    index,
    snapshots,
    accounts,
    events,
    library,
    audit,
    secret,
    encryption = null,
    timeZone,
    serving,
    signal,
  } = parts;
  const { name } = origin;
  const registration = new Registration(name, {
    errorOf: (problem, isLate) => {
      const fault = new PluginFault(name, ...problem);
      if (isLate) parts.onLateFault(fault);
      return fault;
    },
    implementation: (kind, implementation) => guarded(parts, kind, implementation),
    route: (route) => inPlugin(origin, route, { methods: ['handler', 'audit'] }),
    healthCheck: (check) => inPlugin(origin, check, { methods: ['run'] }),
  });
  let folder: string | undefined;

  const host: PluginHost = {
    log: pluginLog(log.child({ plugin: name })),
    options,
    get dataDir() {
      if (folder === undefined) {
        folder = join(dataDir, 'plugins', pluginFolderName(name));
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      }
      return folder;
    },
    state,
    index,
    snapshots,
    accounts,
    events,
    library,
    audit: (event) => {
      audit(event, name);
    },
    deriveKey: (purpose) => pluginKey(secret, name, purpose),
    encryption,
    serverDataDir: dataDir,
    get timeZone() {
      return timeZone();
    },
    serving,
    signal,
    ...registration.methods,
    replaced: parts.replaced ?? (() => undefined),
    signIn: parts.signIn(name),
    settings: parts.settings,
  };

  return { host: Object.freeze(host), registration };
}

/** A key that only this plugin gets. @param secret of the server */
function pluginKey(secret: Uint8Array, plugin: string, purpose: string): Uint8Array {
  return Buffer.from(hkdfSync('sha256', secret, '', `plugin ${plugin}: ${purpose}`, 32));
}

/** An implementation whose methods run as the plugin, so that errors of all work that they start are attributed to it. */
function guarded<K extends Kind>(
  { origin, onWrongAnswer }: Pick<HostParts, 'origin' | 'onWrongAnswer'>,
  kind: K,
  implementation: Contracts[K],
): Contracts[K] {
  if (kind === 'ml-provider') {
    return inPlugin(origin, implementation, {
      around: (call, method) => (method === 'models' ? checkedModels(call, onWrongAnswer) : call()),
    });
  }
  if (kind !== 'vector-index') return inPlugin(origin, implementation);
  const guard = (opened: unknown): unknown =>
    typeof opened === 'object' && opened !== null ? inPlugin(origin, opened) : opened;
  // The provider opens an index, whose methods are called later.
  return inPlugin(origin, implementation, { around: (call) => Promise.resolve(call()).then(guard) });
}
