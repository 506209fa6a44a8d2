import { inverseTurn, turnBox, turnPoint, type Turn } from '../domain/turn.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { Box, DetectedFace, PictureAnalysis, RgbImage } from '../plugin-api/ml-provider.ts';

/**
 * The picture with the rotation by users, since models do not find faces that lie on their side. `ofFile` maps the results
 * back to the picture of the file, to which all positions in the index refer.
 * @param picture is not modified
 */
export async function asShown(
  picture: RgbImage,
  turn: Turn,
  reader: Pick<PhotoReader, 'turnedPixels'>,
  signal: AbortSignal,
): Promise<RgbImage> {
  return turn === 0 ? picture : await reader.turnedPixels(picture, turn, signal);
}

/** A face after rotating the picture. */
export const turnFace = <F extends DetectedFace>(face: F, turn: Turn): F => ({
  ...face,
  box: turnBox(face.box, turn),
  points: face.points.map((point) => turnPoint(point, turn)),
});

/** Maps a box in the rotated picture back to the picture of the file. */
export const boxOfFile = (box: Box, turn: Turn): Box => turnBox(box, inverseTurn(turn));

/** Maps the results for a rotated picture back to the picture of the file. */
export function ofFile({ faces, labels, ...rest }: PictureAnalysis, turn: Turn): PictureAnalysis {
  return {
    ...rest,
    faces: faces?.map((face) => turnFace(face, inverseTurn(turn))) ?? null,
    ...(labels !== undefined && {
      labels: labels && {
        ...labels,
        labels: labels.labels.map((label) => ({ ...label, box: label.box && boxOfFile(label.box, turn) })),
      },
    }),
  };
}
