/**
 * A process that decodes: hash, metadata and pixels of one picture at a time. Native code reads untrusted bytes here, so
 * the process has no secrets and no database, and a crash affects only its picture.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { addTurns, type Turn } from '../domain/turn.ts';
import { displayP3ToSrgb } from './display-p3.ts';
import { heicSize } from './heic-size.ts';
import {
  fileFormat,
  JobFailure,
  serveJobs,
  type JobHandler,
  type JobResult,
  type JobTools,
} from '../plugin-api/toolkit/index.ts';
import { embeddedPreview } from './embedded-preview.ts';
import { viewFace } from './face-crop.ts';
import { PhotoError } from './photo-error.ts';
import type { FacesFacts, PictureFacts } from './photo-tasks.ts';
import { decoderOf, decodingError, openPicture, type Picture, type PictureOptions } from './picture.ts';
import { readTags } from './exif.ts';
import { motionInFile } from './motion-in-file.ts';
import { makeThumbnail, rgbImage, scaledPixels, thumbnailSize } from './thumbnail.ts';

const JPEG_QUALITY = 90;

/** px: a smaller preview would be no better than the thumbnail. */
const MIN_PREVIEW = 640;

type Bytes = Uint8Array<ArrayBuffer>;

/** Opens the picture while `use` runs. */
async function withPicture<T>(
  bytes: Bytes,
  options: PictureOptions,
  use: (picture: Picture) => Promise<T>,
): Promise<T> {
  const picture = await openPicture(bytes, options);
  try {
    return await use(picture);
  } finally {
    picture.close();
  }
}

/** The file that contains the best picture, and its rotation. */
interface BestPicture {
  readonly bytes: Bytes;
  readonly turn: Turn;
}

/** The part of the file with the best picture: a RAW file's own preview, if that is larger. */
async function largestPicture(bytes: Bytes, options: PictureOptions): Promise<BestPicture> {
  const format = fileFormat(bytes);
  // Most RAW formats look like TIFF, or are unknown, by their first bytes.
  if (decoderOf(format) && format?.name !== 'TIFF') return { bytes, turn: 0 };
  const longSide = await openPicture(bytes, options).then(
    ({ width, height }) => Math.max(width, height),
    () => 0,
  );
  const preview = await embeddedPreview(bytes, Math.max(longSide, MIN_PREVIEW));
  return preview ? { bytes: preview.jpeg, turn: preview.turn } : { bytes, turn: 0 };
}

async function jpegOf(picture: Picture, side?: number): Promise<Uint8Array> {
  let pipeline = picture.upright();
  if (picture.displayP3) {
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    displayP3ToSrgb(data, 3);
    pipeline = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  }
  if (side !== undefined) pipeline = pipeline.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return (
    pipeline
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      // Optimised Huffman tables would require all coefficients in memory.
      .jpeg({ quality: JPEG_QUALITY, optimizeCoding: false })
      .toUint8Array()
      .then(
        ({ data }) => data,
        (error: unknown) => {
          throw decodingError(error);
        },
      )
  );
}

/** A job with one file. Its errors are sentences for people. */
function onFile(work: (file: Bytes, facts: never, tools: JobTools) => Promise<JobResult>): JobHandler {
  return async (facts, [file], tools) => {
    try {
      return await work(file ?? new Uint8Array(), facts, tools);
    } catch (error) {
      throw error instanceof PhotoError ? new JobFailure(`photo ${error.fault}`, error.message) : error;
    }
  };
}

/** px, according to the first bytes of a picture. */
async function toldSides(file: Bytes, { upright = false } = {}): Promise<{ width: number; height: number } | null> {
  const decoder = decoderOf(fileFormat(file));
  if (decoder === 'heic') return heicSize(file);
  if (decoder !== 'sharp') return null;
  const header = await sharp(file, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => null);
  if (!header) return null;
  const { width, height } = upright ? header.autoOrient : header;
  return { width, height: header.pageHeight ?? height };
}

const none = new Uint8Array();

/** Decodes the picture in a file of a known kind: a RAW file is represented by its largest preview. */
async function withShown<T>(
  file: Bytes,
  { isRaw, maxPixels, need }: PictureFacts & Pick<JobTools, 'need'>,
  use: (picture: Picture) => Promise<T>,
): Promise<T> {
  const options = { maxPixels, need, purpose: 'scaled' } as const;
  if (!isRaw) return withPicture(file, options, use);
  const preview = await embeddedPreview(file, 0);
  if (!preview) throw new PhotoError('The RAW file has no preview inside that can be shown.', 'unsupported');
  return withPicture(preview.jpeg, { ...options, turned: preview.turn }, use);
}

await serveJobs({
  examine: onFile((file, { maxPixels, isRaw, modelSize }: PictureFacts & { modelSize: number | null }, { need }) =>
    withShown(file, { maxPixels, isRaw, need }, async (picture) => {
      const sha1 = createHash('sha1').update(file).digest();
      const tags = readTags(file);
      const motion = await motionInFile(file, tags);
      const pixels = await scaledPixels(picture, Math.max(modelSize ?? 0, thumbnailSize));
      const { webp, thumbhash, hash } = await makeThumbnail(picture, pixels);
      const image = modelSize === null ? null : await rgbImage(pixels, picture, modelSize);
      const { mime, width, height } = picture;
      const sides = image && { width: image.width, height: image.height };
      return {
        facts: { mime, width, height, tags, motion, complete: pixels.complete, picture: sides },
        bytes: [sha1, webp, thumbhash, hash ?? none, image?.data ?? none],
      };
    }),
  ),

  modelPicture: onFile((file, { maxPixels, isRaw, size }: PictureFacts & { size: number }, { need }) =>
    withShown(file, { maxPixels, isRaw, need }, async (picture) => {
      const { data, ...sides } = await rgbImage(await scaledPixels(picture, size), picture, size);
      return { facts: { width: picture.width, height: picture.height, picture: sides }, bytes: [data] };
    }),
  ),

  faces: onFile(async (data, { picture, faces, ...photo }: FacesFacts) => {
    const views = [];
    for (const face of faces) views.push(await viewFace({ ...picture, data }, photo, face));
    return { facts: views.map(({ quality }) => quality), bytes: views.map(({ crop }) => crop) };
  }),

  tags: onFile((file) => Promise.resolve({ facts: readTags(file) })),

  thumbnail: onFile((file, { maxPixels }: PictureFacts, { need }) =>
    withPicture(file, { maxPixels, need, purpose: 'scaled' }, async (picture) => {
      const { width, height } = picture;
      const { webp, thumbhash, hash } = await makeThumbnail(picture, await scaledPixels(picture, thumbnailSize));
      return { facts: { width, height }, bytes: [webp, thumbhash, hash ?? none] };
    }),
  ),

  size: onFile(async (file) => ({ facts: await toldSides(file) })),

  head: onFile(async (file) => {
    const sides = await toldSides(file, { upright: true });
    return { facts: { tags: readTags(file), isSized: sides !== null, sides: sides ?? {} } };
  }),

  rgb: onFile((file, { maxPixels, size }: PictureFacts & { size: number }, { need }) =>
    withPicture(file, { maxPixels, need, purpose: 'scaled' }, async (picture) => {
      const { data, width, height } = await scaledPixels(picture, size, { flatten: true });
      return { facts: { width, height }, bytes: [data] };
    }),
  ),

  // A thumbnail or crop of ours, in its own format.
  turn: onFile(async (file, { turned }: { turned: Turn }) => ({
    facts: null,
    bytes: [(await sharp(file).rotate(turned).toUint8Array()).data],
  })),

  turnPixels: onFile(async (data, { turned, ...sides }: { turned: Turn; width: number; height: number }) => ({
    facts: null,
    bytes: [
      (
        await sharp(data, { raw: { ...sides, channels: 3 } })
          .rotate(turned)
          .raw()
          .toUint8Array()
      ).data,
    ],
  })),

  jpeg: onFile(async (file, { maxPixels, turned, side }: PictureFacts & { turned: Turn; side?: number }, { need }) => {
    const options = { maxPixels, need, purpose: 'whole' } as const;
    const { bytes, turn } = await largestPicture(file, options);
    const jpeg = await withPicture(bytes, { ...options, turned: addTurns(turn, turned) }, (picture) =>
      jpegOf(picture, side),
    );
    return { facts: null, bytes: [jpeg] };
  }),
});
