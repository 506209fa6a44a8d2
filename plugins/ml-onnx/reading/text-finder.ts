import type { RgbImage, TextLine } from 'photofinch/plugin-api';
import type { TextModel } from '../models/manifest.ts';
import type { LineDetector } from './line-detector.ts';
import type { LineReader } from './line-reader.ts';
import { inReadingOrder } from './reading-order.ts';

/** A single symbol is more often a window or a wheel than a letter. */
const minLength = 2;

/** Reads the text in a picture. */
export class TextFinder {
  readonly #detector: LineDetector;
  readonly #openReader: () => Promise<LineReader>;
  readonly #least: number;

  /** @param openReader loads the reader, only when there may be text */
  constructor(detector: LineDetector, openReader: () => Promise<LineReader>, { confidence }: TextModel) {
    this.#detector = detector;
    this.#openReader = openReader;
    this.#least = confidence.search;
  }

  async find(image: RgbImage): Promise<TextLine[]> {
    if (!(await this.#detector.hasText(image))) return [];
    const parts = await this.#detector.detect(image);
    if (parts.length === 0) return [];
    const reader = await this.#openReader();
    const lines = [];
    for (const part of parts) {
      const { text, score } = await reader.read(image, part);
      if (score >= this.#least && text.length >= minLength) lines.push({ text, score, part });
    }
    const { width, height } = image;
    return inReadingOrder(lines).map(({ text, score, part }) => ({
      text,
      score,
      box: { x: part.left / width, y: part.top / height, w: part.width / width, h: part.height / height },
    }));
  }
}
