import type { Logger } from 'pino';
import { StartupError } from '../domain/errors.ts';
import type { Contracts, HealthCheck, Kind, PluginRoute } from '../plugin-api/index.ts';
import { PluginFault } from './fault.ts';
import { closeContributions } from './close.ts';
import type { Contribution } from './host.ts';
import { remedyWithout } from './shipped.ts';

/** A plugin that has registered. */
export interface LoadedPlugin {
  readonly name: string;
  readonly version: string;
  readonly contribution: Contribution;
  /** It was not asked for by name: what another plugin provides as well is taken from the other. */
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

export interface RouteName {
  readonly method: string;
  readonly path: string;
}

/** What the loaded plugins provide together: one photo source, and at most one of each other kind. */
export class Registry {
  readonly plugins: readonly PluginSummary[];
  readonly photoSource: Contracts['photo-source'];
  readonly mlProvider: Contracts['ml-provider'] | undefined;
  /** The one that counts comes first. Who enrolled in one that gave way to it is still to be asked for its codes. */
  readonly secondFactors: readonly ProvidedFactor[];
  readonly backups: Contracts['backups'] | undefined;
  readonly vectorIndex: Contracts['vector-index'] | undefined;
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  readonly #routeOwners: ReadonlyMap<string, string>;
  readonly #contributions: readonly Contribution[];

  /**
   * @param options.onlySource the name of the plugin whose photo source replaces every other
   * @throws StartupError when two plugins claim the same place, or none has photos
   */
  constructor(loaded: readonly LoadedPlugin[], options: { onlySource?: string | undefined } = {}) {
    const { onlySource } = options;
    const counts = (kind: Kind, plugin: LoadedPlugin): boolean =>
      kind === 'photo-source' && onlySource !== undefined
        ? plugin.name === onlySource
        : !plugin.givesWay || !loaded.some((other) => !other.givesWay && provides(other, kind));

    this.plugins = loaded.map((plugin) => ({
      name: plugin.name,
      version: plugin.version,
      provides: plugin.contribution.provided.map(({ kind }) => kind).filter((kind) => counts(kind, plugin)),
    }));

    const one = <K extends Kind>(kind: K): Contracts[K] | undefined => {
      let holder: string | undefined;
      let found: Contracts[K] | undefined;
      for (const plugin of loaded) {
        for (const provided of plugin.contribution.provided) {
          if (provided.kind !== kind || !counts(kind, plugin)) continue;
          if (holder !== undefined) throw twice(kind, holder, plugin.name);
          holder = plugin.name;
          found = provided.implementation as Contracts[K];
        }
      }
      return found;
    };

    const source = one('photo-source');
    if (!source) {
      throw new StartupError(
        'No plugin provides photos: set BRIDGE_URL to the address of your bridge, name another photo source in PLUGINS, or set DEMO=1 to look around in a demo library.',
      );
    }
    this.photoSource = source;
    this.mlProvider = one('ml-provider');
    const present = one('second-factor');
    this.secondFactors = loaded
      .flatMap(({ name, contribution }) =>
        contribution.provided.flatMap((provided) =>
          provided.kind === 'second-factor' ? { plugin: name, factor: provided.implementation } : [],
        ),
      )
      .sort((a, b) => Number(b.factor === present) - Number(a.factor === present));
    this.backups = one('backups');
    this.vectorIndex = one('vector-index');
    // Routes go with what they are about: the plugin that provides it instead has its own, maybe of the same names.
    const routed = loaded.filter(
      (plugin) => !plugin.givesWay || plugin.contribution.provided.some(({ kind }) => counts(kind, plugin)),
    );
    this.#routeOwners = routeOwners(routed);
    this.#contributions = loaded.map(({ contribution }) => contribution);
    this.routes = routed.flatMap(({ contribution }) => contribution.routes);
    this.healthChecks = uniqueHealthChecks(loaded);
  }

  /**
   * Whether the plugins' routes and the server's own can stand side by side.
   * @throws PluginFault naming the plugin and the route
   */
  refuseRouteClashes(own: readonly RouteName[]): void {
    for (const route of own) {
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

  /** The plugin whose route it is. */
  ownerOf(route: RouteName): string | undefined {
    return this.#routeOwners.get(routeKey(route));
  }

  /** Closes all that the plugins provided, last loaded first; one that fails or hangs holds up no other. */
  async close(log: Pick<Logger, 'warn'>): Promise<void> {
    await closeContributions(this.#contributions, log);
  }
}

const provides = ({ contribution }: LoadedPlugin, kind: Kind): boolean =>
  contribution.provided.some((provided) => provided.kind === kind);

function twice(kind: Kind, first: string, second: string): StartupError {
  return first === second
    ? new PluginFault(first, `provides a ${kind} twice`, 'it may provide one')
    : new StartupError(
        `Plugins ${first} and ${second} both provide ${kind}: there can be one, so ${remedyWithout(first)} or ${remedyWithout(second)}.`,
      );
}

/** Routes that differ in nothing but the names of their parameters are the same route. */
function routeKey({ method, path }: RouteName): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
}

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
  const others = loaded
    .filter(({ givesWay }) => givesWay !== true)
    .flatMap(({ contribution }) => contribution.healthChecks);
  return loaded.flatMap(({ name, contribution, givesWay }) =>
    contribution.healthChecks.flatMap((check) => {
      if (givesWay && others.some(({ id }) => id === check.id)) return [];
      claim(owners, check.id, name, `health check ${check.id}`);
      return check;
    }),
  );
}

function claim(owners: Map<string, string>, key: string, plugin: string, what: string): void {
  const owner = owners.get(key);
  if (owner === plugin) throw new PluginFault(plugin, `has the ${what} twice`, 'it may have it once');
  if (owner !== undefined) {
    throw new StartupError(
      `The ${what} is in two plugins, ${owner} and ${plugin}: ${remedyWithout(owner)} or ${remedyWithout(plugin)}.`,
    );
  }
  owners.set(key, plugin);
}
