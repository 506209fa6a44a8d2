import sharp from 'sharp';
import type { RgbImage } from 'photofinch/plugin-api';
import type { ImageTextModel } from '../models/manifest.ts';

type Geometry = Pick<ImageTextModel['image'], 'side' | 'fit' | 'kernel'>;

/** A picture in the square that a network takes. @returns RGB, `side` × `side` */
export async function squareOf({ data, width, height }: RgbImage, geometry: Geometry): Promise<Uint8Array> {
  const { side, fit, kernel } = geometry;
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  if (fit === 'stretch') return picture.resize(side, side, { fit: 'fill', kernel }).raw().toBuffer();
  // The middle of a picture whose shorter side was brought to `side`, as CLIP's own image processor does it: the longer
  // side cut to whole pixels, the crop's odd pixel on the right and below.
  const scaled = (length: number, other: number): number =>
    length <= other ? side : Math.trunc((side * length) / other);
  const toWidth = scaled(width, height);
  const toHeight = scaled(height, width);
  return picture
    .resize(toWidth, toHeight, { fit: 'fill', kernel })
    .extract({
      left: Math.floor((toWidth - side) / 2),
      top: Math.floor((toHeight - side) / 2),
      width: side,
      height: side,
    })
    .raw()
    .toBuffer();
}
