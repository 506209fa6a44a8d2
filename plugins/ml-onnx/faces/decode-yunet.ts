import { outputOf, pointsOf, type Detection, type DetectorDecoder } from './detection.ts';

const strides = [8, 16, 32];

/**
 * YuNet (Wu et al., "YuNet: A Tiny Millisecond-level Face Detector", 2023): one anchor per cell, and for each stride s the
 * outputs `cls_s`, `obj_s`, `bbox_s` (centre, logarithm of the size) and `kps_s`, all in cells.
 *
 * Input: BGR, 0 to 255; both sides multiples of 32.
 */
export const decodeYunet: DetectorDecoder = (outputs, { width, height }, threshold) => {
  const detections: Detection[] = [];
  for (const stride of strides) {
    const columns = width / stride;
    const cells = columns * (height / stride);
    const cls = outputOf(outputs, `cls_${stride}`, cells);
    const obj = outputOf(outputs, `obj_${stride}`, cells);
    const boxes = outputOf(outputs, `bbox_${stride}`, cells * 4);
    const keypoints = outputOf(outputs, `kps_${stride}`, cells * 10);
    for (let cell = 0; cell < cells; cell += 1) {
      const score = Math.sqrt(unit(cls[cell]!) * unit(obj[cell]!));
      if (!(score >= threshold)) continue;
      const column = cell % columns;
      const row = Math.floor(cell / columns);
      const w = Math.exp(boxes[cell * 4 + 2]!) * stride;
      const h = Math.exp(boxes[cell * 4 + 3]!) * stride;
      detections.push({
        x: (column + boxes[cell * 4]!) * stride - w / 2,
        y: (row + boxes[cell * 4 + 1]!) * stride - h / 2,
        w,
        h,
        points: pointsOf(
          keypoints,
          cell * 10,
          (value) => (value + column) * stride,
          (value) => (value + row) * stride,
        ),
        score,
      });
    }
  }
  return detections;
};

const unit = (value: number): number => Math.min(1, Math.max(0, value));
