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
  PluginLog,
  PluginRoute,
  SignInHost,
  PluginSettings,
} from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { PluginFault } from './fault.ts';
import { servedPages, type ServedPages } from './plugin-pages.ts';
import { inPlugin, type PluginOrigin } from './running-plugin.ts';
import { healthCheckProblem, implementationProblem, type Problem } from '../plugin-api/shapes/implementation.ts';
import { routeProblem } from '../plugin-api/shapes/route.ts';

/** One thing that a plugin gave to the server. */
type Provided = { readonly [K in Kind]: { readonly kind: K; readonly implementation: Contracts[K] } }[Kind];

/** All that a plugin gave while it registered. */
export interface Contribution {
  readonly provided: readonly Provided[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  readonly pages?: readonly ServedPages[];
}

/** A host and the hands of the loader on it. */
export interface HostedPlugin {
  readonly host: PluginHost;
  readonly contribution: Contribution;
  /** The first thing that the plugin did wrong, also when it caught the error that told it so. */
  fault(): PluginFault | undefined;
  /** From now on nothing more is taken. */
  close(): void;
}

/** Writes down what a plugin, called so, did. */
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
  readonly timeZone: string;
  readonly serving: boolean;
  readonly signal: AbortSignal;
  readonly settings: PluginSettings;
  /** Told of what the plugin does wrong after it has registered. */
  readonly onLateFault: (fault: PluginFault) => void;
}

/** Makes what one plugin is handed. Its functions may be taken off the object, as in `register({ log, provide })`. */
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
  const provided: Provided[] = [];
  const routes: PluginRoute[] = [];
  const healthChecks: HealthCheck[] = [];
  const pages: ServedPages[] = [];
  let fault: PluginFault | undefined;
  let open = true;

  const refuse = (problem: Problem): never => {
    const error = new PluginFault(name, ...problem);
    if (open) fault ??= error;
    else parts.onLateFault(error);
    throw error;
  };
  const mustBeOpen = (call: string): void => {
    if (!open) refuse([`called host.${call} after register had ended`, 'register must await what it needs for it']);
  };
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
    timeZone,
    serving,
    signal,
    provide: (kind, implementation) => {
      mustBeOpen('provide');
      const problem = implementationProblem(kind, implementation);
      if (problem) refuse(problem);
      provided.push({ kind, implementation: guarded(origin, kind, implementation) } as unknown as Provided);
    },
    routes: (added) => {
      mustBeOpen('routes');
      if (!Array.isArray(added)) refuse(['gives routes that are not a list', 'give host.routes a list']);
      for (const route of added) {
        const problem = routeProblem(route, name);
        if (problem) refuse(problem);
        routes.push(inPlugin(origin, route, { methods: ['handler', 'audit'] }));
      }
    },
    healthCheck: (check) => {
      mustBeOpen('healthCheck');
      const problem = healthCheckProblem(check);
      if (problem) refuse(problem);
      healthChecks.push(inPlugin(origin, check, { methods: ['run'] }));
    },
    pages: (given) => {
      mustBeOpen('pages');
      const served = servedPages(given, name, pages);
      if ('problem' in served) refuse(served.problem);
      else pages.push(served.pages);
    },
    signIn: parts.signIn(name),
    settings: parts.settings,
  };

  return {
    host: Object.freeze(host),
    contribution: { provided, routes, healthChecks, pages },
    fault: () => fault,
    close: () => {
      open = false;
    },
  };
}

/** A key of a plugin's own. @param secret the server's */
function pluginKey(secret: Uint8Array, plugin: string, purpose: string): Uint8Array {
  return Buffer.from(hkdfSync('sha256', secret, '', `plugin ${plugin}: ${purpose}`, 32));
}

/** What a plugin provides, so that what its methods begin is known to be the plugin's. */
function guarded<K extends Kind>(origin: PluginOrigin, kind: K, implementation: Contracts[K]): Contracts[K] {
  if (kind !== 'vector-index') return inPlugin(origin, implementation);
  const guard = (opened: unknown): unknown =>
    typeof opened === 'object' && opened !== null ? inPlugin(origin, opened) : opened;
  // It is asked for an index now and then, and that index for everything else.
  return inPlugin(origin, implementation, { answered: (answer) => Promise.resolve(answer).then(guard) });
}

function pluginLog(log: Logger): PluginLog {
  return {
    debug: (message, facts) => {
      log.debug(facts ?? {}, message);
    },
    info: (message, facts) => {
      log.info(facts ?? {}, message);
    },
    warn: (message, facts) => {
      log.warn(facts ?? {}, message);
    },
    error: (message, facts) => {
      log.error(facts ?? {}, message);
    },
  };
}
