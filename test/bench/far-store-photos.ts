import { linkSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { previewFile } from '../../plugins/bridge-upstream/bridge/meter/preview-shelf.ts';
import { thumbnailPicture } from '../../plugins/bridge-upstream/bridge/pictures/thumbnail-picture.ts';
import { thumbnailSizes, type Node, type TimelineAnswer } from '../../plugins/bridge-upstream/contract.ts';
import { askBridge } from '../support/bridge-rig.ts';
import { whereIs } from '../support/bridge-process.ts';
import { photosDir } from '../support/model-packs.ts';

/** The longest side of the pictures in px: that of the largest preview, so that previews are as large as of real photos. */
const side = 1920;
/** The grain of the pictures, for previews with as many bytes as those of real photos (about 200 KB at 1920 px). */
const grain = 9;
const day = 86_400;

/** A picture and its previews, from which many photos are made. */
interface Pattern {
  readonly jpeg: Buffer;
  readonly previews: readonly Buffer[];
}

/** Real photos of people and things, up to the given number, enlarged and with the grain of a camera. */
export async function patterns(most: number): Promise<Pattern[]> {
  const faces = jpegsIn(join(photosDir, 'faces')).slice(0, Math.ceil(most * 0.8));
  const pictures = [...faces, ...jpegsIn(join(photosDir, 'scenes'))].slice(0, most);
  const noise = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: grain },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const made: Pattern[] = [];
  for (const picture of pictures) {
    const { data, info } = await sharp(picture)
      .resize(side, side, { fit: 'inside' })
      .toBuffer({ resolveWithObject: true });
    const over: OverlayOptions = {
      input: await sharp(noise).extract({ left: 0, top: 0, width: info.width, height: info.height }).toBuffer(),
      blend: 'overlay',
    };
    const jpeg = await sharp(data).composite([over]).jpeg({ quality: 85 }).toBuffer();
    const previews: Buffer[] = [];
    for (const size of thumbnailSizes) {
      const preview = await thumbnailPicture(jpeg, { kind: 'image', size, need: () => undefined });
      if (!preview) throw new Error(`no preview of ${picture}`);
      previews.push(preview);
    }
    made.push({ jpeg, previews });
  }
  return made;
}

function jpegsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .map((name) => join(folder, name));
}

/** Writes `count` photos of `size` bytes, each with different content. They are sparse, and take little space on disk. */
export async function writeFarPhotos(
  folder: string,
  { count, size, from }: { count: number; size: number; from: readonly Pattern[] },
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const file = join(folder, `album ${Math.floor(index / 500)}`, nameOf(index));
    mkdirSync(dirname(file), { recursive: true });
    await writeFile(file, from[index % from.length]?.jpeg ?? '');
    const handle = await open(file, 'r+');
    const tail = Buffer.from(`photo ${index}`);
    await handle.write(tail, 0, tail.length, size - tail.length);
    await handle.close();
    const taken = 1_500_000_000 + index * (day / 4);
    utimesSync(file, taken, taken);
  }
}

const nameOf = (index: number): string => `IMG_${String(index).padStart(6, '0')}.jpg`;

/** Puts previews into the bridge's cache of previews: a cloud has them before they are requested. */
export async function layPreviews(bridge: { url: string }, folder: string, from: readonly Pattern[]): Promise<void> {
  let cursor: string | null = null;
  const sources = new Map<string, string>();
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await askBridge(whereIs(bridge), `/v1/timeline?limit=1000${query}`))
      .json as unknown as TimelineAnswer;
    for (let at = 0; at < page.items.length; at += 100) {
      const body = JSON.stringify({ uids: page.items.slice(at, at + 100).map(({ uid }) => uid) });
      const { nodes } = (await askBridge(whereIs(bridge), '/v1/nodes', { method: 'POST', body })).json as unknown as {
        nodes: Node[];
      };
      for (const node of nodes) {
        const which = Number(/\d+/.exec(node.name)?.[0]) % from.length;
        for (const [index, size] of thumbnailSizes.entries()) {
          const file = previewFile(folder, node, size);
          const key = `${which} ${size}`;
          const known = sources.get(key);
          mkdirSync(dirname(file), { recursive: true });
          if (known) linkSync(known, file);
          else await writeFile(file, from[which]?.previews[index] ?? '');
          if (!known) sources.set(key, file);
        }
      }
    }
    cursor = page.next;
  } while (cursor !== null);
}
