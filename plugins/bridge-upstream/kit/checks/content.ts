import { createHash } from 'node:crypto';
import { sha1Header } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context, Specimen } from '../context.ts';
import { hasStatus, isError, must, same } from '../expect.ts';
import type { Seen } from '../probe.ts';
import { readHealth } from '../reading.ts';
import { unknownUid } from './routes.ts';
import { Skip } from '../skip.ts';

const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

async function read(
  context: Context,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Specimen & { seen: Seen }> {
  const specimen = await context.specimen();
  const seen = await context.probe.send(`/photos/${specimen.node.uid}/full`, { method, headers });
  return { ...specimen, seen };
}

export const contentChecks = checksOf('core', {
  'answers a photo with its length, type, ETag and Last-Modified': async (context) => {
    const { node, seen } = await read(context);
    hasStatus(seen, 200);
    same(seen.isCut, false, `${seen.asked}: whether the body ends early`);
    same(seen.headers['content-length'], String(node.size), `${seen.asked}: Content-Length, against the node’s size`);
    same(seen.body.length, node.size, `${seen.asked}: the number of bytes, against the node’s size`);
    same(seen.headers['content-type'], node.mediaType, `${seen.asked}: Content-Type, against the node’s mediaType`);
    same(seen.headers.etag, `"${node.rev}"`, `${seen.asked}: ETag, against the node’s rev`);
    const modified = Date.parse(seen.headers['last-modified'] ?? '') / 1000;
    same(modified, node.modifiedTime, `${seen.asked}: Last-Modified, against the node’s modifiedTime`);
  },
  'answers bytes with the sha1 that their node has': async (context) => {
    let checked = 0;
    for (const { uid, sha1, size, errors } of await context.sample()) {
      if (sha1 === null || errors.length > 0 || size > 2 ** 28) continue;
      const seen = await context.probe.send(`/photos/${uid}/full`);
      hasStatus(seen, 200);
      same(sha1Of(seen.body), sha1, `${seen.asked}: the sha1 of the bytes`);
      const header = seen.headers[sha1Header];
      must(
        header === sha1,
        `${seen.asked}: X-Content-SHA1 is ${header === undefined ? 'missing' : String(header)}, and the bytes’ sha1 is ${sha1}.`,
      );
      checked += 1;
    }
    if (checked === 0) throw new Skip('The bridge knows no sha1 of the sampled photos.');
  },
  'knows the sha1 of all photos when it says so': async (context) => {
    const { capabilities } = await readHealth(context.probe);
    if (capabilities.sha1 !== 'computed') throw new Skip('The bridge does not say that it knows the sha1 of all.');
    const without = (await context.sample()).filter(({ sha1, errors }) => sha1 === null && errors.length === 0);
    same(
      without.map(({ uid }) => uid),
      [],
      'Sampled nodes without a sha1 and without an error, against the capability “computed”',
    );
  },
  'answers HEAD as GET, without the body': async (context) => {
    const { node, seen } = await read(context, {}, 'HEAD');
    const whole = (await read(context)).seen;
    same(seen.status, 200, `${seen.asked}: the status`);
    for (const name of ['content-length', 'content-type', 'etag', 'last-modified', 'accept-ranges', sha1Header]) {
      same(seen.headers[name], whole.headers[name], `${seen.asked}: ${name}, against that of GET`);
    }
    const raw = await context.probe.raw('HEAD', `/photos/${node.uid}/full`);
    must(raw.indexOf('\r\n\r\n') === raw.length - 4, `${seen.asked}: a body comes after the headers.`);
  },
  'answers HEAD of what is not there without a body': async ({ probe }) => {
    const raw = await probe.raw('HEAD', `/photos/${unknownUid}/full`);
    must(raw.toString('latin1').startsWith('HTTP/1.1 404 '), 'HEAD of an unknown photo: expected 404.');
    must(raw.indexOf('\r\n\r\n') === raw.length - 4, 'HEAD of an unknown photo: a body comes after the headers.');
  },
  'answers 304 to an If-None-Match that names the photo': async (context) => {
    const { node } = await context.specimen();
    for (const tag of [`"${node.rev}"`, `W/"${node.rev}"`, `"other", "${node.rev}"`, '*']) {
      const { seen } = await read(context, { 'if-none-match': tag });
      same(
        [seen.status, seen.body.length],
        [304, 0],
        `${seen.asked} with If-None-Match ${tag}: status and number of bytes`,
      );
      same(seen.headers.etag, `"${node.rev}"`, `${seen.asked} with If-None-Match ${tag}: ETag`);
    }
  },
  'answers 200 to an If-None-Match that names another': async (context) => {
    const { seen, bytes } = await read(context, { 'if-none-match': '"other", W/"another"' });
    same([seen.status, seen.body.length], [200, bytes.length], `${seen.asked}: status and number of bytes`);
  },
  'answers not_found for a photo that is not there': async ({ probe }) => {
    for (const uid of [unknownUid, 'x'.repeat(256), encodeURIComponent('../../../etc/passwd')]) {
      const seen = await probe.send(`/photos/${uid}/full`);
      isError(seen, ...(uid.includes('%') ? (['not_found', 'bad_request'] as const) : (['not_found'] as const)));
    }
  },
});
