import sharp, { type Sharp } from 'sharp';
import { faceQuality, sharpnessOf, sharpnessSide } from '../domain/face-quality.ts';
import type { DetectedFace, Box, RgbImage } from '../plugin-api/ml-provider.ts';

/** A face in a picture, with its crop and its quality. */
export interface FaceView {
  /** JPEG, upright. */
  readonly crop: Uint8Array<ArrayBuffer>;
  /** 0 to 1. */
  readonly quality: number;
}

/** The margin around a face on each side, as a fraction of the longer side of its box. */
const margin = 0.35;

/** Longest side of a crop in px. */
const cropSize = 320;

const jpegQuality = 85;

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * @param photo size of the upright original in px
 * @param image the same photo, in the size in which it was decoded
 */
export async function viewFace(
  image: RgbImage,
  photo: { readonly width: number; readonly height: number },
  { box, points, score }: DetectedFace,
): Promise<FaceView> {
  const grey = await cut(image, pixelsOf(box, image))
    .greyscale()
    .resize(sharpnessSide, sharpnessSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  const quality = faceQuality({
    side: Math.min(box.w * photo.width, box.h * photo.height),
    sharpness: sharpnessOf(grey, sharpnessSide),
    points: points.map(([x, y]) => [x * image.width, y * image.height] as const),
    score,
  });
  const crop = await cut(image, withMargin(box, image))
    .resize(cropSize, cropSize, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
  return { crop: Uint8Array.from(crop), quality };
}

/** A square around the centre of the face, limited to the photo. */
function withMargin(box: Box, image: RgbImage): Rectangle {
  const half = Math.max(box.w * image.width, box.h * image.height) * (0.5 + margin);
  const [x, y] = [(box.x + box.w / 2) * image.width, (box.y + box.h / 2) * image.height];
  return within(image, x - half, y - half, x + half, y + half);
}

function pixelsOf({ x, y, w, h }: Box, image: RgbImage): Rectangle {
  return within(image, x * image.width, y * image.height, (x + w) * image.width, (y + h) * image.height);
}

/** Whole pixels inside the picture, at least one. */
function within({ width, height }: RgbImage, x0: number, y0: number, x1: number, y1: number): Rectangle {
  const left = Math.min(width - 1, Math.max(0, Math.round(x0)));
  const top = Math.min(height - 1, Math.max(0, Math.round(y0)));
  return {
    left,
    top,
    width: Math.min(width, Math.max(left + 1, Math.round(x1))) - left,
    height: Math.min(height, Math.max(top + 1, Math.round(y1))) - top,
  };
}

/** A copy of the rows, so that the pipeline does not have to process the whole picture. */
function cut(image: RgbImage, { left, top, width, height }: Rectangle): Sharp {
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = ((top + row) * image.width + left) * 3;
    data.set(image.data.subarray(from, from + width * 3), row * width * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}
