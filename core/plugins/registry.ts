import type { Logger } from 'pino';
import { StartupError } from '../domain/errors.ts';
import type { Contracts, HealthCheck, Kind, PluginRoute } from '../plugin-api/index.ts';
import { PluginFault } from './fault.ts';
import { closeContributions } from './close.ts';
import type { Contribution } from './host.ts';
import type { SettingsOfPlugin } from './plugin-settings.ts';
import type { FoundPages } from '../plugin-api/shapes/pages.ts';
import { routeKey } from '../plugin-api/shapes/route.ts';
import { remedyWithout } from './shipped.ts';
import { timedModels } from './timed-models.ts';
import type { ProvidedSource } from './source-registry.ts';

/** A plugin that has registered. */
export interface LoadedPlugin {
  readonly name: string;
  readonly version: string;
  readonly contribution: Contribution;
  /** The names of the environment variables that it reads. */
  readonly optionNames?: readonly string[];
  /** Absent in commands, where no settings can be changed. */
  readonly settings?: SettingsOfPlugin;
  /**
   * Whether the plugin is included and PLUGINS does not name it. For kinds that allow only one implementation, another
   * plugin takes precedence.
   */
  readonly givesWay?: boolean;
}

export interface PluginSummary {
  readonly name: string;
  readonly version: string;
  readonly provides: readonly Kind[];
}

/** A second factor and the plugin that provides it. */
export interface ProvidedFactor {
  readonly plugin: string;
  readonly factor: Contracts['second-factor'];
}

/** An event sink and the plugin that provides it. */
export interface ProvidedSink {
  readonly plugin: string;
  readonly sink: Contracts['event-sink'];
}

/** A backup target and the plugin that provides it. */
export interface ProvidedTarget {
  readonly plugin: string;
  readonly target: Contracts['backup-target'];
}

/** A way to sign in and the plugin that provides it. */
export interface ProvidedSignIn {
  readonly plugin: string;
  readonly signIn: Contracts['sign-in'];
}

/** The pages of a plugin, as the server serves them. */
interface ServedPages extends FoundPages {
  /** The plugin's name. */
  readonly plugin: string;
}

export interface RouteName {
  readonly method: string;
  readonly path: string;
}

/**
 * Everything that the loaded plugins provide: at least one photo source; any number of second factors, ways to sign in,
 * event sinks and backup targets; and at most one of each other kind.
 */
export class Registry {
  readonly plugins: readonly PluginSummary[];
  /** At least one, in the order in which they were loaded. */
  readonly photoSources: readonly ProvidedSource[];
  readonly mlProvider: Contracts['ml-provider'] | undefined;
  /** The plugin that provides it. */
  readonly mlPlugin: string | undefined;
  /** From all plugins, since a user may have enrolled in several. Plugins that PLUGINS names come first. */
  readonly secondFactors: readonly ProvidedFactor[];
  readonly backups: Contracts['backups'] | undefined;
  readonly vectorIndex: Contracts['vector-index'] | undefined;
  readonly eventSinks: readonly ProvidedSink[];
  /** At most one per plugin. */
  readonly backupTargets: readonly ProvidedTarget[];
  readonly signIns: readonly ProvidedSignIn[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  /** Plugins with their settings, in the order in which they were loaded. */
  readonly administered: readonly { name: string; version: string; settings: SettingsOfPlugin }[];
  readonly pages: readonly ServedPages[];
  /** The names of the environment variables that the plugins read. */
  readonly optionNames: readonly string[];
  readonly #routeOwners: ReadonlyMap<string, string>;
  readonly #contributions: readonly Contribution[];

  /**
   * @param loaded the plugins, each already checked on its own
   * @param options.onlySource the name of the plugin whose photo source replaces all others
   * @throws StartupError if two plugins conflict, or none provides photos
   */
  constructor(loaded: readonly LoadedPlugin[], options: { onlySource?: string | undefined } = {}) {
    const { onlySource } = options;
    const counts = (kind: Kind, plugin: LoadedPlugin): boolean =>
      kind === 'second-factor' ||
      (kind === 'photo-source' && onlySource !== undefined
        ? plugin.name === onlySource
        : !plugin.givesWay || !loaded.some((other) => !other.givesWay && provides(other, kind)));

    this.plugins = loaded.map((plugin) => ({
      name: plugin.name,
      version: plugin.version,
      provides: plugin.contribution.provided.map(({ kind }) => kind).filter((kind) => counts(kind, plugin)),
    }));

    this.administered = loaded.flatMap(({ name, version, settings }) => (settings ? { name, version, settings } : []));

    this.optionNames = loaded.flatMap(({ optionNames = [] }) => optionNames);

    const all = <K extends Kind>(kind: K): ProvidedBy<K>[] =>
      each(
        loaded.filter((plugin) => counts(kind, plugin)),
        kind,
      );
    const single = <K extends Kind>(kind: K): Contracts[K] | undefined => {
      const [first, second] = all(kind);
      if (first && second) throw twoProviders(kind, first.plugin, second.plugin);
      return first?.provided;
    };

    const namedFirst = [...loaded].sort((a, b) => Number(a.givesWay ?? false) - Number(b.givesWay ?? false));
    this.secondFactors = each(namedFirst, 'second-factor').map(({ plugin, provided }) => ({
      plugin,
      factor: provided,
    }));
    this.photoSources = all('photo-source').map(({ plugin, provided }) => ({ plugin, source: provided }));
    if (this.photoSources.length === 0) {
      throw new StartupError(
        'No plugin provides photos: set BRIDGE_URL to the address of your bridge, name another photo source in PLUGINS, or set DEMO=1 to look around in a demo library.',
      );
    }
    const models = single('ml-provider');
    this.mlProvider = models && timedModels(models);
    this.mlPlugin = models && all('ml-provider')[0]?.plugin;
    this.backups = single('backups');
    this.vectorIndex = single('vector-index');
    this.eventSinks = each(loaded, 'event-sink').map(({ plugin, provided }) => ({ plugin, sink: provided }));
    this.backupTargets = each(loaded, 'backup-target').map(({ plugin, provided }) => ({ plugin, target: provided }));
    this.signIns = each(loaded, 'sign-in').map(({ plugin, provided }) => ({ plugin, signIn: provided }));
    // An included plugin that is replaced loses its routes: the plugin that replaces it may have routes of the same names.
    const routeKeys = new Set(loaded.flatMap((plugin) => (plugin.givesWay ? [] : routeKeysOf(plugin))));
    const routed = loaded.filter(
      (plugin) =>
        !plugin.givesWay ||
        (plugin.contribution.provided.some(({ kind }) => counts(kind, plugin)) &&
          !routeKeysOf(plugin).some((key) => routeKeys.has(key))),
    );
    this.#routeOwners = routeOwners(routed);
    this.#contributions = loaded.map(({ contribution }) => contribution);
    this.routes = routed.flatMap(({ contribution }) => contribution.routes);
    this.healthChecks = uniqueHealthChecks(loaded);
    this.pages = routed.flatMap(({ name, contribution: { pages = [] } }) =>
      pages.map((found) => ({ plugin: name, ...found })),
    );
  }

  /**
   * Checks that no route of a plugin is also a route of the server.
   * @throws PluginFault naming the plugin and the route
   */
  refuseRouteClashes(ownRoutes: readonly RouteName[]): void {
    for (const route of ownRoutes) {
      const owner = this.#routeOwners.get(routeKey(route));
      if (owner !== undefined) {
        throw new PluginFault(
          owner,
          `has a route ${route.method} ${route.path}, which the server has itself`,
          'the plugin must choose another path',
        );
      }
    }
  }

  /** The name of the plugin that has the route. */
  ownerOf(route: RouteName): string | undefined {
    return this.#routeOwners.get(routeKey(route));
  }

  /** Closes all implementations, the last loaded first. An implementation that fails or hangs does not delay the others. */
  async close(log: Pick<Logger, 'warn'>): Promise<void> {
    await closeContributions(this.#contributions, log);
  }
}

const provides = ({ contribution }: LoadedPlugin, kind: Kind): boolean =>
  contribution.provided.some((provided) => provided.kind === kind);

interface ProvidedBy<K extends Kind> {
  readonly plugin: string;
  readonly provided: Contracts[K];
}

/** The implementations of a kind, in the order of the plugins. */
function each<K extends Kind>(loaded: readonly LoadedPlugin[], kind: K): ProvidedBy<K>[] {
  return loaded.flatMap(({ name, contribution }) =>
    contribution.provided
      .filter((provided) => provided.kind === kind)
      .map(({ implementation }) => ({ plugin: name, provided: implementation as Contracts[K] })),
  );
}

function twoProviders(kind: Kind, first: string, second: string): StartupError {
  return new StartupError(
    `Plugins ${first} and ${second} both provide ${kind}: there can be one, so ${remedyWithout(first)} or ${remedyWithout(second)}.`,
  );
}

const routeKeysOf = ({ contribution }: LoadedPlugin): string[] => contribution.routes.map(routeKey);

function routeOwners(loaded: readonly LoadedPlugin[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name, contribution } of loaded) {
    for (const route of contribution.routes) {
      claim(owners, routeKey(route), name, `route ${route.method} ${route.path}`);
    }
  }
  return owners;
}

function uniqueHealthChecks(loaded: readonly LoadedPlugin[]): HealthCheck[] {
  const owners = new Map<string, string>();
  const otherChecks = loaded
    .filter(({ givesWay }) => givesWay !== true)
    .flatMap(({ contribution }) => contribution.healthChecks);
  return loaded.flatMap(({ name, contribution, givesWay }) =>
    contribution.healthChecks.flatMap((check) => {
      if (givesWay && otherChecks.some(({ id }) => id === check.id)) return [];
      claim(owners, check.id, name, `health check ${check.id}`);
      return check;
    }),
  );
}

function claim(owners: Map<string, string>, key: string, plugin: string, claimed: string): void {
  const owner = owners.get(key);
  if (owner !== undefined) {
    throw new StartupError(
      `The ${claimed} is in two plugins, ${owner} and ${plugin}: ${remedyWithout(owner)} or ${remedyWithout(plugin)}.`,
    );
  }
  owners.set(key, plugin);
}
