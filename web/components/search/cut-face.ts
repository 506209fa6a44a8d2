import type { FaceBox } from '../../state/search/face-query.ts';

/** A fraction of the face's size, on each side: detectors need the whole head. */
const margin = 0.8;
/** The minimum size of a face in pixels: detectors miss smaller ones. */
const minFaceSize = 140;

/** Crops a picture to one face. Other faces in the crop are covered, so that they are not found instead. */
export function cutFace(picture: ImageBitmap, box: FaceBox, otherFaces: readonly FaceBox[]): Promise<Blob> {
  const { width, height } = picture;
  const left = Math.max(0, (box.x - margin * box.w) * width);
  const top = Math.max(0, (box.y - margin * box.h) * height);
  const right = Math.min(width, (box.x + (1 + margin) * box.w) * width);
  const bottom = Math.min(height, (box.y + (1 + margin) * box.h) * height);
  const scale = Math.max(1, minFaceSize / Math.max(1, Math.min(box.w * width, box.h * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((right - left) * scale);
  canvas.height = Math.round((bottom - top) * scale);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, left, top, right - left, bottom - top, 0, 0, canvas.width, canvas.height);
  if (context) {
    context.fillStyle = '#808080';
    for (const { x, y, w, h } of otherFaces) {
      context.fillRect((x * width - left) * scale, (y * height - top) * scale, w * width * scale, h * height * scale);
    }
    // Restores parts of the face that were covered with its neighbour.
    const [x, y, w, h] = [box.x * width, box.y * height, box.w * width, box.h * height];
    context.drawImage(picture, x, y, w, h, (x - left) * scale, (y - top) * scale, w * scale, h * scale);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(blob);
        else reject(new Error('The face could not be cut out.'));
      },
      'image/jpeg',
      0.95,
    );
  });
}
