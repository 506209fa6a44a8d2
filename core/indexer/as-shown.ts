import { turnedBack, turnedBox, turnedPoint, type Turn } from '../domain/turn.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { Box, DetectedFace, PictureAnalysis, RgbImage } from '../plugin-api/ml-provider.ts';

/**
 * The picture as people turned it: models find no faces that lie on their side. `ofFile` moves the findings to their
 * places in the picture of the file, in which the index has everything.
 * @param picture stays as it is
 */
export async function asShown(
  picture: RgbImage,
  turned: Turn,
  reader: Pick<PhotoReader, 'turnedPixels'>,
  signal: AbortSignal,
): Promise<RgbImage> {
  return turned === 0 ? picture : await reader.turnedPixels(picture, turned, signal);
}

/** A face once the picture is turned. */
export const turnedFace = <F extends DetectedFace>(face: F, turned: Turn): F => ({
  ...face,
  box: turnedBox(face.box, turned),
  points: face.points.map((point) => turnedPoint(point, turned)),
});

/** Where something lies in the picture as its file has it, that was found where the picture was turned. */
export const boxOfFile = (box: Box, turned: Turn): Box => turnedBox(box, turnedBack(turned));

/** The findings in a turned picture, with their places in the picture of the file. */
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
