import type { Node } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { hasStatus, isError, must, same } from '../expect.ts';
import type { ProbeResponse } from '../probe.ts';
import { unknownUid } from './routes.ts';
import { Skip } from '../skip.ts';

/** A live photo whose node lists a motion part, with that part as the bridge sends it. */
interface MotionPart {
  readonly node: Node;
  readonly motion: NonNullable<Node['motion']>;
  readonly seen: ProbeResponse;
}

/** Up to five live photos of the sample, with their motion parts. @throws Skip if there are none */
async function motionParts(context: Context, headers: Readonly<Record<string, string>> = {}): Promise<MotionPart[]> {
  const found: MotionPart[] = [];
  for (const node of (await context.sample()).filter(({ errors }) => errors.length === 0)) {
    if (!node.motion || found.length === 5) continue;
    const response = await context.probe.send(`/photos/${node.uid}/motion`, { headers });
    found.push({ node, motion: node.motion, seen: response });
  }
  if (found.length === 0) throw new Skip('None of the sampled photos has a motion part in its node.');
  return found;
}

export const motionChecks = checksOf('media', {
  'returns the motion part that a node announces, with its length and type': async (context) => {
    for (const { node, motion, seen: response } of await motionParts(context)) {
      hasStatus(response, 200);
      same(node.kind, 'live', `The kind of ${node.uid}, which has a motion part`);
      must(!response.isCut, `${response.asked}: the response is truncated.`);
      same(response.headers['content-type'], motion.mediaType, `${response.asked}: Content-Type`);
      same(response.headers['content-length'], String(response.body.length), `${response.asked}: Content-Length`);
      if (motion.size !== null) same(response.body.length, motion.size, `${response.asked}: the number of bytes`);
    }
  },
  'returns the motion part and no other file': async (context) => {
    for (const { node, seen: response } of await motionParts(context)) {
      const isThat = async (uid: string): Promise<boolean> => {
        const { status, body } = await context.probe.send(`/photos/${uid}/full`);
        return status === 200 && body.equals(response.body);
      };
      must(!(await isThat(node.uid)), `${response.asked}: the bytes are those of the still.`);
      const related = await Promise.all(node.relatedUids.map(isThat));
      must(
        related.length === 0 || related.includes(true),
        `${response.asked}: the bytes are not those of the related photo.`,
      );
      const ownBytes = [...context.written].find(([path]) => path === `${context.folder}/pair.mov`)?.[1];
      if (ownBytes && node.name === 'pair.jpg')
        must(response.body.equals(ownBytes), `${response.asked}: the bytes are those of another file.`);
    }
  },
  'supports ranges and ETags for motion parts': async (context) => {
    for (const { node, seen: response } of await motionParts(context)) {
      const path = `/photos/${node.uid}/motion`;
      const [part, beyond] = [
        await context.probe.send(path, { headers: { range: 'bytes=1-2' } }),
        await context.probe.send(path, { headers: { range: `bytes=${response.body.length}-` } }),
      ];
      same(part.status, 206, `${part.asked} with Range: the status`);
      same(
        part.headers['content-range'],
        `bytes 1-2/${response.body.length}`,
        `${part.asked} with Range: Content-Range`,
      );
      must(
        part.body.equals(response.body.subarray(1, 3)),
        `${part.asked} with Range: the bytes are not those of the whole motion part.`,
      );
      isError(beyond, 'bad_range');
      const { etag = '' } = response.headers;
      must(/^"[^"]+"$/.test(etag), `${response.asked}: expected a strong ETag, got ${etag}.`);
      const secondResponse = await context.probe.send(path, { headers: { 'if-none-match': etag } });
      same(
        [secondResponse.status, secondResponse.body.length],
        [304, 0],
        `${secondResponse.asked} with its ETag: the status and the number of bytes`,
      );
    }
  },
  'answers not_found for the motion part of a photo without one': async (context) => {
    await motionParts(context);
    const plain = (await context.sample()).filter(({ kind }) => kind === 'image').slice(0, 2);
    for (const uid of [unknownUid, ...plain.map((node) => node.uid)]) {
      isError(await context.probe.send(`/photos/${uid}/motion`), 'not_found');
    }
  },
});
