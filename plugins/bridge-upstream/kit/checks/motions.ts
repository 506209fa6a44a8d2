import type { Node } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { hasStatus, isError, must, same } from '../expect.ts';
import type { Seen } from '../probe.ts';
import { unknownUid } from './routes.ts';
import { Skip } from '../skip.ts';

/** A live photo whose node lists a motion part, with that part as the bridge sends it. */
interface Told {
  readonly node: Node;
  readonly motion: NonNullable<Node['motion']>;
  readonly seen: Seen;
}

/** Up to five live photos of the sample, with their motion parts. @throws Skip if there are none */
async function told(context: Context, headers: Readonly<Record<string, string>> = {}): Promise<Told[]> {
  const found: Told[] = [];
  for (const node of (await context.sample()).filter(({ errors }) => errors.length === 0)) {
    if (!node.motion || found.length === 5) continue;
    const seen = await context.probe.send(`/photos/${node.uid}/motion`, { headers });
    found.push({ node, motion: node.motion, seen });
  }
  if (found.length === 0) throw new Skip('No node of a sampled photo tells of a motion part.');
  return found;
}

export const motionChecks = checksOf('media', {
  'answers the motion part that a node tells of, with its length and type': async (context) => {
    for (const { node, motion, seen } of await told(context)) {
      hasStatus(seen, 200);
      same(node.kind, 'live', `kind of ${node.uid}, which has a motion part`);
      must(!seen.isCut, `${seen.asked}: the answer ends early.`);
      same(seen.headers['content-type'], motion.mediaType, `${seen.asked}: Content-Type`);
      same(seen.headers['content-length'], String(seen.body.length), `${seen.asked}: Content-Length`);
      if (motion.size !== null) same(seen.body.length, motion.size, `${seen.asked}: the number of bytes`);
    }
  },
  'answers the motion part itself, and no other file': async (context) => {
    for (const { node, seen } of await told(context)) {
      const isThat = async (uid: string): Promise<boolean> => {
        const { status, body } = await context.probe.send(`/photos/${uid}/full`);
        return status === 200 && body.equals(seen.body);
      };
      must(!(await isThat(node.uid)), `${seen.asked}: the bytes are those of the still.`);
      const related = await Promise.all(node.relatedUids.map(isThat));
      must(
        related.length === 0 || related.includes(true),
        `${seen.asked}: the bytes are not those of the related photo.`,
      );
      const own = [...context.written].find(([path]) => path === `${context.folder}/pair.mov`)?.[1];
      if (own && node.name === 'pair.jpg') must(seen.body.equals(own), `${seen.asked}: the bytes are of another file.`);
    }
  },
  'answers a motion part in parts, and 304 to its ETag': async (context) => {
    for (const { node, seen } of await told(context)) {
      const path = `/photos/${node.uid}/motion`;
      const [part, beyond] = [
        await context.probe.send(path, { headers: { range: 'bytes=1-2' } }),
        await context.probe.send(path, { headers: { range: `bytes=${seen.body.length}-` } }),
      ];
      same(part.status, 206, `${part.asked} with Range: the status`);
      same(part.headers['content-range'], `bytes 1-2/${seen.body.length}`, `${part.asked} with Range: Content-Range`);
      must(
        part.body.equals(seen.body.subarray(1, 3)),
        `${part.asked} with Range: the bytes are not those of the whole.`,
      );
      isError(beyond, 'bad_range');
      const { etag = '' } = seen.headers;
      must(/^"[^"]+"$/.test(etag), `${seen.asked}: expected a strong ETag, seen ${etag}.`);
      const again = await context.probe.send(path, { headers: { 'if-none-match': etag } });
      same([again.status, again.body.length], [304, 0], `${again.asked} with its ETag: status and number of bytes`);
    }
  },
  'answers not_found for the motion part of a photo without one': async (context) => {
    await told(context);
    const plain = (await context.sample()).filter(({ kind }) => kind === 'image').slice(0, 2);
    for (const uid of [unknownUid, ...plain.map((node) => node.uid)]) {
      isError(await context.probe.send(`/photos/${uid}/motion`), 'not_found');
    }
  },
});
