import { outputOf, pointsOf, type Detection, type DetectorDecoder } from './detection.ts';

const strides = [8, 16, 32];
const anchors = 2;

/**
 * SCRFD (Guo et al., "Sample and Computation Redistribution for Efficient Face Detection", 2021) with key points: two
 * anchors per cell; nine outputs: first the scores of the three strides, then the distances from the anchor to the box's
 * left, top, right and bottom, then the points' offsets, in strides.
 *
 * Input: RGB, (value − 127.5) / 128; both sides multiples of 32.
 */
export const decodeScrfd: DetectorDecoder = (outputs, { width, height }, threshold) => {
  const names = Object.keys(outputs);
  const detections: Detection[] = [];
  for (const [level, stride] of strides.entries()) {
    const columns = Math.ceil(width / stride);
    const count = columns * Math.ceil(height / stride) * anchors;
    const scores = outputOf(outputs, names[level] ?? '', count);
    const boxes = outputOf(outputs, names[level + 3] ?? '', count * 4);
    const keypoints = outputOf(outputs, names[level + 6] ?? '', count * 10);
    for (let at = 0; at < count; at += 1) {
      const score = scores[at]!;
      if (!(score >= threshold)) continue;
      const cell = Math.floor(at / anchors);
      const x = (cell % columns) * stride;
      const y = Math.floor(cell / columns) * stride;
      const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => boxes[at * 4 + side]! * stride) as [
        number,
        number,
        number,
        number,
      ];
      detections.push({
        x: x - left,
        y: y - top,
        w: left + right,
        h: top + bottom,
        points: pointsOf(
          keypoints,
          at * 10,
          (value) => x + value * stride,
          (value) => y + value * stride,
        ),
        score: Math.min(1, score),
      });
    }
  }
  return detections;
};
