import { turnedBack, turnedBox, turnedPoint, type Turn } from '../domain/turn.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { Box, DetectedFace, PictureAnalysis, RgbImage } from '../plugin-api/ml-provider.ts';

/**
 * The picture with the rotation by users, since models do not find faces that lie on their side. `ofFile` maps the results
 * back to the picture of the file, to which all positions in the index refer.
 * @param picture is not modified
 */
export async function asShown(
  picture: RgbImage,
  turned: Turn,
  reader: Pick<PhotoReader, 'turnedPixels'>,
  signal: AbortSignal,
): Promise<RgbImage> {
  return turned === 0 ? picture : await reader.turnedPixels(picture, turned, signal);
}

/** A face after rotating the picture. */
export const turnedFace = <F extends DetectedFace>(face: F, turned: Turn): F => ({
  ...face,
  box: turnedBox(face.box, turned),
  points: face.points.map((point) => turnedPoint(point, turned)),
});

/** Maps a box in the rotated picture back to the picture of the file. */
export const boxOfFile = (box: Box, turned: Turn): Box => turnedBox(box, turnedBack(turned));

/** Maps the results for a rotated picture back to the picture of the file. */
export function ofFile({ faces, labels, ...rest }: PictureAnalysis, turned: Turn): PictureAnalysis {
  return {
    ...rest,
    faces: faces?.map((face) => turnedFace(face, turnedBack(turned))) ?? null,
    ...(labels !== undefined && {
      labels: labels && {
        ...labels,
        labels: labels.labels.map((label) => ({ ...label, box: label.box && boxOfFile(label.box, turned) })),
      },
    }),
  };
}
