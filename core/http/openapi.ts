import Joi from 'joi';
import { roles, type Role } from '../domain/roles.ts';
import type { Schema } from '../plugin-api/index.ts';
import type { Route } from './pipeline/route.ts';
import { route } from './pipeline/route.ts';
import { errorNames } from './pipeline/errors.ts';
import { isGood, meaningOf, statusesOf } from './pipeline/statuses.ts';
import type { UploadRules } from './pipeline/upload.ts';

type Json = Record<string, unknown>;

/** `GET /api/openapi.json`: the API document, generated from the routes. */
export function openApiRoute(routes: readonly Route[], version: string): Route {
  let document: Json | undefined;
  const self: Route = route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'none',
    summary: 'This document',
    answer: Joi.object().unknown(true),
    handle: () => (document ??= openApiDocument([...routes, self], version)),
  });
  return self;
}

/** OpenAPI 3.1. */
function openApiDocument(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Photofinch',
      version,
      description: 'A self-hosted photo library. Times are epoch seconds UTC unless a field says otherwise.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      headers: {
        ErrorKind: {
          description: 'What went wrong, for clients that say it in another language.',
          schema: { type: 'string', enum: errorNames },
        },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: { detail: { type: 'string', description: 'One sentence that a person can act on.' } },
          required: ['detail'],
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token: 64 hexadecimal digits, opaque.' },
        signature: { type: 'apiKey', in: 'query', name: 'sig', description: 'From POST /api/sign; opaque.' },
        signatureExpiry: { type: 'apiKey', in: 'query', name: 'exp', description: 'Required with sig; epoch seconds.' },
        pendingCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'pf_pending',
          description: 'A sign-in whose first step succeeded and whose second step is still to come.',
        },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'pf_refresh', description: 'The refresh token.' },
      },
    },
  };
}

function operation(route: Route): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route)],
    ...(isRole(route.access) ? { 'x-role': route.access } : {}),
    security: security(route),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.payload ? { requestBody: requestBody(route.payload) } : {}),
    ...(route.upload ? { requestBody: formBody(route.upload) } : {}),
    ...(route.rawBody ? { requestBody: { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } } : {}),
    responses: responses(route),
  };
}

const isRole = (access: Route['access']): access is Role => (roles as readonly string[]).includes(access);

function requestBody(payload: Schema): Json {
  const schema = { ...jsonSchema(payload), ...togetherOrNot(payload) };
  return { required: !acceptsNothing(payload), content: { 'application/json': { schema } } };
}

/** Whether a request without a body, which counts as an empty object, is accepted. */
function acceptsNothing(payload: Schema): boolean {
  if (Joi.isSchema(payload, { legacy: true })) return payload.validate({}).error === undefined;
  return !('required' in jsonSchema(payload));
}

interface Dependency {
  readonly rel: string;
  /** The field whose presence matters, for `with` and `without`. */
  readonly key?: string;
  readonly peers: readonly string[];
}

/** Which fields exclude, replace or need one another: joi leaves that out of its JSON schemas. */
function togetherOrNot(payload: Schema): Json {
  if (!Joi.isSchema(payload, { legacy: true })) return {};
  const { dependencies = [] } = payload.describe() as { dependencies?: Dependency[] };
  const rules = dependencies.flatMap(rulesOf);
  // Two rules of one kind have the same keyword.
  return rules.length > 1 ? { allOf: rules } : { ...rules[0] };
}

function rulesOf({ rel, key = '', peers }: Dependency): Json[] {
  const one = peers.map((peer) => ({ required: [peer] }));
  const others = (peer: string): string[] => peers.filter((other) => other !== peer);
  const notBoth = (field: string, excluded: readonly string[]): Json[] =>
    excluded.map((other) => ({ not: { required: [field, other] } }));
  switch (rel) {
    case 'xor':
      return [{ oneOf: one }];
    case 'or':
      return [{ anyOf: one }];
    case 'and':
      return [{ dependentRequired: Object.fromEntries(peers.map((peer) => [peer, others(peer)])) }];
    case 'with':
      return [{ dependentRequired: { [key]: peers } }];
    case 'oxor':
      return peers.flatMap((peer, at) => notBoth(peer, peers.slice(at + 1)));
    case 'without':
      return notBoth(key, peers);
    case 'nand':
      return [{ not: { required: peers } }];
    default:
      throw new Error(`The OpenAPI document cannot say ${rel} of ${[key, ...peers].join(', ')}`);
  }
}

/** A form with one file; in OpenAPI 3.1, `contentMediaType` alone marks it as binary. */
function formBody({ part, maxBytes, mediaTypes }: UploadRules): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: maxBytes };
  const schema = { type: 'object', properties: { [part]: file }, required: [part], additionalProperties: false };
  const encoding = { [part]: { contentType: mediaTypes.join(', ') } };
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
}

/** `/api/photos/{uid}` → `photos`; `/plugins/@me/tides/now` → `@me/tides` */
function tagOf({ path }: Route): string {
  return /^\/plugins\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/')[2] ?? '';
}

/** `GET /api/photos/{uid}/meta` → `getPhotosUidMeta` */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function security({ access, path, payload, sometimesSignedIn }: Route): Json[] {
  if (access === 'pending') return [{ pendingCookie: [] }, ...(payload ? [{}] : [])];
  if (path === '/api/auth/refresh') return [{ refreshCookie: [] }, {}];
  // The cookie counts where the token is no longer valid.
  if (sometimesSignedIn) return [{ bearer: [] }, { bearer: [], refreshCookie: [] }];
  if (access === 'none') return [];
  return access === 'media' ? [{ bearer: [] }, { signature: [], signatureExpiry: [] }] : [{ bearer: [] }];
}

function parameters(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...('description' in property ? { description: property['description'] } : {}),
    schema: property,
  }));
}

function content(answer: Route['answer']): Json {
  if (!('binary' in answer)) return { 'application/json': { schema: jsonSchema(answer) } };
  return Object.fromEntries(answer.binary.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function responses(route: Route): Json {
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const headers = { 'X-Error-Kind': { $ref: '#/components/headers/ErrorKind' } };
  const contentOf = (status: number): Json => {
    if (!isGood(status)) return { headers, content: failure };
    return status >= 300 ? {} : { content: content(route.answer) };
  };
  return {
    ...Object.fromEntries(
      statusesOf(route).map((status) => [status, { description: meaningOf(status), ...contentOf(status) }]),
    ),
    default: { description: 'The request failed; `detail` says why and what to do.', headers, content: failure },
  };
}

function jsonSchema(schema: Schema): Json {
  return nullsAllowed(schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' }) ?? {}) as Json;
}

/**
 * Adds a missing null: joi writes `Joi.valid('a').allow(null)` with null among the types but not in the `enum`, which then
 * forbids it.
 */
function nullsAllowed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullsAllowed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, nullsAllowed(value)]));
  const { type, enum: values } = copy;
  if (Array.isArray(type) && type.includes('null') && Array.isArray(values) && !values.includes(null)) {
    return { ...copy, enum: [...(values as unknown[]), null] };
  }
  return copy;
}
