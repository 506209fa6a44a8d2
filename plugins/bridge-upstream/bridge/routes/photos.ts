import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { sha1Header, thumbnailSizes, type ThumbnailSize } from '../../contract.ts';
import type { CatalogFile } from '../catalog.ts';
import { askedRange, isUnchanged } from '../conditions.ts';
import { BridgeError, notInJournal } from '../errors.ts';
import { sendPieces } from '../send-pieces.ts';
import { checked, uidParams } from './checked.ts';
import type { RouteParts } from './parts.ts';

const thumbnailQuery = Joi.object<{ size: ThumbnailSize }>({
  size: Joi.number()
    .valid(...thumbnailSizes)
    .required(),
});

type PhotoParts = Omit<RouteParts, 'version'>;

export function photoRoutes(parts: PhotoParts): ServerRoute[] {
  return [
    { method: 'GET', path: '/v1/photos/{uid}/full', handler: (request, h) => sendFull(parts, request, h) },
    { method: 'GET', path: '/v1/photos/{uid}/thumbnail', handler: (request, h) => sendThumbnail(parts, request, h) },
  ];
}

async function sendFull(parts: PhotoParts, request: Request, h: ResponseToolkit): Promise<symbol> {
  const file = fileOf(parts, request);
  const signal = goneSignal(request);
  await parts.content.confirm(file, signal);

  // Past hapi from here on: it would hold a 206 against If-Modified-Since, and a time says nothing about the bytes.
  const response = request.raw.res;
  const etag = `"${file.rev}"`;
  const about = {
    etag,
    'last-modified': new Date(file.modifiedTime * 1000).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...(file.sha1 === null ? {} : { [sha1Header]: file.sha1 }),
  };
  if (isUnchanged(header(request, 'if-none-match'), etag)) {
    response.writeHead(304, about).end();
    return h.abandon;
  }

  const { size } = file.stamp;
  const whole = { ...about, 'content-type': file.mediaType, 'content-length': size };
  const range =
    request.method === 'get'
      ? askedRange({ range: header(request, 'range'), ifRange: header(request, 'if-range') }, etag, size)
      : null;
  if (range === 'unsatisfiable') {
    throw new BridgeError('bad_range', `The photo has ${size} bytes; the asked range lies outside of them.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  if (request.method === 'head' || size === 0) {
    response.writeHead(200, whole).end();
    return h.abandon;
  }

  const { start, end } = range ?? { start: 0, end: size - 1 };
  const headers = range
    ? { ...whole, 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` }
    : whole;
  const failure = await sendPieces(
    response,
    range ? 206 : 200,
    headers,
    parts.content.read(file, { start, end }, signal),
  );
  if (failure !== undefined && !signal.aborted) parts.log.warn({ err: failure }, 'a photo broke off while it was sent');
  return h.abandon;
}

async function sendThumbnail(parts: PhotoParts, request: Request, h: ResponseToolkit) {
  const { size } = checked(thumbnailQuery, request.query);
  const file = fileOf(parts, request);
  const etag = `"${file.rev}-${size}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  const reply = (body: Buffer | undefined, status: number) =>
    Object.entries(headers).reduce(
      (answer, [name, value]) => answer.header(name, value),
      h.response(body).code(status),
    );
  if (isUnchanged(header(request, 'if-none-match'), etag)) return reply(undefined, 304);
  const picture = await parts.thumbnails.of(file, size, goneSignal(request));
  return reply(picture.bytes, 200).type(picture.mediaType).bytes(picture.bytes.length);
}

/** @throws BridgeError when the journal does not have the photo */
function fileOf({ catalog, status }: PhotoParts, request: Request): CatalogFile {
  const file = catalog.file(checked(uidParams, request.params).uid);
  if (!file) throw notInJournal('photo', status().condition);
  return file;
}

/** Aborted when the client leaves before it has its answer. */
function goneSignal({ raw }: Request): AbortSignal {
  const gone = new AbortController();
  raw.res.once('close', () => {
    if (!raw.res.writableFinished) gone.abort();
  });
  return gone.signal;
}

const header = (request: Request, name: string): string | undefined => {
  const value: unknown = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};
