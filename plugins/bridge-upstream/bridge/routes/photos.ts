import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { sha1Header, thumbnailSizes, type ThumbnailSize } from '../../contract.ts';
import type { CatalogFile } from '../catalog.ts';
import { requestedRange, isUnchanged } from '../conditional-requests.ts';
import type { OpenedContent } from '../content-source.ts';
import { BridgeError, notInJournal } from '../errors.ts';
import { sendPieces } from '../send-pieces.ts';
import { checkInput, uidParams } from './check-input.ts';
import type { RouteParts } from './parts.ts';

const thumbnailQuery = Joi.object<{ size: ThumbnailSize }>({
  size: Joi.number()
    .valid(...thumbnailSizes)
    .required(),
});

type PhotoParts = Omit<RouteParts, 'version'>;

export function photoRoutes(parts: PhotoParts): ServerRoute[] {
  return [
    {
      method: 'GET',
      path: '/v1/photos/{uid}/full',
      handler: (request, h) => sendFile(parts, fileOf(parts, request), request, h),
    },
    {
      method: 'GET',
      path: '/v1/photos/{uid}/motion',
      handler: (request, h) => sendFile(parts, motionOf(parts, request), request, h),
    },
    { method: 'GET', path: '/v1/photos/{uid}/thumbnail', handler: (request, h) => sendThumbnail(parts, request, h) },
  ];
}

async function sendFile(parts: PhotoParts, file: CatalogFile, request: Request, h: ResponseToolkit): Promise<symbol> {
  const signal = goneSignal(request);
  await parts.content.confirm(file, signal);

  // hapi is bypassed from here on: for a 206 it would evaluate If-Modified-Since, but a time does not identify the bytes.
  const etag = `"${file.rev}"`;
  const baseHeaders = {
    etag,
    'last-modified': new Date(file.modifiedTime * 1000).toUTCString(),
    'cache-control': 'private, no-cache',
  };
  if (isUnchanged(header(request, 'if-none-match'), etag)) {
    const sha1 = file.sha1 === null ? {} : { [sha1Header]: file.sha1 };
    request.raw.res.writeHead(304, { ...baseHeaders, 'accept-ranges': 'bytes', ...sha1 }).end();
    return h.abandon;
  }
  const headersOnly = request.method === 'head';
  const content = await parts.content.open(file, { headersOnly, background: isBackground(request), signal });
  try {
    const failure = await sendContent(content, { ...baseHeaders, 'content-type': file.mediaType }, request, signal);
    if (failure !== undefined && !signal.aborted) {
      parts.log.warn({ err: failure }, 'Sending a photo was interrupted');
    }
    return h.abandon;
  } finally {
    content.close();
  }
}

/** @returns why the response is incomplete; undefined if it is complete */
async function sendContent(
  { size, sha1, hasRanges, read }: OpenedContent,
  baseHeaders: Readonly<Record<string, string>> & { readonly etag: string },
  request: Request,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const response = request.raw.res;
  const fullHeaders = {
    ...baseHeaders,
    ...(hasRanges && { 'accept-ranges': 'bytes' }),
    ...(sha1 !== null && { [sha1Header]: sha1 }),
    'content-length': size,
  };
  const range =
    request.method === 'get' && hasRanges
      ? requestedRange(
          { range: header(request, 'range'), ifRange: header(request, 'if-range') },
          baseHeaders.etag,
          size,
        )
      : null;
  if (range === 'unsatisfiable') {
    throw new BridgeError('bad_range', `The photo has ${size} bytes; the asked range lies outside of them.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  if (request.method === 'head') {
    response.writeHead(200, fullHeaders).end();
    return undefined;
  }
  // Content of no bytes is read, too: the store may find its file damaged.
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const headers = range
    ? { ...fullHeaders, 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` }
    : fullHeaders;
  return sendPieces(response, range ? 206 : 200, headers, read({ start, end }));
}

async function sendThumbnail(parts: PhotoParts, request: Request, h: ResponseToolkit) {
  const { size } = checkInput(thumbnailQuery, request.query);
  const file = fileOf(parts, request);
  const etag = `"${file.rev}-${size}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  const reply = (body: Buffer | undefined, status: number) =>
    Object.entries(headers).reduce(
      (answer, [name, value]) => answer.header(name, value),
      h.response(body).code(status),
    );
  if (isUnchanged(header(request, 'if-none-match'), etag)) return reply(undefined, 304);
  const background = isBackground(request);
  const picture = await parts.thumbnails.of(file, size, { background, signal: goneSignal(request) });
  return reply(picture.bytes, 200).type(picture.mediaType).bytes(picture.bytes.length);
}

/** @throws BridgeError if the journal does not contain the photo */
function fileOf({ catalog, status }: PhotoParts, request: Request): CatalogFile {
  const file = catalog.file(checkInput(uidParams, request.params).uid);
  if (!file) throw notInJournal('photo', status().condition);
  return file;
}

/** @throws BridgeError if the journal does not contain the photo, or the photo has no motion part */
function motionOf(parts: PhotoParts, request: Request): CatalogFile {
  const { uid } = fileOf(parts, request);
  const file = parts.catalog.motion(uid);
  if (!file) throw new BridgeError('not_found', 'The photo has no motion part.');
  return file;
}

/** Aborted if the client disconnects before the response is complete. */
function goneSignal({ raw }: Request): AbortSignal {
  const disconnected = new AbortController();
  raw.res.once('close', () => {
    if (!raw.res.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

const header = (request: Request, name: string): string | undefined => {
  const value: unknown = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** RFC 9218: urgency 3 is the default; background requests are less urgent. */
const isBackground = (request: Request): boolean =>
  Number(/\bu=(\d)/.exec(header(request, 'priority') ?? '')?.[1] ?? 3) > 3;
