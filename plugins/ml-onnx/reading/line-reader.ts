import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { channelsOf, writeChannels } from '../images/channels.ts';
import { greySquare, toSharp, type Part } from '../images/squares.ts';
import { runOne } from '../inference/feed.ts';
import type { TextModel } from '../models/manifest.ts';
import { decodeCtc, type ReadLine } from './ctc.ts';

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
    const pixels = await picture.resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
    const input = new Float32Array(3 * width * height);
    writeChannels(pixels, channels, input);
    const output = await runOne(this.#session, createTensor('float32', input, [1, 3, height, width]));
    return decodeCtc(output, this.#symbols);
  }
}
