import type { PluginRoute } from '../plugin-route.ts';
import { misspellingProblem } from './misspelling.ts';
import type { Problem } from './problem.ts';
import { isTokenScope, tokenScopes } from './sign-in.ts';

type GivenRoute = Partial<Record<keyof PluginRoute, unknown>>;

const roles: readonly unknown[] = ['none', 'read', 'write', 'admin'];
const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** The statuses of a `PluginHttpError`; the server answers 500 for any other. */
export const failures: readonly unknown[] = [400, 403, 404, 409, 422, 503];
const routePath = /^\/(api|plugins)(\/([A-Za-z0-9@._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}))+$/;
const mediaType = /^[a-z]+\/[a-z0-9.+-]+$/;
/** The default maximum of a body's bytes. */
export const usualBody = 256 * 1024;
/** The most bytes that a route may allow, since bodies are kept in memory. */
const maxBody = 64 * 1024 * 1024;

/** All properties of a route. With a misspelt schema name, input would not be validated. */
const routeProperties: Readonly<Record<keyof PluginRoute, true>> = {
  method: true,
  path: true,
  access: true,
  summary: true,
  params: true,
  query: true,
  payload: true,
  raw: true,
  largestBody: true,
  answer: true,
  statuses: true,
  tokenScope: true,
  errors: true,
  handler: true,
  audit: true,
};

const text = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : typeof value);

/** Routes that only differ in the names of their parameters are the same route. */
export const routeKey = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;

/**
 * The problem with a route; null if it can be served.
 * @param plugin its name
 */
export function routeProblem(route: GivenRoute | null, plugin: string): Problem | null {
  if (typeof route !== 'object' || route === null)
    return ['gives a route that is not an object', 'give host.routes a list'];
  const { method, path } = route;
  const label = `${String(method)} ${text(path)}`;
  if (!methods.includes(method)) return [`has a route with method ${text(method)}`, `use ${methods.join(', ')}`];
  if (typeof path !== 'string' || !(path.startsWith('/api/') || path.startsWith(`/plugins/${plugin}/`))) {
    return [
      `has a route ${label} outside of /api/`,
      `all routes of plugins begin with /api/, or with /plugins/${plugin}/`,
    ];
  }
  if (!routePath.test(path)) {
    return [`has a route ${label} that cannot be served`, 'write its parameters in braces, as in /api/things/{id}'];
  }
  if (!roles.includes(route.access)) return [`does not say who may call ${label}`, `give access: ${roles.join(', ')}`];
  if (typeof route.summary !== 'string' || !route.summary)
    return [`has no summary for ${label}`, 'say in a line what it does'];
  if (typeof route.handler !== 'function') return [`has no handler for ${label}`, 'give it `handler(call)`'];
  return (
    answerProblem(route, label) ??
    inputProblem(route, label) ??
    misspellingProblem(route, routeProperties, ` in its route ${label}`)
  );
}

function answerProblem({ answer, audit, errors, statuses }: GivenRoute, label: string): Problem | null {
  if (!isSchema(answer) && !isMedia(answer)) {
    return [
      `does not say what ${label} answers`,
      'give `answer`, a Standard Schema such as joi 18’s, or { media: [types] }',
    ];
  }
  if (audit !== undefined && typeof audit !== 'function') {
    return [`has an audit of ${label} that is no function`, 'leave it out or make it `audit(call, answer)`'];
  }
  if (errors !== undefined && !isListOf(errors, (status) => failures.includes(status))) {
    return [`has errors of ${label} that it cannot answer`, `leave them out or list some of ${failures.join(', ')}`];
  }
  if (statuses !== undefined && !isListOf(statuses, isStatus)) {
    return [`has statuses of ${label} that it cannot answer`, 'leave them out or list numbers from 200 to 599'];
  }
  return null;
}

function inputProblem(route: GivenRoute, label: string): Problem | null {
  if (route.tokenScope !== undefined && !isTokenScope(route.tokenScope)) {
    return [
      `has a tokenScope of ${label} that the server does not know`,
      `leave it out or use ${tokenScopes.join(', ')}`,
    ];
  }
  for (const part of ['params', 'query', 'payload'] as const) {
    if (route[part] !== undefined && !isSchema(route[part])) {
      return [`has a ${part} of ${label} that is no schema`, 'use a Standard Schema such as joi 18’s'];
    }
  }
  const { method, raw, payload, largestBody } = route;
  if (raw !== undefined && typeof raw !== 'boolean') return [`has a raw of ${label} that is no boolean`, 'give true'];
  if (raw && method === 'GET') return [`wants the body of ${label}`, 'a GET has none: leave `raw` out'];
  if (raw && payload !== undefined) {
    return [`has a schema of the raw body of ${label}`, 'leave out `payload`, or `raw`'];
  }
  if (largestBody === undefined || isSize(largestBody)) return null;
  return [`has a largestBody of ${label} that is no size`, `give bytes, up to ${maxBody}`];
}

const isSize = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxBody;

const isStatus = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599;

const isListOf = (value: unknown, isOne: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

function isMedia(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('media' in value)) return false;
  const { media } = value;
  return isListOf(media, (type) => typeof type === 'string' && mediaType.test(type)) && (media as unknown[]).length > 0;
}

function isSchema(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value))
    return false;
  const standard = value['~standard'];
  return (
    typeof standard === 'object' &&
    standard !== null &&
    'validate' in standard &&
    typeof standard.validate === 'function'
  );
}
