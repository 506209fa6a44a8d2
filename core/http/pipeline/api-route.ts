import type { Readable } from 'node:stream';
import type { Lifecycle, Request, ResponseToolkit, RouteOptionsPayload, ServerRoute } from '@hapi/hapi';
import { DomainError } from '../../domain/errors.ts';
import { handleWithAudit, type RouteAudit } from './handle-with-audit.ts';
import { RoleTooLow } from './bearer.ts';
import { callOf } from './call.ts';
import { callerOf } from './caller-of.ts';
import { bodyChecker, queryChecker, textChecker } from './check-input.ts';
import { withoutSignature } from './media-auth.ts';
import { refuseOtherOrigins } from './own-origin.ts';
import { pendingLogin } from './pending-cookie.ts';
import { jsonOf, send } from './reply.ts';
import type { Call, Route } from './route.ts';
import { statusesOf } from './statuses.ts';
import { tokenScopeOf } from './token-scope.ts';
import { Upload, uploadOptions, type UploadRules } from './upload.ts';

declare module '@hapi/hapi' {
  interface RouteOptionsApp {
    /** The name of the route, for messages. */
    name?: string;
    /** All statuses that it may answer, besides 500. */
    statuses?: readonly number[];
  }
}

export interface ApiOptions {
  readonly trustProxy: boolean;
  /** Whether to validate answers against their schemas; for tests. */
  readonly validateAnswers: boolean;
  readonly audit: RouteAudit;
  /** Requests of signed-in users, also for pictures, wait for it; undefined when loading is complete. */
  readonly loading: () => Promise<void> | undefined;
}

/** Converts a route of the API to a route of hapi. */
export function apiRoute(route: Route, options: ApiOptions): ServerRoute {
  return {
    method: route.method,
    path: route.path,
    handler: handlerOf(route, options),
    options: {
      auth: authOf(route),
      app: {
        name: `${route.method} ${route.path}`,
        ...(!route.anyStatus && { statuses: statusesOf(route) }),
        tokenScope: tokenScopeOf(route),
      },
      ...(route.upload ? uploadOptions(route.upload) : route.method !== 'GET' && { payload: payloadOf(route) }),
    },
  };
}

/** The hapi options for reading the body of a route. */
function payloadOf({ path, rawBody, largestBody }: Route): RouteOptionsPayload {
  return {
    ...(largestBody !== undefined && { maxBytes: largestBody }),
    // Makes hapi accept any type; the check of the frame then applies to the type set here.
    ...(rawBody && { parse: false, output: 'data', override: 'application/json' }),
    // Browsers post forms to these routes. A body without a type could come from a page of another site.
    ...(path.startsWith('/plugins/') && { allow: [json, form], defaultContentType: 'application/octet-stream' }),
  };
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function authOf({
  access,
  payload,
  readersMay,
  sometimesSignedIn,
}: Route): NonNullable<Exclude<ServerRoute['options'], (...args: never) => unknown>>['auth'] {
  if (access === 'none') return false;
  if (access === 'media') return 'media';
  // The body is read later. A route that accepts the token in the body must therefore be reachable without the cookie, and
  // checks that it has either.
  if (access === 'pending') return { strategy: pendingLogin, mode: payload ? 'try' : 'required' };
  return {
    mode: sometimesSignedIn ? 'try' : 'required',
    strategy: 'bearer',
    access: { scope: [access, ...(readersMay ? ['read'] : [])] },
  };
}

function handlerOf(route: Route, options: ApiOptions): Lifecycle.Method {
  const checkParams = textChecker(route.params);
  const checkQuery = (route.pluginStatuses ? textChecker : queryChecker)(route.query);
  const { upload } = route;
  const checkPayload = bodyChecker(route.payload);
  const isBinary = 'binary' in route.answer;
  const isForUsers = route.ofShare ?? ['read', 'write', 'admin', 'media'].includes(route.access);
  return async (request, h) => {
    if (route.readersMay) refuseReaders(route, request);
    if (route.ownPagesOnly) refuseOtherOrigins(request.raw.req.headers, options);
    const loading = isForUsers ? options.loading() : undefined;
    if (loading) await loading;
    // Pictures are already compressed, and byte ranges refer to the uncompressed content.
    if (isBinary) request.info.acceptEncoding = 'identity';
    const query = route.access === 'media' ? withoutSignature(request.query) : request.query;
    const input = {
      params: await checkParams(request.params),
      query: await checkQuery(query),
      payload: upload
        ? uploadOf(request, upload)
        : route.method === 'GET'
          ? undefined
          : route.rawBody
            ? ((request.payload as Buffer | null) ?? Buffer.alloc(0))
            : await checkPayload(bodyOf(request)),
    };
    const call = callOf(request, input, options) as Call<never, never, never>;
    const answer = await handleWithAudit(route, call, options.audit).catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === 'unauthenticated') takeBack(route, request, h);
      throw error;
    });
    if (options.validateAnswers) await validateAnswer(route, answer);
    return send(answer, h);
  };
}

/** @throws RoleTooLow if the role read may not make this call of a route for the role write */
function refuseReaders({ readersMay }: Route, request: Request): void {
  const caller = callerOf(request);
  if (caller?.role === 'read' && !readersMay?.(request.payload)) throw new RoleTooLow(caller, 'write');
}

/**
 * Adds the route's headers to a 401. They are set on the raw response, since hapi builds the answer from the error later.
 */
function takeBack({ onUnauthenticated }: Route, { raw, state }: Request, h: ResponseToolkit): void {
  for (const [name, value] of Object.entries(onUnauthenticated?.headers ?? {})) raw.res.setHeader(name, value);
  for (const name of onUnauthenticated?.clearedCookies ?? []) if (Object.hasOwn(state, name)) h.unstate(name);
}

/** A body of `null` is none to hapi. Undefined if there is none, which counts as an empty object. */
function bodyOf({ payload, headers }: { readonly payload: unknown; readonly headers: Request['headers'] }): unknown {
  return payload === null && !(Number(headers['content-length']) > 0) ? undefined : payload;
}

function uploadOf({ payload, raw }: Request, rules: UploadRules): Upload {
  return new Upload(payload as Readable, raw.req.headers, rules);
}

async function validateAnswer({ method, path, answer: schema }: Route, answer: unknown): Promise<void> {
  const body = jsonOf(answer);
  if ('binary' in schema || !body) return;
  // Validate the form that clients get: without undefined fields, dates as text.
  const json: unknown = JSON.parse(JSON.stringify(body.json));
  const { issues } = await schema['~standard'].validate(json);
  if (issues)
    throw new Error(`The answer of ${method} ${path} breaks its schema: ${issues.map((i) => i.message).join('; ')}`);
}
