import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { channelsOf, writeChannels } from '../images/channels.ts';
import { greySquare, stretch, toSharp, type Part } from '../images/squares.ts';
import { runOne } from '../inference/feed.ts';
import type { TextModel } from '../models/manifest.ts';

/** Lines this many times taller than wide are vertical. */
const verticalRatio = 1.5;

const narrowest = 16;

const half = [0.5, 0.5, 0.5] as const;
const channels = channelsOf('bgr', half, half);

/** Reads lines cropped from a picture. */
export class LineReader {
  readonly #session: InferenceSession;
  readonly #model: TextModel['reader'];
  readonly #symbols: readonly string[];

  constructor(session: InferenceSession, model: TextModel['reader'], symbols: readonly string[]) {
    this.#session = session;
    this.#model = model;
    this.#symbols = symbols;
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    const image = greySquare(64);
    await this.read(image, { left: 0, top: 0, width: 64, height: 48 });
  }

  async read(image: RgbImage, part: Part): Promise<ReadLine> {
    const pixels = await toSharp(image).extract(part).raw().toBuffer();
    const line = { data: pixels, width: part.width, height: part.height };
    if (part.height <= part.width * verticalRatio) return this.#readLine(line);
    // Both directions are read, and the more certain result is used.
    const [down, up] = [await this.#readLine(line, -90), await this.#readLine(line, 90)];
    return up.score > down.score ? up : down;
  }

  /** @param turn degrees, clockwise */
  async #readLine(line: RgbImage, turn?: 90 | -90): Promise<ReadLine> {
    const { height, widest } = this.#model;
    const [across, down] = turn === undefined ? [line.width, line.height] : [line.height, line.width];
    const width = Math.min(widest, Math.max(narrowest, Math.round((height * across) / down)));
    const picture = turn === undefined ? toSharp(line) : toSharp(line).rotate(turn);
    const { data: pixels } = await stretch(picture, width, height);
    const input = new Float32Array(3 * width * height);
    writeChannels(pixels, channels, input);
    const output = await runOne(this.#session, createTensor('float32', input, [1, 3, height, width]));
    return decodeCtc(output, this.#symbols);
  }
}

interface ReadLine {
  readonly text: string;
  /** The mean probability of its symbols; 0 if there are none. */
  readonly score: number;
}

/**
 * Takes the most likely symbol of each step; repetitions are merged unless the blank, the first symbol, is in between
 * (connectionist temporal classification, Graves et al., 2006).
 * @param output the probabilities of all symbols for each step
 * @throws Error if the output has another number of symbols
 */
function decodeCtc(output: Float32Array, symbols: readonly string[]): ReadLine {
  const count = symbols.length;
  if (output.length % count !== 0) throw new Error(`the model does not answer rows of ${count} symbols`);
  let [text, sum, symbolCount, previous] = ['', 0, 0, 0];
  for (let row = 0; row < output.length; row += count) {
    let [best, highest] = [0, -1];
    for (let symbol = 0; symbol < count; symbol += 1) {
      if (output[row + symbol]! <= highest) continue;
      highest = output[row + symbol]!;
      best = symbol;
    }
    if (best !== 0 && best !== previous) {
      text += symbols[best]!;
      sum += highest;
      symbolCount += 1;
    }
    previous = best;
  }
  return { text: text.trim(), score: symbolCount === 0 ? 0 : Math.min(1, sum / symbolCount) };
}
