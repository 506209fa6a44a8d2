import * as ort from 'onnxruntime-node';
import type { ImageTextModel } from '../models/manifest.ts';
import { normalised } from '../normalised.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Makes a vector of a text, in the space of the pictures. */
export class TextEmbedder {
  readonly #session: ort.InferenceSession;
  readonly #tokenizer: Tokenizer;
  readonly #model: ImageTextModel;

  constructor(session: ort.InferenceSession, tokenizer: Tokenizer, model: ImageTextModel) {
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#model = model;
  }

  /** @returns a vector of length 1 for each text */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const { length } = this.#model.text;
    const input = new BigInt64Array(texts.length * length);
    for (const [index, text] of texts.entries()) input.set(this.#tokenizer.encode(text, length), index * length);
    const tensor = new ort.Tensor('int64', input, [texts.length, length]);
    const outputs = await this.#session.run({ [this.#session.inputNames[0] ?? '']: tensor });
    const output = outputs[this.#session.outputNames[0] ?? ''];
    return normalised(output?.data as Float32Array, texts.length, this.#model.dimensions);
  }
}
