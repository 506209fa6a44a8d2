import type { RgbImage, TextLine } from 'photofinch/plugin-api';
import type { Part } from '../images/squares.ts';
import type { TextModel } from '../models/manifest.ts';
import type { LineDetector } from './line-detector.ts';
import type { LineReader } from './line-reader.ts';

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

/**
 * Sorts from top to bottom, and from left to right within a row: a price belongs to the row of its item, even if it is a
 * pixel higher. A line belongs to a row if its middle is at the height of the row's first line.
 */
function inReadingOrder<T extends { readonly part: Part }>(lines: readonly T[]): T[] {
  const rows: { top: number; bottom: number; lines: T[] }[] = [];
  for (const line of lines.toSorted((a, b) => middleOf(a.part) - middleOf(b.part))) {
    const middle = middleOf(line.part);
    const row = rows.at(-1);
    if (row && middle >= row.top && middle < row.bottom) row.lines.push(line);
    else rows.push({ top: line.part.top, bottom: line.part.top + line.part.height, lines: [line] });
  }
  return rows.flatMap((row) => row.lines.sort((a, b) => a.part.left - b.part.left));
}

const middleOf = ({ top, height }: Part): number => top + height / 2;
