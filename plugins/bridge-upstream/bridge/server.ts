import { createServer } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Server } from '@hapi/hapi';
import { answerClientErrors, type ClientErrorAnswer, type ClientErrorAnswers } from 'photofinch/plugin-api/toolkit';
import type { Logger } from 'pino';
import { contractHeader, contractVersion, thumbnailSizes, type HealthAnswer } from '../contract.ts';
import type { ContentSource, ThumbnailSource } from './content-source.ts';
import type { Driver } from './driver.ts';
import { asBridgeError, BridgeError, errorBody, statusOf } from './errors.ts';
import { FileContent } from './file-content.ts';
import type { ListenAddress } from './listen-address.ts';
import type { Meter } from './meter/meter.ts';
import type { PreviewShelf } from './meter/preview-shelf.ts';
import type { Pictures } from './pictures/pictures.ts';
import { healthRoute } from './routes/health.ts';
import { listRoutes } from './routes/lists.ts';
import { nodeRoutes } from './routes/nodes.ts';
import type { RouteParts } from './routes/parts.ts';
import { photoRoutes } from './routes/photos.ts';
import { Thumbnails } from './thumbnails.ts';
import { type TurnLimits, Turns } from './turns.ts';

/** The dependencies of the HTTP side of any bridge. */
export interface HttpParts extends RouteParts {
  readonly token: string;
  /** Port 0 means any free port. A socket is a path in the file system. */
  readonly listen: ListenAddress;
}

export interface BridgeDependencies extends Omit<HttpParts, 'content' | 'thumbnails' | 'capabilities'> {
  readonly driver: Pick<Driver, 'stat' | 'read'>;
  /** Requests a scan soon: a file differs from the journal. */
  readonly onChange: () => void;
  readonly pictures: Pick<Pictures, 'thumbnail'>;
  /** The maximum number of concurrent reads, and of requests that wait for one. */
  readonly reads?: TurnLimits;
  /** Milliseconds that the store may take for one call or one chunk of a file. */
  readonly patience?: number;
  /** For a bridge that simulates a cloud store: the meter, and the previews. */
  readonly metered?: { readonly meter: Meter; readonly previews: PreviewShelf };
}

/** Shorter than the service's timeout (30 s), so that the service receives the reason. */
const storePatience = 20_000;
const readLimits: TurnLimits = { atOnce: 24, waiting: 256, patience: 20_000 };

/** A driver reads whole files, from which thumbnails and checksums can be computed. */
const capabilities: HealthAnswer['capabilities'] = {
  thumbnails: thumbnailSizes,
  range: true,
  sha1: 'computed',
  albums: true,
  tags: false,
  related: true,
  originals: 'cheap',
};

/** The HTTP side of a bridge over a driver. It listens after `start`, and handles `inject` before that. */
export function buildBridge(deps: BridgeDependencies): Server {
  const content = new FileContent({
    driver: deps.driver,
    turns: new Turns(deps.reads ?? readLimits),
    condition: () => deps.status().condition,
    onChange: deps.onChange,
    patience: deps.patience ?? storePatience,
  });
  const { meter, previews } = deps.metered ?? {};
  const thumbnails = new Thumbnails(content, deps.pictures, previews);
  if (!meter) return buildHttp({ ...deps, content, thumbnails, capabilities });
  return buildHttp({
    ...deps,
    content: meteredContent(content, meter),
    thumbnails: meteredThumbnails(thumbnails, meter),
    capabilities: { ...capabilities, originals: 'metered' },
  });
}

/** The same content at the speed of the meter. */
const meteredContent = (content: ContentSource, meter: Meter): ContentSource => ({
  confirm: (file, signal) => content.confirm(file, signal),
  open: async (file, request) => {
    const opened = await content.open(file, request);
    return { ...opened, read: (range) => meter.paced(() => opened.read(range), request.signal) };
  },
});

/** The same thumbnails at the speed of the meter. */
const meteredThumbnails = (thumbnails: ThumbnailSource, meter: Meter): ThumbnailSource => ({
  of: async (file, size, request) => {
    const picture = await thumbnails.of(file, size, request);
    await meter.pass(picture.bytes.length, request.signal);
    return picture;
  },
});

/** The HTTP side of a bridge over any source of bytes. */
export function buildHttp(parts: HttpParts): Server {
  const server = new Server({
    ...('socket' in parts.listen ? { port: parts.listen.socket } : parts.listen),
    // Node's own response to a request without a Host header would lack our headers.
    listener: createServer({ requireHostHeader: false }),
    debug: false,
    routes: {
      // The photo routes handle ranges themselves.
      response: { ranges: false, emptyStatusCode: 200 },
      state: { parse: false, failAction: 'ignore' },
    },
  });
  answerClientErrors(server.listener, clientErrorAnswers);
  guardRequests(server, parts.token);
  answerErrors(server, parts.log);
  server.route([healthRoute(parts), ...listRoutes(parts), ...nodeRoutes(parts), ...photoRoutes(parts)]);
  return server;
}

/**
 * Runs before everything else, so that it applies to every path: sets the contract's header, checks the token, and rejects
 * writes.
 */
function guardRequests(server: Server, token: string): void {
  const mayEnter = tokenCheck(token);
  server.ext('onRequest', (request, h) => {
    const { req, res } = request.raw;
    res.setHeader(contractHeader, String(contractVersion));
    if (!mayEnter(req.headers.authorization)) {
      throw new BridgeError('bridge_auth', 'The bearer token is missing or is not the one of this bridge.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    const isNodes = request.path === '/v1/nodes';
    if (request.method !== 'get' && request.method !== 'head' && !(isNodes && request.method === 'post')) {
      throw new BridgeError('read_only', 'A bridge only reads: it takes GET and HEAD, and POST for /v1/nodes.', {
        headers: { allow: isNodes ? 'POST' : 'GET, HEAD' },
      });
    }
    return h.continue;
  });
}

function answerErrors(server: Server, log: Logger): void {
  server.ext('onPreResponse', ({ response, route, method }, h) => {
    if (!('isBoom' in response)) {
      if (!('cache-control' in response.headers)) response.header('cache-control', 'no-store');
      return h.continue;
    }
    const error = asBridgeError(response);
    const status = statusOf(error);
    if (error.cause !== undefined && status >= 500) log.warn({ err: error.cause, route: route.path }, error.message);
    else log.debug({ method, route: route.path, code: error.code }, 'refused');
    // Changed in place, so that hapi still recognises it as an error.
    Object.assign(response.output, {
      statusCode: status,
      payload: errorBody(error.code, error.message),
      headers: { ...error.headers, 'cache-control': 'no-store' },
    });
    return h.continue;
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks whether an `Authorization` header contains the bridge's token. Digests are compared, so that the duration reveals
 * neither how much of a guess is correct nor the length of the token.
 */
function tokenCheck(token: string): (header: string | undefined) => boolean {
  const expected = digest(token);
  return (header) => {
    const bearer = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    return bearer !== undefined && timingSafeEqual(digest(bearer), expected);
  };
}

const errorHeaders = {
  [contractHeader]: String(contractVersion),
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

const badRequest = (detail: string): ClientErrorAnswer => ({
  headers: errorHeaders,
  body: JSON.stringify(errorBody('bad_request', detail)),
});

/** Invalid HTTP never becomes a request, so its error is formatted here. */
const clientErrorAnswers: ClientErrorAnswers = {
  unreadable: () => badRequest('The bridge could not read this as an HTTP request.'),
  unexpected: () => badRequest('The bridge does not do what the header Expect asks for.'),
};
