import type { Box, RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import type { SquareNetwork } from '../models/manifest.ts';
import { cocoClasses } from './things-table.ts';
import { SquareInput } from '../images/square-input.ts';
import { greySquare, squeeze } from '../images/squares.ts';

const pixels = { order: 'rgb', mean: 0, deviation: 255 } as const;

/** COCO's class for people, and the minimum score of a counted person. */
const person = 0;
const minPersonScore = 0.4;

/** Detections in a picture: the highest score for each class of COCO, and its box. */
export interface Detections {
  readonly scores: Float64Array;
  readonly boxes: readonly (Box | null)[];
  readonly people: number;
}

/**
 * DEIMv2 (Huang et al., "Real-Time Object Detection Meets DINOv3", 2025): takes the picture resized to a square, and returns
 * boxes in pixels of a given size, without duplicates.
 */
export class Deimv2 {
  readonly #session: InferenceSession;
  readonly #input: SquareInput;

  constructor(session: InferenceSession, network: SquareNetwork) {
    this.#session = session;
    this.#input = new SquareInput(network, pixels);
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.detect(greySquare(32));
  }

  async detect(image: RgbImage): Promise<Detections> {
    const answer = await this.#session.run({
      images: this.#input.tensorOf(await squeeze(image, this.#input.side)),
      // With a size of one pixel, boxes are fractions.
      orig_target_sizes: createTensor('int64', BigInt64Array.from([1n, 1n]), [1, 2]),
    });
    const [labels, boxes, scores] = [answer['labels']?.data, answer['boxes']?.data, answer['scores']?.data];
    const isWhole = scores instanceof Float32Array && boxes instanceof Float32Array && labels instanceof BigInt64Array;
    if (!isWhole || boxes.length !== 4 * scores.length || labels.length !== scores.length) {
      throw new Error('the model does not answer labels, boxes and scores');
    }
    return bestDetections(labels, boxes, scores);
  }
}

function bestDetections(labels: BigInt64Array, boxes: Float32Array, scores: Float32Array): Detections {
  const highest = new Float64Array(cocoClasses);
  const bestBoxes: (Box | null)[] = Array.from({ length: cocoClasses }, () => null);
  let people = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const [kind, score] = [Number(labels[index]), scores[index]!];
    if (kind === person && score >= minPersonScore) people += 1;
    if (!(score > (highest[kind] ?? Infinity))) continue;
    highest[kind] = score;
    bestBoxes[kind] = boxOf(boxes.subarray(4 * index, 4 * index + 4));
  }
  return { scores: highest, boxes: bestBoxes, people };
}

/** The part of the box inside the picture. */
function boxOf(corners: Float32Array): Box | null {
  const [left, top, right, bottom] = Array.from(corners, (value) => Math.min(1, Math.max(0, value)));
  const [x, y] = [left!, top!];
  const [w, h] = [right! - x, bottom! - y];
  return w > 0 && h > 0 ? { x, y, w, h } : null;
}
