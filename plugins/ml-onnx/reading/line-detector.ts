import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { channelsOf, writeChannels, type Channel } from '../images/channels.ts';
import { runOne } from '../inference/feed.ts';
import { greySquare, stretch, toSharp, type Part } from '../images/squares.ts';
import type { TextModel } from '../models/manifest.ts';
import { ComponentFinder, type Component, type Limits } from './components.ts';

/** The criteria of the core of a line. */
const line: Limits = { pixel: 0.2, mean: 0.45, side: 3 };

/** The criteria of the first pass: small print is thin and faint at that size. */
const hint: Limits = { pixel: 0.2, mean: 0.35, side: 2 };

/** The model marks a shrunken core of each line, which is expanded by this factor of its area divided by its perimeter. */
const growth = 1.4;

/** The most lines that are read, the most certain first: a page of a book has fewer. */
const maxLines = 120;

/** The model needs sides that are multiples of its stride. */
const stride = 32;

/**
 * Finds lines of text with a model that outputs, for each pixel, the probability that it belongs to the core of a line
 * (differentiable binarization, Liao et al., 2020).
 */
export class LineDetector {
  readonly #session: InferenceSession;
  readonly #model: TextModel['detector'];
  readonly #channels: readonly Channel[];
  readonly #components = new ComponentFinder();
  #input = new Float32Array();

  constructor(session: InferenceSession, model: TextModel['detector']) {
    this.#session = session;
    this.#model = model;
    this.#channels = channelsOf('bgr', model.mean, model.deviation);
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.hasText(greySquare(64));
  }

  /** Whether there may be any text, according to a small version of the picture. */
  async hasText(image: RgbImage): Promise<boolean> {
    const { map, width, height } = await this.#look(image, this.#model.firstLook);
    return this.#components.find(map, width, height, hint, 1).length > 0;
  }

  /** Detected lines, the most certain first, in whole pixels of the picture. */
  async detect(image: RgbImage): Promise<Part[]> {
    const { map, width, height } = await this.#look(image, this.#model.longestSide);
    return this.#components
      .find(map, width, height, line)
      .sort((a, b) => b.mean - a.mean)
      .map((component) => grow(component, { width, height }, image))
      .filter((part) => part.width >= line.side && part.height >= line.side)
      .slice(0, maxLines);
  }

  async #look(image: RgbImage, longest: number): Promise<{ map: Float32Array; width: number; height: number }> {
    const scale = Math.min(1, longest / Math.max(image.width, image.height));
    const [width, height] = [wholeStrides(image.width * scale), wholeStrides(image.height * scale)];
    const { data: pixels } = await stretch(toSharp(image), width, height);
    const values = 3 * width * height;
    if (this.#input.length < values) this.#input = new Float32Array(values);
    const input = this.#input.subarray(0, values);
    writeChannels(pixels, this.#channels, input);
    const map = await runOne(this.#session, createTensor('float32', input, [1, 3, height, width]));
    if (map.length !== width * height) {
      throw new Error(`the model answers ${map.length} values instead of ${width} × ${height}`);
    }
    return { map, width, height };
  }
}

const wholeStrides = (length: number): number => Math.max(stride, Math.round(length / stride) * stride);

interface Size {
  readonly width: number;
  readonly height: number;
}

function grow({ left, top, right, bottom }: Component, map: Size, image: Size): Part {
  const [w, h] = [right - left + 1, bottom - top + 1];
  const margin = (w * h * growth) / (2 * (w + h));
  const [toX, toY] = [image.width / map.width, image.height / map.height];
  const x = Math.round(Math.max(0, (left - margin) * toX));
  const y = Math.round(Math.max(0, (top - margin) * toY));
  return {
    left: x,
    top: y,
    width: Math.round(Math.min(image.width, (right + 1 + margin) * toX)) - x,
    height: Math.round(Math.min(image.height, (bottom + 1 + margin) * toY)) - y,
  };
}
