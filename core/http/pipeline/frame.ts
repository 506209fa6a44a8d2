import type { IncomingMessage, Server as Listener } from 'node:http';
import { constants, createBrotliCompress } from 'node:zlib';
import { Server } from '@hapi/hapi';
import inert from '@hapi/inert';
import { DomainError } from '../../domain/errors.ts';
import { usualBody } from '../../plugin-api/shapes/route.ts';
import { ownCookies, refreshCookie } from './cookies.ts';
import { entryCookies } from './entry-cookie.ts';
import { errorAnswer, errorNames, kindHeader } from './errors.ts';
import { createListener } from './listener.ts';
import { pendingCookie } from './pending-cookie.ts';
import { pluginCookie } from './plugin-cookies.ts';
import { securityHeaders, shareHeaders } from './security-headers.ts';
import { shareCookie } from './share-cookie.ts';

export interface FrameOptions {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** The listener of a port that several servers use in turn. Without it, the server opens its own port. */
  readonly listener?: Listener | null;
  /** The folder of the built web UI. */
  readonly webRoot: string;
  /** Whether to validate answers against their schemas; for tests. */
  readonly validateAnswers?: boolean;
}

const ofServer = [refreshCookie, pendingCookie, shareCookie, ...entryCookies];

/** The common base of all servers: listening, headers, errors. It has no routes. */
export async function newFrame({ host, port, listener, webRoot, validateAnswers }: FrameOptions): Promise<Server> {
  const server = new Server({
    host,
    port,
    listener: listener ?? createListener(),
    debug: false,
    routes: {
      payload: { maxBytes: usualBody, allow: ['application/json'] },
      // A damaged cookie is ignored.
      state: { parse: true, failAction: 'ignore' },
      // Routes that support byte ranges implement them.
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

/** Adds Brotli to hapi's gzip, at a level that costs less time than it saves in transfer. */
function addCompression(server: Server): void {
  server.encoder('br', () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // A window of 256 KiB: a larger one would only cost time for clearing memory at each answer.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  );
}

/** For tests: an answer with a status that the route does not declare, or a failure without an error kind, becomes a 500. */
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
  // On the raw response and before anything else, so that no later failure can drop them.
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
  server.ext('onPreResponse', ({ response, path, headers: requestHeaders }, h) => {
    if (!('isBoom' in response)) return h.continue;
    const { status, body, headers } = errorAnswer(response);
    // Modified in place, so that hapi still logs the original error.
    const isPage = isShown({ path, headers: requestHeaders });
    Object.assign(response.output, {
      statusCode: status,
      payload: isPage ? errorPage(body.detail) : body,
      headers: {
        ...headers,
        'cache-control': 'no-store',
        ...(isPage && { 'content-type': 'text/html; charset=utf-8' }),
      },
    });
    return h.continue;
  });
}

/** Injected requests have no `headersDistinct`. */
type Head = Pick<IncomingMessage, 'httpVersion' | 'headers'> & Partial<Pick<IncomingMessage, 'headersDistinct'>>;

/**
 * Rejects requests that no regular client sends, before any other processing.
 *
 * A body must have a type: a body without one would be parsed as JSON later, and a page of another site may send it without
 * a preflight (Fetch, "CORS-safelisted request-header"). Such a page could sign its visitor in to another account.
 * @param options.bodyMayBeOfNoType for routes that check the type themselves or do not read JSON
 * @throws DomainError `bad_input`, `not_an_image`
 */
function checkRequest(request: Head, { bodyMayBeOfNoType = false } = {}): void {
  const { httpVersion, headers, headersDistinct } = request;
  if (httpVersion === '1.1' && headers.host === undefined) {
    throw new DomainError('bad_input', 'The header Host is missing.');
  }
  if ((headersDistinct?.['host']?.length ?? 0) > 1) {
    throw new DomainError('bad_input', 'The header Host came twice.');
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !headers['content-type'] && !bodyMayBeOfNoType) {
    throw new DomainError('not_an_image', 'The body comes without a Content-Type: say what it is, application/json.');
  }
}

/** The parts of a request that determine the form of an error answer. */
interface PageRequest {
  readonly path: string;
  readonly headers: { readonly accept?: string };
}

/**
 * Whether a browser shows the answer as a page: below /plugins, users arrive from external services and should not see JSON.
 * Scripts accept anything, and do not ask for HTML.
 */
const isShown = ({ path, headers: { accept = '' } }: PageRequest): boolean =>
  path.startsWith('/plugins/') && accept.includes('text/html');

/** An error page in the style of the app, with a link to the app. */
const errorPage = (detail: string): string => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Photofinch</title>
    <link rel="stylesheet" href="/plugins/-/page.css" />
  </head>
  <body>
    <main>
      <p role="alert">${asText(detail)}</p>
      <p><a class="button" href="/">Photofinch</a></p>
    </main>
  </body>
</html>
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const asText = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');
