import { turnedBack, turnedBox, turnedPoint, type Turn } from '../domain/turn.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { Box, DetectedFace, PictureAnalysis, RgbImage } from '../plugin-api/ml-provider.ts';

/**
 * The picture as people see it, who may have turned it: models find no faces that lie on their side. What they find in it
 * lies elsewhere in the picture as its file has it, which is how the index has everything: see `ofFile`.
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

/** What was found in a picture that was turned, by its places in the picture as its file has it. */
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
