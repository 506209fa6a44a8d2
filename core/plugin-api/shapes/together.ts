import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthCheck } from '../health-check.ts';
import type { Kind } from '../plugin.ts';
import type { PluginRoute } from '../plugin-route.ts';
import type { SecondFactor } from '../second-factor.ts';
import type { SignIn } from '../sign-in.ts';
import { article } from './implementation.ts';
import type { FoundPages } from './pages.ts';
import type { Problem } from './problem.ts';
import { routeKey } from './route.ts';

/** The contributions of a plugin, and its name. */
interface Contributions {
  readonly name: string;
  readonly provided: readonly { readonly kind: Kind; readonly implementation: object }[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  readonly pages: readonly FoundPages[];
}

/**
 * The problem with all contributions of a plugin together: something exists twice, or a button or link leads to a missing
 * route or page. Null if there is none.
 */
export function togetherProblem(contribution: Contributions): Problem | null {
  return twiceProblem(contribution) ?? absenceProblem(contribution);
}

function twiceProblem({ provided, routes, healthChecks }: Contributions): Problem | null {
  const kind = repeated(provided.map((provision) => provision.kind));
  if (kind !== undefined) return [`provides ${article(kind)} ${kind} twice`, 'it may provide one'];
  const keys = routes.map(routeKey);
  const route = routes.find((candidate, at) => keys.indexOf(routeKey(candidate)) < at);
  if (route) return [`has the route ${route.method} ${route.path} twice`, 'it may have it once'];
  const check = repeated(healthChecks.map(({ id }) => id));
  return check === undefined ? null : [`has the health check ${check} twice`, 'it may have it once'];
}

const repeated = <T>(values: readonly T[]): T | undefined => values.find((value, at) => values.indexOf(value) < at);

function absenceProblem(contribution: Contributions): Problem | null {
  for (const { kind, implementation } of contribution.provided) {
    const problem =
      kind === 'sign-in'
        ? startProblem(implementation, contribution)
        : kind === 'second-factor'
          ? factorProblem(implementation as SecondFactor, contribution)
          : null;
    if (problem) return problem;
  }
  return null;
}

function startProblem({ button }: SignIn, contribution: Contributions): Problem | null {
  if (button === undefined) return null;
  const { start } = button;
  const route = routeAt(start, contribution.routes);
  if (route ? route.access === 'none' : isServed(start, contribution)) return null;
  return [
    `provides a sign-in whose button starts at ${start}, ${route ? 'for people who are signed in' : 'where it has no route'}`,
    `give host.routes GET ${start} with access: 'none'`,
  ];
}

function factorProblem({ prompt, enrolment }: SecondFactor, contribution: Contributions): Problem | null {
  const paths = { prompt: prompt?.module, enrolment: enrolment?.page };
  for (const [part, path] of Object.entries(paths)) {
    if (path === undefined || isServed(path, contribution)) continue;
    return [
      `provides a second-factor whose ${part} is ${path}, where it has no page`,
      'put it into the folder of host.pages, and see what stands after /plugins/',
    ];
  }
  return null;
}

function isServed(path: string, { name, routes, pages }: Contributions): boolean {
  const base = `/plugins/${name}/`;
  if (routeAt(path, routes)) return true;
  if (!path.startsWith(base)) return false;
  const file = path.slice(base.length).replace(/(^|\/)$/, '$1index.html');
  return pages.some(({ folder }) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile());
}

/** The GET route of a path. */
const routeAt = (path: string, routes: readonly PluginRoute[]): PluginRoute | undefined =>
  routes.find(({ method, path: routePath }) => method === 'GET' && routePath === path);
