import { createHash } from 'node:crypto';
import { sha1Header } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context, Specimen } from '../context.ts';
import { hasStatus, isError, must, same, sameUids } from '../expect.ts';
import type { ProbeResponse } from '../probe.ts';
import { readHealth } from '../reading.ts';
import { unknownUid } from './routes.ts';
import { Skip } from '../skip.ts';

const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

async function readSpecimen(
  context: Context,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Specimen & { seen: ProbeResponse }> {
  const specimen = await context.specimen();
  const response = await context.probe.send(`/photos/${specimen.node.uid}/full`, { method, headers });
  return { ...specimen, seen: response };
}

export const contentChecks = checksOf('core', {
  'returns a photo with its length, type, ETag and Last-Modified': async (context) => {
    const { node, seen: response } = await readSpecimen(context);
    hasStatus(response, 200);
    same(response.isCut, false, `${response.asked}: whether the body is truncated`);
    same(
      response.headers['content-length'],
      String(node.size),
      `${response.asked}: Content-Length, compared with the node’s size`,
    );
    same(response.body.length, node.size, `${response.asked}: the number of bytes, compared with the node’s size`);
    same(
      response.headers['content-type'],
      node.mediaType,
      `${response.asked}: Content-Type, compared with the node’s mediaType`,
    );
    same(response.headers.etag, `"${node.rev}"`, `${response.asked}: ETag, compared with the node’s rev`);
    const modified = Date.parse(response.headers['last-modified'] ?? '') / 1000;
    same(modified, node.modifiedTime, `${response.asked}: Last-Modified, compared with the node’s modifiedTime`);
  },
  'returns bytes with the sha1 of the node': async (context) => {
    let checked = 0;
    for (const { uid, sha1, size, errors } of await context.sample()) {
      if (sha1 === null || errors.length > 0 || size > 2 ** 28) continue;
      const response = await context.probe.send(`/photos/${uid}/full`);
      hasStatus(response, 200);
      same(sha1Of(response.body), sha1, `${response.asked}: the sha1 of the bytes`);
      const header = response.headers[sha1Header];
      must(
        header === sha1,
        `${response.asked}: X-Content-SHA1 is ${header === undefined ? 'missing' : String(header)}, but the sha1 of the bytes is ${sha1}.`,
      );
      checked += 1;
    }
    if (checked === 0) throw new Skip('The bridge knows the sha1 of none of the sampled photos.');
  },
  'knows the sha1 of all photos if it announces that': async (context) => {
    const { capabilities } = await readHealth(context.probe);
    if (capabilities.sha1 !== 'computed')
      throw new Skip('The bridge does not report that it knows the sha1 of all photos.');
    const without = (await context.sample()).filter(({ sha1, errors }) => sha1 === null && errors.length === 0);
    sameUids(
      without,
      [],
      'Sampled nodes without a sha1 and without an error, although the capability sha1 is “computed”',
    );
  },
  'answers HEAD like GET, but without a body': async (context) => {
    const { node, seen: response } = await readSpecimen(context, {}, 'HEAD');
    const fullResponse = (await readSpecimen(context)).seen;
    same(response.status, 200, `${response.asked}: the status`);
    for (const name of ['content-length', 'content-type', 'etag', 'last-modified', 'accept-ranges', sha1Header]) {
      same(response.headers[name], fullResponse.headers[name], `${response.asked}: ${name}, compared with GET`);
    }
    const raw = await context.probe.raw('HEAD', `/photos/${node.uid}/full`);
    must(raw.indexOf('\r\n\r\n') === raw.length - 4, `${response.asked}: there is a body after the headers.`);
  },
  'answers HEAD for an unknown photo without a body': async ({ probe }) => {
    const raw = await probe.raw('HEAD', `/photos/${unknownUid}/full`);
    must(raw.toString('latin1').startsWith('HTTP/1.1 404 '), 'HEAD of an unknown photo: expected 404.');
    must(raw.indexOf('\r\n\r\n') === raw.length - 4, 'HEAD of an unknown photo: there is a body after the headers.');
  },
  'answers 304 if If-None-Match matches the ETag': async (context) => {
    const { node } = await context.specimen();
    for (const tag of [`"${node.rev}"`, `W/"${node.rev}"`, `"other", "${node.rev}"`, '*']) {
      const { seen: response } = await readSpecimen(context, { 'if-none-match': tag });
      same(
        [response.status, response.body.length],
        [304, 0],
        `${response.asked} with If-None-Match ${tag}: the status and the number of bytes`,
      );
      same(response.headers.etag, `"${node.rev}"`, `${response.asked} with If-None-Match ${tag}: ETag`);
    }
  },
  'answers 200 if If-None-Match does not match the ETag': async (context) => {
    const { seen: response, bytes } = await readSpecimen(context, { 'if-none-match': '"other", W/"another"' });
    same(
      [response.status, response.body.length],
      [200, bytes.length],
      `${response.asked}: the status and the number of bytes`,
    );
  },
  'answers not_found for an unknown photo': async ({ probe }) => {
    for (const uid of [unknownUid, 'x'.repeat(256), encodeURIComponent('../../../etc/passwd')]) {
      const response = await probe.send(`/photos/${uid}/full`);
      isError(response, ...(uid.includes('%') ? (['not_found', 'bad_request'] as const) : (['not_found'] as const)));
    }
  },
});
