/**
 * The worker thread that does the CPU work of each photo: hash, metadata, pixels, place. Pictures are decoded in
 * libuv's pool, so several are under way at a time; HEIC goes on to a thread of its own, since it blocks.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { displayP3ToSrgb } from '../domain/display-p3.ts';
import { fileFormat } from '../domain/file-format.ts';
import { embeddedPreview } from './embedded-preview.ts';
import { viewFace, type FaceView } from './face-crop.ts';
import { Geocoder } from './geocode.ts';
import type { HeicTasks } from './heic-worker.ts';
import { PhotoError } from './photo-error.ts';
import type { PhotoTags, PhotoTasks, PictureInput } from './photo-tasks.ts';
import { decodingError, openPicture, type Picture } from './picture.ts';
import { readTags } from './read-tags.ts';
import { makeThumbnail, rgbImage, scaledPixels, thumbnailSize } from './thumbnail.ts';
import { WorkerDied, WorkerLink } from './worker-link.ts';
import { serveTasks } from './worker-tasks.ts';
import { giveBack } from '../threads/give-back.ts';
import { startWorkerThread } from '../threads/worker-thread.ts';

const JPEG_QUALITY = 90;

/** px: a smaller preview would be no better than the thumbnail. */
const MIN_PREVIEW = 640;

const heic = new WorkerLink<HeicTasks>(() => startWorkerThread('./heic-worker', import.meta.url), {
  timeout: 120,
  idleStop: 20,
});

let geocoder: Geocoder | undefined;

function open({ bytes, maxPixels }: PictureInput): Promise<Picture> {
  return openPicture(bytes, {
    maxPixels,
    decodeHeic: async (file) => {
      try {
        return await heic.call('decode', { bytes: file, maxPixels });
      } catch (error) {
        // One picture at a time is decoded there, so it was this one.
        if (error instanceof WorkerDied) throw new PhotoError('The HEIC decoder broke down over this file.');
        throw error;
      }
    },
  });
}

/** The decoder finds the EXIF of containers that the metadata reader does not know: WebP, and some AVIF. */
async function allTags(bytes: Uint8Array, picture: Picture): Promise<PhotoTags> {
  const tags = await readTags(bytes);
  return tags['ifd0'] || tags['exif'] || !picture.exif ? tags : { ...tags, ...(await readTags(picture.exif)) };
}

/** The picture at its best: a RAW file's own preview, where that is larger than what the file shows by itself. */
async function openLargest(input: PictureInput): Promise<Picture> {
  const format = fileFormat(input.bytes);
  // Most RAW formats are TIFF, or nothing known, by their first bytes.
  if (format?.decoder && format.name !== 'TIFF') return open(input);
  const picture = await open(input).catch((error: unknown) => error);
  const shown = picture instanceof Error ? 0 : Math.max((picture as Picture).width, (picture as Picture).height);
  const preview = await embeddedPreview(input.bytes, Math.max(shown, MIN_PREVIEW));
  if (preview) return open({ ...input, bytes: preview });
  if (picture instanceof Error) throw picture;
  return picture as Picture;
}

async function fullSizeJpeg(input: PictureInput): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await openLargest(input);
  let pipeline = picture.upright();
  if (picture.displayP3) {
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    displayP3ToSrgb(data, 3);
    pipeline = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  }
  return pipeline
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY })
    .toUint8Array()
    .then(
      ({ data }) => data as Uint8Array<ArrayBuffer>,
      (error: unknown) => {
        throw decodingError(error);
      },
    );
}

serveTasks<PhotoTasks>({
  examine: async (input) => {
    const sha1 = createHash('sha1').update(input.bytes).digest();
    const picture = await open(input);
    const tags = await allTags(input.bytes, picture);
    const pixels = await scaledPixels(picture, Math.max(input.look ?? 0, thumbnailSize));
    const thumbnail = await makeThumbnail(picture, pixels);
    const image = input.look === null ? null : await rgbImage(pixels, picture, input.look);
    giveBack(input.bytes, ...(image ? [] : [pixels.data]));
    const { mime, width, height } = picture;
    return {
      output: { ...thumbnail, mime, sha1: Uint8Array.from(sha1), width, height, tags, picture: image },
      transfer: [thumbnail.webp.buffer, ...(image ? [image.data.buffer as ArrayBuffer] : [])],
    };
  },

  look: async (input) => {
    const picture = await open(input);
    const image = await rgbImage(await scaledPixels(picture, input.size), picture, input.size);
    giveBack(input.bytes);
    const { width, height } = picture;
    return { output: { width, height, picture: image }, transfer: [image.data.buffer as ArrayBuffer] };
  },

  faces: async ({ picture, faces, ...photo }) => {
    const output: FaceView[] = [];
    for (const face of faces) output.push(await viewFace(picture, photo, face));
    giveBack(picture.data);
    return { output, transfer: output.map(({ crop }) => crop.buffer) };
  },

  tags: async ({ bytes }) => ({ output: await readTags(bytes) }),

  thumbnail: async (input) => {
    const picture = await open(input);
    const pixels = await scaledPixels(picture, thumbnailSize);
    const thumbnail = await makeThumbnail(picture, pixels);
    giveBack(input.bytes, pixels.data);
    const { width, height } = picture;
    return { output: { ...thumbnail, width, height }, transfer: [thumbnail.webp.buffer] };
  },

  places: ({ positions }) => {
    geocoder ??= new Geocoder();
    const known = geocoder;
    return Promise.resolve({ output: positions.map(({ lat, lng }) => known.placeAt(lat, lng)) });
  },

  rgb: async (input) => {
    const picture = await open(input);
    const { data, width, height } = await scaledPixels(picture, input.size, { flatten: true });
    giveBack(input.bytes);
    return { output: { width, height, data }, transfer: [data.buffer] };
  },

  jpeg: async (input) => {
    const jpeg = await fullSizeJpeg(input);
    giveBack(input.bytes);
    return { output: jpeg, transfer: [jpeg.buffer] };
  },
});
