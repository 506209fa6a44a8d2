import type { RgbImage } from 'photofinch/plugin-api';
import sharp, { type Sharp } from 'sharp';

/** A part of a picture, in pixels. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A grey square, for trial runs. */
export function greySquare(side: number): RgbImage {
  return { width: side, height: side, data: new Uint8Array(side * side * 3).fill(127) };
}

export function toSharp({ data, width, height }: RgbImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Resizes a picture, or a part of it, to a square without keeping its aspect ratio. @returns RGB, `side` × `side` */
export function squeeze(image: RgbImage, side: number, part?: Part): Promise<RgbImage> {
  return stretch(part ? toSharp(image).extract(part) : toSharp(image), side, side);
}

/** Resizes a picture without keeping its aspect ratio. */
export async function stretch(picture: Sharp, width: number, height: number): Promise<RgbImage> {
  const data = await picture.resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
  return { width, height, data };
}
