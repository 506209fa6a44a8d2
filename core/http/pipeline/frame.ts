import type { Server as Listener } from 'node:http';
import { constants, createBrotliCompress } from 'node:zlib';
import { Server } from '@hapi/hapi';
import inert from '@hapi/inert';
import { usualBody } from '../../plugin-api/shapes/route.ts';
import { checkRequest } from './check-request.ts';
import { ownCookies, refreshCookie } from './cookies.ts';
import { entryCookies } from './entry-cookie.ts';
import { errorPage, isShown } from './error-page.ts';
import { errorAnswer, errorNames, kindHeader } from './errors.ts';
import { createListener } from './listener.ts';
import { pendingCookie } from './pending-cookie.ts';
import { pluginCookie } from './plugin-cookies.ts';
import { securityHeaders, shareHeaders } from './security-headers.ts';
import { shareCookie } from './share-cookie.ts';

export interface FrameOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Of a port that several servers have one after another. Without it, the server has a port of its own. */
  readonly listener?: Listener | null;
  /** Folder of the built web UI. */
  readonly webRoot: string;
  /** Whether answers are held against their schemas; for tests. */
  readonly validateAnswers?: boolean;
}

const ofServer = [refreshCookie, pendingCookie, shareCookie, ...entryCookies];

/** What all of our servers have in common: how they listen, their headers, how they refuse. It has no route. */
export async function newFrame({ host, port, listener, webRoot, validateAnswers }: FrameOptions): Promise<Server> {
  const server = new Server({
    host,
    port,
    listener: listener ?? createListener(),
    debug: false,
    routes: {
      payload: { maxBytes: usualBody, allow: ['application/json'] },
      // A cookie that is damaged is none.
      state: { parse: true, failAction: 'ignore' },
      // Byte ranges are answered by the routes that have them.
      response: { ranges: false, emptyStatusCode: 200 },
      files: { relativeTo: webRoot },
      compression: { gzip: { level: 5 } },
    },
  });
  await server.register(inert);
  addCompression(server);
  addHeadersAndErrors(server);
  if (validateAnswers) refuseUndeclaredStatuses(server);
  return server;
}

const isOfShare = (path: string): boolean => /^\/(?:s|api\/shared)\//.test(path);

/** Brotli beside hapi's gzip, at a level that costs less time than it saves on the wire. */
function addCompression(server: Server): void {
  server.encoder('br', () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // A window of 256 KiB: more memory would only have to be cleared for each answer.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  );
}

/** For tests: an answer that the API document does not list is a fault of the route; a failure names its kind. */
function refuseUndeclaredStatuses(server: Server): void {
  server.ext('onPreResponse', ({ response, route }, h) => {
    if ('isBoom' in response && !errorNames.some((name) => name === response.output.headers[kindHeader])) {
      return h.response({ detail: 'The answer does not say in its header what went wrong.' }).code(500);
    }
    const status = 'isBoom' in response ? response.output.statusCode : response.statusCode;
    const { name = '', statuses } = route.settings.app ?? {};
    if (!statuses || status === 500 || statuses.includes(status)) return h.continue;
    return h.response({ detail: `${name} answered ${status}, which it does not declare.` }).code(500);
  });
}

function addHeadersAndErrors(server: Server): void {
  // On the raw response and first of all, so that no later failure can lose them.
  server.ext('onRequest', (request, h) => {
    const { req, res } = request.raw;
    for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value);
    if (isOfShare(request.path)) for (const [name, value] of Object.entries(shareHeaders)) res.setHeader(name, value);
    checkRequest(req, { bodyMayBeOfNoType: request.path.startsWith('/plugins/') });
    if (req.headers.cookie !== undefined) {
      req.headers.cookie = ownCookies(req.headers.cookie, ofServer, pluginCookie);
    }
    return h.continue;
  });
  server.ext('onPreResponse', ({ response, path, headers: asked }, h) => {
    if (!('isBoom' in response)) return h.continue;
    const { status, body, headers } = errorAnswer(response);
    // Changed in place: hapi then still knows the error and logs it.
    const shown = isShown({ path, headers: asked });
    Object.assign(response.output, {
      statusCode: status,
      payload: shown ? errorPage(body.detail) : body,
      headers: {
        ...headers,
        'cache-control': 'no-store',
        ...(shown && { 'content-type': 'text/html; charset=utf-8' }),
      },
    });
    return h.continue;
  });
}
