import type { HealthCheck } from '../health-check.ts';
import type { Contracts, Kind, PluginHost } from '../plugin.ts';
import type { PluginRoute } from '../plugin-route.ts';
import { healthCheckProblem, implementationProblem } from './implementation.ts';
import { isProblem, pagesOf, type FoundPages } from './pages.ts';
import type { Problem } from './problem.ts';
import { routeProblem } from './route.ts';
import { togetherProblem } from './together.ts';

/** An implementation that a plugin provides. */
export type ProvidedImplementation = {
  readonly [K in Kind]: { readonly kind: K; readonly implementation: Contracts[K] };
}[Kind];

/** How a host handles the contributions of a plugin. */
interface Handling {
  /** Makes the error that the plugin gets. @param isLate whether it had already registered */
  readonly errorOf: (problem: Problem, isLate: boolean) => Error;
  /** May wrap an implementation. */
  readonly implementation?: <K extends Kind>(kind: K, implementation: Contracts[K]) => Contracts[K];
  readonly route?: (route: PluginRoute) => PluginRoute;
  readonly healthCheck?: (check: HealthCheck) => HealthCheck;
}

/** The server serves its own modules for plugin pages below `/plugins/-/`. */
const nameOfServer = '-';

/**
 * Collects the contributions of a plugin during its registration, and rejects those that the server cannot use. The server's
 * host and the host for tests share it, so that both reject the same with the same message.
 */
export class Registration {
  readonly provided: ProvidedImplementation[] = [];
  readonly routes: PluginRoute[] = [];
  readonly healthChecks: HealthCheck[] = [];
  readonly pages: FoundPages[] = [];
  readonly #name: string;
  readonly #handling: Handling;
  #isOpen = true;
  #fault: Error | undefined;

  /** @param name of the plugin */
  constructor(name: string, handling: Handling) {
    this.#name = name;
    this.#handling = handling;
  }

  /** The plugin's first error, even if the plugin caught it. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Methods of the plugin's host. They can be called without their object. */
  get methods(): Pick<PluginHost, 'provide' | 'routes' | 'healthCheck' | 'pages'> {
    return {
      provide: (kind, implementation) => {
        this.#mustBeOpen('provide');
        this.#must(implementationProblem(kind, implementation));
        const { implementation: around } = this.#handling;
        this.provided.push({
          kind,
          implementation: around?.(kind, implementation) ?? implementation,
        } as ProvidedImplementation);
      },
      routes: (routes) => {
        this.#mustBeOpen('routes');
        this.#must(Array.isArray(routes) ? null : ['gives routes that are not a list', 'give host.routes a list']);
        for (const route of routes) {
          this.#must(routeProblem(route, this.#name));
          this.routes.push(this.#handling.route?.(route) ?? route);
        }
      },
      healthCheck: (check) => {
        this.#mustBeOpen('healthCheck');
        this.#must(healthCheckProblem(check));
        this.healthChecks.push(this.#handling.healthCheck?.(check) ?? check);
      },
      pages: (pages) => {
        this.#mustBeOpen('pages');
        this.#must(this.pages.length === 0 ? null : ['has pages twice', 'call host.pages once, with one folder']);
        this.#must(this.#name === nameOfServer ? ['has pages below /plugins/-/', 'choose another name'] : null);
        const found = pagesOf(pages);
        if (isProblem(found)) this.#must(found);
        else this.pages.push(found);
      },
    };
  }

  /** Rejects all further contributions. */
  close(): void {
    this.#isOpen = false;
  }

  /** The problem with all contributions together; null if there is none. */
  get problem(): Problem | null {
    const { provided, routes, healthChecks, pages } = this;
    return togetherProblem({ name: this.#name, provided, routes, healthChecks, pages });
  }

  #mustBeOpen(call: string): void {
    if (this.#isOpen) return;
    this.#must([`called host.${call} after register had ended`, 'register must await what it needs for it']);
  }

  /** @throws Error for a problem */
  #must(problem: Problem | null): void {
    if (!problem) return;
    const error = this.#handling.errorOf(problem, !this.#isOpen);
    if (this.#isOpen) this.#fault ??= error;
    throw error;
  }
}
