import { Readable } from 'node:stream';
import Joi from 'joi';
import { Reply, route, type Route } from '../../core/http/pipeline/route.ts';
import { fields } from '../../core/http/schemas/answer.ts';
import { photoParams } from '../../core/http/schemas/input.ts';
import { word } from '../../core/http/schemas/parts.ts';
import type { Upload } from '../../core/http/pipeline/upload.ts';

export const list = { photos: Array.from({ length: 200 }, (_, i) => ({ uid: `photo-${i}`, tags: ['a', 'b'] })) };

export const picture = Buffer.alloc(5000, 'BM');

/** The state of the running request. */
export const underWay: { givenUp: Promise<unknown> | undefined; isUploadRead: boolean } = {
  /** Resolves when the request is aborted; undefined until the request has reached its route. */
  givenUp: undefined,
  /** Whether the upload of the request to be aborted has been read. */
  isUploadRead: false,
};

const search = fields({ q: word });

export const routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/list',
    access: 'none',
    summary: 'Much JSON',
    query: search,
    answer: Joi.object().unknown(true),
    handle: () => list,
  }),
  route({
    method: 'GET',
    path: '/api/fails',
    access: 'none',
    summary: 'Fails unexpectedly',
    query: search,
    answer: Joi.object(),
    handle: () => {
      throw new Error('It fails.');
    },
  }),
  route({
    method: 'GET',
    path: '/api/photos/{uid}/full',
    access: 'none',
    summary: 'A stream of a type that could be compressed',
    params: photoParams,
    answer: { binary: ['image/bmp'] },
    handle: () =>
      new Reply(Readable.from([picture], { objectMode: false }), {
        headers: { 'content-type': 'image/bmp', 'content-length': String(picture.length), etag: '"e1"' },
      }),
  }),
  route({
    method: 'GET',
    path: '/api/broken-stream',
    access: 'none',
    summary: 'Ends too early',
    answer: { binary: ['image/jpeg'] },
    handle: () => {
      const body = new Readable({ read: () => undefined });
      body.push(picture);
      setTimeout(() => body.destroy(new Error('The source broke off.')), 50);
      return new Reply(body, { headers: { 'content-type': 'image/jpeg', 'content-length': '99999' } });
    },
  }),
  route({
    method: 'GET',
    path: '/api/slow',
    access: 'none',
    summary: 'Never ends by itself',
    answer: Joi.object().unknown(true),
    handle: ({ signal }) => {
      underWay.givenUp = new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      return underWay.givenUp.then(() => ({}));
    },
  }),
  route<Record<string, never>, Record<string, never>, Upload>({
    method: 'POST',
    path: '/api/given-up',
    access: 'none',
    summary: 'Fails when nobody waits for it any more',
    upload: { part: 'file', maxBytes: 1000, mediaTypes: ['image/jpeg'] },
    answer: Joi.object(),
    handle: async ({ payload, signal }) => {
      await payload.read(signal);
      underWay.isUploadRead = true;
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    },
  }),
];
