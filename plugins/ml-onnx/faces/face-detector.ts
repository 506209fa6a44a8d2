import type { DetectedFace, RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession, overlapOf } from 'photofinch/plugin-api/toolkit';
import type { FaceDetectorModel } from '../models/manifest.ts';
import { placeOnCanvas } from './canvas.ts';
import { decodeScrfd } from './decode-scrfd.ts';
import { decodeYunet } from './decode-yunet.ts';
import type { Detection, DetectorDecoder, Outputs } from './detection.ts';
import { writePlanes } from './tensor.ts';
import { greySquare } from '../images/squares.ts';

const decoders: Readonly<Record<FaceDetectorModel['family'], DetectorDecoder>> = {
  yunet: decodeYunet,
  scrfd: decodeScrfd,
};

/** Detections whose boxes overlap more than this (intersection over union) show the same face. */
const maxOverlap = 0.4;

/** Black around a picture in the second pass, as a fraction of its size. */
const padding = 0.5;

/**
 * The second pass uses half the size, if the model supports any size: a face that fills the frame is still large enough, and
 * most photos without people pay for this pass. Of 60 tightly cropped faces it finds one more than at full size; of 43 faces
 * in 60 everyday photos it misses one of 12 pixels, and a polar bear.
 */
const shrinking = 0.5;

/**
 * If the first pass finds nothing, the second one is only worthwhile if something large resembles a face a little. Of 73
 * faces, cropped to as little as a quarter, that only the second pass finds, the first pass scores each at 0.23 or more; in
 * 26 of 42 everyday photos without a face, nothing large reaches this score. Other families were not measured.
 */
const minHintScore: Partial<Record<FaceDetectorModel['family'], number>> = { yunet: 0.15 };

/** The minimum of its longer side, as a fraction of the picture's side. */
const largeHint = 0.15;

/** A face this close to the edge, as a fraction of the picture's side, may be cut off. */
const nearEdge = 0.01;

/** Smaller faces, in pixels of the input, say nothing about the person. */
const smallest = 12;

/**
 * Detects faces with one model.
 *
 * Detectors miss a face that fills the frame, because such faces are rare in their training data: if nothing is found but
 * something resembles a face, or a face touches the edge, the picture is analysed again with black around it.
 */
export class FaceDetector {
  readonly #session: InferenceSession;
  readonly #model: FaceDetectorModel;
  #input = new Float32Array();

  constructor(session: InferenceSession, model: FaceDetectorModel) {
    this.#session = session;
    this.#model = model;
  }

  /** @throws Error if the model does not belong to the family in its manifest */
  async tryOut(): Promise<void> {
    await this.#detect(greySquare(64));
  }

  async detect(image: RgbImage): Promise<DetectedFace[]> {
    const first = await this.#detect(image);
    const again = first.faces.length === 0 ? first.hints : first.faces.some((face) => touchesEdge(face, image));
    const second = again ? (await this.#detect(image, { padding, shrinking })).faces : [];
    return suppressNonMaxima([...first.faces, ...second], maxOverlap).flatMap((face) => inFractions(face, image) ?? []);
  }

  /** One buffer for all pictures: only one is processed at a time, and filling a new buffer is slow. */
  #inputOf(values: number): Float32Array {
    if (this.#input.length < values) this.#input = new Float32Array(values);
    return this.#input.subarray(0, values);
  }

  /** Faces in pixels of `image`, and whether there may be a large face that was not clearly detected. */
  async #detect(
    image: RgbImage,
    framing = { padding: 0, shrinking: 1 },
  ): Promise<{ faces: Detection[]; hints: boolean }> {
    const { longestSide, square, pixels, family, threshold } = this.#model;
    const longest = square ? longestSide : Math.round(longestSide * framing.shrinking);
    const canvas = await placeOnCanvas(image, { longest, padding: framing.padding, square });
    const { picture, width, height, scale, left, top } = canvas;
    const input = this.#inputOf(3 * width * height);
    writePlanes(picture, pixels, input, { canvas });
    const tensor = createTensor('float32', input, [1, 3, height, width]);
    const outputs = await this.#session.run({ [this.#session.inputNames[0] ?? '']: tensor });
    const hint = minHintScore[family];
    const detections = decoders[family](outputs as unknown as Outputs, canvas, Math.min(hint ?? threshold, threshold));
    const confident = detections.filter(({ score }) => score >= threshold);
    const faces = suppressNonMaxima(confident, maxOverlap)
      .filter(({ w, h }) => Math.min(w, h) >= smallest)
      .map(({ x, y, w, h, points, score }) => ({
        x: (x - left) / scale,
        y: (y - top) / scale,
        w: w / scale,
        h: h / scale,
        points: points.map(([px, py]) => [(px - left) / scale, (py - top) / scale] as const),
        score,
      }));
    return { faces, hints: hint === undefined || detections.some((detection) => isLarge(detection, picture)) };
  }
}

function isLarge({ w, h }: Detection, { width, height }: RgbImage): boolean {
  return Math.max(w / width, h / height) >= largeHint;
}

function touchesEdge({ x, y, w, h }: Detection, { width, height }: RgbImage): boolean {
  const [marginX, marginY] = [width * nearEdge, height * nearEdge];
  return x < marginX || y < marginY || x + w > width - marginX || y + h > height - marginY;
}

/** The part of the box inside the picture; null if that is hardly anything. */
function inFractions({ x, y, w, h, points, score }: Detection, { width, height }: RgbImage): DetectedFace | null {
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const right = Math.min(width, x + w);
  const bottom = Math.min(height, y + h);
  if (!(right - left > w / 2 && bottom - top > h / 2)) return null;
  return {
    box: { x: left / width, y: top / height, w: (right - left) / width, h: (bottom - top) / height },
    points: points.map(([px, py]) => [px / width, py / height] as const),
    score,
  };
}

/** Non-maximum suppression: keeps the highest score among overlapping detections; highest scores first. */
function suppressNonMaxima(detections: readonly Detection[], overlap: number): Detection[] {
  const kept: Detection[] = [];
  for (const detection of detections.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlapOf(detection, other) <= overlap)) kept.push(detection);
  }
  return kept;
}
