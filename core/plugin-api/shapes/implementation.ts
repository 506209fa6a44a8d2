import type { Contracts, HealthCheck, Kind, PluginRoute } from '../index.ts';

type MethodsOf<K extends Kind> = readonly (keyof Contracts[K] & string)[];

/** The methods that an implementation of each kind must have. */
const requiredMethods: { readonly [K in Kind]: MethodsOf<K> } = {
  'photo-source': ['health', 'timeline', 'changes', 'nodes', 'albums', 'albumPhotos', 'thumbnail', 'open'],
  'ml-provider': ['models', 'onModelsChanged', 'detectFaces', 'embedFaces', 'embedImages', 'embedTexts'],
  'second-factor': ['isEnabled', 'status', 'verify', 'disable'],
  backups: ['list', 'take', 'remove', 'prune'],
  'vector-index': ['open'],
};

/** Those that it may have. */
const optionalMethods: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  'photo-source': ['openMotion', 'storedAnalysis'],
};

const kinds: readonly string[] = Object.keys(requiredMethods);
const roles: readonly unknown[] = ['none', 'read', 'write', 'admin'];
const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const statuses: readonly unknown[] = [400, 403, 404, 409, 422, 503];
const routePath = /^\/api(\/([A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}))+$/;

/** A problem and its remedy, to follow the plugin's name. */
export type Problem = readonly [problem: string, remedy: string];

const text = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : typeof value);

/** What is wrong with something that a plugin provides; null when it has all that its kind asks for. */
export function implementationProblem(kind: unknown, implementation: unknown): Problem | null {
  if (typeof kind !== 'string' || !kinds.includes(kind)) {
    return [`provides ${text(kind)}, which the server does not know`, `what can be provided is ${kinds.join(', ')}`];
  }
  if (typeof implementation !== 'object' || implementation === null) {
    return [`provides a ${kind} that is not an object`, 'give host.provide the object that has its methods'];
  }
  const has = (method: string): boolean =>
    typeof (implementation as Readonly<Record<string, unknown>>)[method] === 'function';
  const missing = requiredMethods[kind as Kind].filter((method) => !has(method));
  if (missing.length > 0)
    return [`provides a ${kind} without ${missing.join(', ')}`, 'every method of the contract is needed'];
  const given = implementation as Readonly<Record<string, unknown>>;
  const wrong = ['close', ...(optionalMethods[kind as Kind] ?? [])].find(
    (method) => given[method] !== undefined && !has(method),
  );
  if (wrong) return [`provides a ${kind} whose ${wrong} is not a function`, 'leave it out or make it one'];
  if (kind === 'ml-provider' && !isSize(implementation)) {
    return ['provides an ml-provider without preferredImageSize', 'say the longest side in px that it wants'];
  }
  return null;
}

function isSize(implementation: object): boolean {
  const size = 'preferredImageSize' in implementation ? implementation.preferredImageSize : undefined;
  return typeof size === 'number' && size > 0;
}

/** What is wrong with a route; null when it can be served. */
export function routeProblem(route: Partial<Record<keyof PluginRoute, unknown>> | null): Problem | null {
  if (typeof route !== 'object' || route === null)
    return ['gives a route that is not an object', 'give host.routes a list'];
  const { method, path } = route;
  const label = `${String(method)} ${text(path)}`;
  if (!methods.includes(method)) return [`has a route with method ${text(method)}`, `use ${methods.join(', ')}`];
  if (typeof path !== 'string' || !path.startsWith('/api/')) {
    return [`has a route ${label} outside of /api/`, 'all routes of plugins begin with /api/'];
  }
  if (!routePath.test(path)) {
    return [`has a route ${label} that cannot be served`, 'write its parameters in braces, as in /api/things/{id}'];
  }
  if (!roles.includes(route.access)) return [`does not say who may call ${label}`, `give access: ${roles.join(', ')}`];
  if (typeof route.summary !== 'string' || !route.summary)
    return [`has no summary for ${label}`, 'say in a line what it does'];
  if (typeof route.handler !== 'function') return [`has no handler for ${label}`, 'give it `handler(call)`'];
  if (!isSchema(route.answer))
    return [`does not say what ${label} answers`, 'give `answer`, a Standard Schema such as joi 18’s'];
  if (route.audit !== undefined && typeof route.audit !== 'function') {
    return [`has an audit of ${label} that is no function`, 'leave it out or make it `audit(call, answer)`'];
  }
  if (route.errors !== undefined && !areStatuses(route.errors)) {
    return [`has errors of ${label} that it cannot answer`, `leave them out or list some of ${statuses.join(', ')}`];
  }
  for (const part of ['params', 'query', 'payload'] as const) {
    if (route[part] !== undefined && !isSchema(route[part])) {
      return [`has a ${part} of ${label} that is no schema`, 'use a Standard Schema such as joi 18’s'];
    }
  }
  return null;
}

const areStatuses = (value: unknown): boolean =>
  Array.isArray(value) && value.every((status) => statuses.includes(status));

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

/** What is wrong with a health check; null when it can be run. */
export function healthCheckProblem(check: Partial<Record<keyof HealthCheck, unknown>> | null): Problem | null {
  if (typeof check?.id !== 'string' || !/^[a-z][a-z0-9-]*$/.test(check.id)) {
    return [`has a health check with the id ${text(check?.id)}`, 'use a short word in lower case'];
  }
  if (typeof check.run !== 'function') return [`has a health check ${check.id} that cannot run`, 'give it `run`'];
  return null;
}
