import { realpathSync } from 'node:fs';
import type { Logger } from 'pino';
import type { PluginSettingRows } from '../store/plugin-setting-rows.ts';
import type { PluginState } from '../store/plugin-state.ts';
import type {
  Contracts,
  IndexCopies,
  IndexSnapshots,
  Kind,
  PluginAccounts,
  PluginEvents,
  PluginLibrary,
  SignInHost,
} from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { closeContributions } from './close.ts';
import type { OnPluginFault } from './checked-models.ts';
import { PluginFault, thrownDetails } from './fault.ts';
import { createHost, type PluginAudit } from './host.ts';
import { optionValues } from '../plugin-api/shapes/options.ts';
import { locatePlugin, type PluginLocation } from './locate.ts';
import type { PluginFaults } from './plugin-faults.ts';
import { SettingsOfPlugin } from './plugin-settings.ts';
import { readPlugin, usualLimit } from './read-plugin.ts';
import { registerInTime } from './register-in-time.ts';
import { Registry, type LoadedPlugin } from './registry.ts';
import { runAs, type PluginOrigin } from './running-plugin.ts';
import { bridgePlugin, demoPlugin, remedyForStart, replaceable } from './shipped.ts';

interface LoadSettings {
  /** Names and paths, in the order in which they are loaded. */
  readonly plugins: readonly string[];
  /** Plugins that would be loaded by default, but are disabled. */
  readonly disabled?: readonly string[];
  readonly demo: boolean;
  readonly dataDir: string;
  readonly timeZone: () => string;
  /** All environment variables; a plugin sees only those that it declares as options. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A step for which a plugin has a time limit. */
export type LoadStep = 'import' | 'register';

export interface LoadParts {
  readonly config: LoadSettings;
  readonly log: Logger;
  readonly pluginState: PluginState;
  readonly pluginSettings: Pick<PluginSettingRows, 'of' | 'put'>;
  readonly index: IndexCopies;
  readonly snapshots: IndexSnapshots;
  readonly accounts: PluginAccounts;
  /** The `events` of a plugin's host. @param plugin its name */
  readonly events: (plugin: string) => PluginEvents;
  readonly library: (signal: AbortSignal) => PluginLibrary;
  readonly audit: PluginAudit;
  /** The version of the server, with which plugins' `needs` are compared; absent: `needs` is not checked. */
  readonly version?: string;
  readonly signIn: (plugin: string) => SignInHost;
  /** The server's secret. */
  readonly secret: Uint8Array;
  /** How a plugin's own files are encrypted; null, or absent, in a plain library. */
  readonly encryption?: (plugin: string) => SqliteEncryption | null;
  /** Counts the unhandled errors of plugins. */
  readonly faults: Pick<PluginFaults, 'watch' | 'record'>;
  /** Whether a server is starting; false for commands that need plugins briefly. */
  readonly serving?: boolean;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** The milliseconds that a plugin may take for a step, by its entry in PLUGINS; default 30 s. */
  readonly timeLimit?: (entry: string, step: LoadStep) => number;
  /** Called for each plugin that cannot be used, which is then skipped; absent: the first such plugin stops the loading. */
  readonly onFault?: (fault: PluginFault) => void;
}

/**
 * Finds, imports, checks and registers the plugins, one after the other.
 * @throws StartupError with one line that names the plugin and the remedy; plugins loaded before are closed
 */
export async function loadPlugins(parts: LoadParts): Promise<Registry> {
  const { config, log } = parts;
  const loaded: LoadedPlugin[] = [];
  let onlySource: string | undefined;
  try {
    for (const located of await locateAll(parts)) {
      const plugin = await orLeaveOut(parts, () => load(located, parts, loaded));
      if (!plugin) continue;
      if (loaded.some(({ name }) => name === plugin.name)) {
        throw new PluginFault(plugin.name, 'is loaded twice', 'name it once in PLUGINS');
      }
      const givesWay = replaceable.includes(located.entry) && !config.plugins.includes(located.entry);
      loaded.push({ ...plugin, givesWay });
      if (config.demo && located.entry === demoPlugin) onlySource = plugin.name;
    }
    const registry = new Registry(loaded, { onlySource });
    for (const { name, version, provides } of registry.plugins) {
      log.info({ plugin: name, version, provides }, 'Plugin loaded');
    }
    return registry;
  } catch (error) {
    await closeContributions(
      loaded.map(({ contribution }) => contribution),
      log,
    );
    throw error;
  }
}

/** @returns undefined for a plugin that is skipped */
async function orLeaveOut<T>({ onFault }: LoadParts, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!onFault || !(error instanceof PluginFault)) throw error;
    onFault(error);
    return undefined;
  }
}

async function locateAll(parts: LoadParts): Promise<PluginLocation[]> {
  const { plugins, demo, disabled = [] } = parts.config;
  const included = replaceable.filter((entry) => !disabled.includes(entry));
  const shipped = [demo ? demoPlugin : bridgePlugin, ...included];
  // An included plugin that PLUGINS names is loaded once, in the order of PLUGINS. In demo mode, no bridge is used.
  const configured = demo ? plugins.filter((entry) => entry !== bridgePlugin) : plugins;
  const all: PluginLocation[] = [];
  for (const entry of [...shipped.filter((entry) => !configured.includes(entry)), ...configured]) {
    const located = await orLeaveOut(parts, () => locatePlugin(entry, process.cwd()));
    if (!located) continue;
    if (all.some(({ file }) => file === located.file)) {
      throw new PluginFault(entry, 'is named twice', 'name it once in PLUGINS');
    }
    all.push(located);
  }
  return all;
}

/** @param before the plugins loaded so far; replaceable ones come first */
async function load(located: PluginLocation, parts: LoadParts, before: readonly LoadedPlugin[]): Promise<LoadedPlugin> {
  const {
    config,
    log,
    pluginState,
    pluginSettings,
    index,
    snapshots,
    accounts,
    audit,
    signIn,
    secret,
    encryption: encryptionOf = () => null,
    faults,
    signal,
    serving = false,
    timeLimit = () => usualLimit,
  } = parts;
  const origin: PluginOrigin = {
    name: located.entry,
    file: realpathSync(located.file),
    home: located.home,
    secrets: [],
  };
  faults.watch(origin);
  const reading = { log, version: parts.version, limit: timeLimit(located.entry, 'import'), signal };
  const plugin = await runAs(origin, () => readPlugin(located, reading));

  const { name, version } = plugin;
  origin.name = name;
  const { values, secrets, problem } = optionValues(plugin, config.environment);
  if (problem) throw new PluginFault(name, ...problem);
  origin.secrets = secrets;
  const state = pluginState.of(name);
  const { dataDir, timeZone } = config;
  const readers = { events: parts.events(name), library: parts.library(signal) };
  const encryption = encryptionOf(name);
  const server = { index, snapshots, accounts, ...readers, audit, signIn, secret, encryption, serving, signal };
  const onLateFault = (fault: PluginFault): void => {
    faults.record(origin, fault, 'a plugin called its host too late');
  };
  const onWrongAnswer: OnPluginFault = (error, message) => {
    faults.record(origin, error, message);
  };
  const settings = new SettingsOfPlugin({
    origin,
    specs: plugin.settings ?? {},
    rows: pluginSettings,
    secret,
    onFault: (error) => {
      faults.record(origin, error, 'a plugin failed over its new settings');
    },
  });
  const { handed } = settings;
  const hosted = createHost({
    ...{ origin, dataDir, options: values, log, state, timeZone, onLateFault, onWrongAnswer, ...server },
    settings: handed,
    replaced: (kind) => replacedBy(before, kind),
  });
  const { host, registration } = hosted;
  const { provided, routes, healthChecks, pages } = registration;
  const contribution = { provided, routes, healthChecks, pages };
  try {
    await registerInTime(name, () => runAs(origin, () => plugin.register(host)), {
      limit: timeLimit(located.entry, 'register'),
      secrets: origin.secrets,
      remedy: `correct that, or ${remedyForStart(name)}`,
      signal,
    });
    const problem = registration.problem;
    if (registration.fault) throw registration.fault;
    if (problem) throw new PluginFault(name, ...problem);
    return { name, version, contribution, settings, optionNames: Object.keys(plugin.options ?? {}) };
  } catch (error) {
    await closeContributions([contribution], log);
    if (signal.aborted) throw error;
    if (error instanceof PluginFault && error.cause !== undefined) {
      log.debug({ plugin: name, cause: thrownDetails(error.cause, origin.secrets) }, 'register failed');
    }
    throw registration.fault ?? error;
  } finally {
    registration.close();
  }
}

/** The implementation of a kind by the replaceable plugins. */
function replacedBy<K extends Kind>(before: readonly LoadedPlugin[], kind: K): Contracts[K] | undefined {
  const provided = before.flatMap(({ givesWay, contribution }) => (givesWay ? contribution.provided : []));
  return provided.find((candidate) => candidate.kind === kind)?.implementation as Contracts[K] | undefined;
}
