import sharp from 'sharp';
import type { Node, ThumbnailSize } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { hasStatus, isError, jsonOf, must, same } from '../expect.ts';
import type { ProbeResponse } from '../probe.ts';
import { readHealth, readNodes } from '../reading.ts';
import { videoSeconds } from '../specimens.ts';
import { unknownUid } from './routes.ts';
import { Skip } from '../skip.ts';

interface Picture {
  readonly node: Node;
  readonly size: ThumbnailSize;
  readonly seen: ProbeResponse;
}

/** The thumbnails of the sampled photos, in the sizes that the bridge reports. @throws Skip */
async function pictures(context: Context): Promise<Picture[]> {
  const { capabilities } = await readHealth(context.probe);
  const found: Picture[] = [];
  for (const node of (await context.sample()).filter(({ errors }) => errors.length === 0)) {
    for (const size of capabilities.thumbnails) {
      const response = await context.probe.send(`/photos/${node.uid}/thumbnail?size=${size}`);
      if (response.status === 200) found.push({ node, size, seen: response });
      else isError(response, 'no_thumbnail');
    }
  }
  if (found.length === 0) throw new Skip('The bridge has no thumbnail of any sampled photo.');
  return found;
}

async function nodesWith(context: Context, subject: string, fits: (node: Node) => boolean): Promise<readonly Node[]> {
  const nodes = (await context.sample()).filter(fits);
  if (nodes.length === 0) throw new Skip(`There is no ${subject} among the sampled photos.`);
  return nodes.slice(0, 5);
}

const ownNodes = (context: Context, name: string): Promise<readonly Node[]> => {
  if (!context.canChangeStore) throw new Skip('There is no hook that adds the file for this check to the store.');
  return nodesWith(context, name, (node) => node.name === name);
};

export const mediaChecks = checksOf('media', {
  'returns thumbnails as JPEG or WebP, with the correct type and length': async (context) => {
    for (const { seen: response } of await pictures(context)) {
      const { format } = await sharp(response.body).metadata();
      must(['jpeg', 'webp'].includes(format), `${response.asked}: expected JPEG or WebP, got ${format}.`);
      same(response.headers['content-type'], `image/${format}`, `${response.asked}: Content-Type`);
      same(response.headers['content-length'], String(response.body.length), `${response.asked}: Content-Length`);
    }
  },
  'makes thumbnails no larger than requested, and no larger than the photo': async (context) => {
    for (const { node, size, seen: response } of await pictures(context)) {
      const { width, height } = await sharp(response.body).metadata();
      const whole = node.kind === 'video' ? null : node.media;
      const maximum = Math.min(size, whole ? Math.max(whole.width, whole.height) : size);
      must(
        Math.max(width, height) <= maximum,
        `${response.asked}: ${width} × ${height} pixels, but no side may have more than ${maximum}.`,
      );
    }
  },
  'keeps the aspect ratio of the photo in thumbnails': async (context) => {
    for (const { node, seen: response } of await pictures(context)) {
      const { width, height, orientation = 1 } = await sharp(response.body).metadata();
      must(
        orientation === 1,
        `${response.asked}: the EXIF orientation of the thumbnail is not 1: the picture must be upright without it.`,
      );
      if (!node.media || Math.min(width, height) < 16) continue;
      const ratio = width / height / (node.media.width / node.media.height);
      must(
        Math.abs(ratio - 1) < 0.1,
        `${response.asked}: ${width} × ${height} pixels do not have the aspect ratio of ${node.media.width} × ${node.media.height}.`,
      );
    }
  },
  'rotates thumbnails upright': async (context) => {
    const [node] = await ownNodes(context, 'turned.jpg');
    same(
      [node?.media?.width ?? 400, node?.media?.height ?? 600],
      [400, 600],
      'The width and height of a photo with an EXIF orientation, as displayed',
    );
    const response = await context.probe.send(`/photos/${node?.uid ?? unknownUid}/thumbnail?size=512`);
    if (response.status !== 200) throw new Skip('The bridge has no thumbnail of this photo.');
    const { data, info } = await sharp(response.body)
      .resize(40, 60, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const redAt = (x: number, y: number): boolean => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
    same(
      [redAt(35, 5), redAt(5, 5), redAt(5, 55)],
      [true, false, false],
      `${response.asked}: whether the top right, top left and bottom left are red`,
    );
  },
  'sends an ETag with thumbnails, and answers 304 if it matches': async (context) => {
    for (const { node, size, seen: response } of (await pictures(context)).slice(0, 4)) {
      const { etag = '' } = response.headers;
      must(/^(W\/)?"[^"]+"$/.test(etag), `${response.asked}: expected an ETag, got ${etag}.`);
      const path = `/photos/${node.uid}/thumbnail?size=${size}`;
      const secondResponse = await context.probe.send(path, { headers: { 'if-none-match': etag } });
      same(
        [secondResponse.status, secondResponse.body.length],
        [304, 0],
        `${secondResponse.asked} with its ETag: the status and the number of bytes`,
      );
    }
  },
  'has thumbnails if its originals are metered, and returns the same ones again': async (context) => {
    const { capabilities } = await readHealth(context.probe);
    if (capabilities.originals !== 'metered')
      throw new Skip('The bridge does not report that its originals are metered.');
    must(
      capabilities.thumbnails.length > 0,
      'GET /health: originals are metered, but there are no thumbnails: every photo would have to be read completely.',
    );
    for (const { node, size, seen: response } of (await pictures(context)).slice(0, 4)) {
      const secondResponse = await context.probe.send(`/photos/${node.uid}/thumbnail?size=${size}`);
      must(
        secondResponse.body.equals(response.body),
        `${secondResponse.asked}: the picture differs from the one before.`,
      );
    }
  },
  'rejects invalid thumbnail sizes': async (context) => {
    const [first] = await context.sample();
    for (const query of ['?size=0', '?size=513', '?size=', '', '?size=large', '?size=-512']) {
      isError(await context.probe.send(`/photos/${first?.uid ?? unknownUid}/thumbnail${query}`), 'bad_request');
    }
  },
  'answers not_found for the thumbnail of an unknown photo': async ({ probe }) => {
    isError(await probe.send(`/photos/${unknownUid}/thumbnail?size=512`), 'not_found');
  },
  'returns a thumbnail or no_thumbnail for a video, and ranges of the video': async (context) => {
    for (const node of await nodesWith(context, 'video', ({ kind }) => kind === 'video')) {
      must(
        node.mediaType.startsWith('video/'),
        `The node ${node.uid}: it is a video, but has the mediaType ${node.mediaType}.`,
      );
      const response = await context.probe.send(`/photos/${node.uid}/thumbnail?size=512`);
      if (response.status !== 200) isError(response, 'no_thumbnail');
      const part = await context.probe.send(`/photos/${node.uid}/full`, { headers: { range: 'bytes=4-7' } });
      hasStatus(part, 206);
      same(part.body.length, 4, `${part.asked}: the number of bytes of a range of four`);
    }
  },
  'reports the correct duration of a video, or none': async (context) => {
    const [node] = await ownNodes(context, 'video.mov');
    const duration = node?.media?.duration ?? null;
    must(
      duration === null || Math.abs(duration - videoSeconds) < 0.1,
      `A video of ${videoSeconds} s has the duration ${String(duration)}.`,
    );
  },
  'returns a thumbnail or no_thumbnail for a HEIC photo, and its original bytes': async (context) => {
    for (const { uid } of await nodesWith(context, 'HEIC photo', ({ mediaType }) =>
      /^image\/hei[cf]$/.test(mediaType),
    )) {
      const response = await context.probe.send(`/photos/${uid}/thumbnail?size=512`);
      if (response.status !== 200) isError(response, 'no_thumbnail');
      const full = await context.probe.send(`/photos/${uid}/full`, { headers: { range: 'bytes=0-11' } });
      hasStatus(full, 206);
      same(full.body.toString('latin1', 4, 8), 'ftyp', `${full.asked}: the type of the first box of the file`);
    }
  },
  'lists a live photo as its still, and links it to its motion part': async (context) => {
    for (const node of await nodesWith(context, 'live photo', ({ kind }) => kind === 'live')) {
      must(node.relatedUids.length > 0, `The live photo ${node.uid} has no relatedUids.`);
      for (const motion of await readNodes(context.probe, node.relatedUids)) {
        same(
          [motion.mainUid, motion.kind],
          [node.uid, 'video'],
          `The mainUid and kind of the motion part of ${node.uid}`,
        );
        must(
          !(await context.timeline()).some(({ uid }) => uid === motion.uid),
          'The timeline lists the motion part of a live photo.',
        );
        const full = await context.probe.send(`/photos/${motion.uid}/full`);
        hasStatus(full, 200);
        same(full.body.length, motion.size, `${full.asked}: the number of bytes`);
      }
    }
  },
  'combines a still and a motion part with the same name into one live photo': async (context) => {
    const [still] = await ownNodes(context, 'pair.jpg');
    const { capabilities } = await readHealth(context.probe);
    if (!capabilities.related) throw new Skip('The bridge reports that it does not relate photos.');
    same(
      [still?.kind, still?.relatedUids.length],
      ['live', 1],
      'The kind and the number of relatedUids of a still with a motion part',
    );
    jsonOf(await context.probe.send(`/nodes/${still?.relatedUids[0] ?? unknownUid}`));
  },
});
