import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { batchSize, runOne } from '../inference/feed.ts';
import type { ImageTextModel } from '../models/manifest.ts';
import { normalisedVectors } from '../normalised-vectors.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Texts per batch: a vocabulary of tags must not take a gigabyte. */
const batch = 32;

/** Computes a vector of a text, in the vector space of the pictures. */
export class TextEmbedder {
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;
  readonly #model: ImageTextModel;
  readonly #batch: number;

  constructor(session: InferenceSession, tokenizer: Tokenizer, model: ImageTextModel) {
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#model = model;
    this.#batch = batchSize(session, batch);
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.embed(['a photo']);
  }

  /** @returns an L2-normalised vector for each text */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += this.#batch) {
      vectors.push(...(await this.#embedBatch(texts.slice(from, from + this.#batch))));
    }
    return vectors;
  }

  async #embedBatch(texts: readonly string[]): Promise<Float32Array[]> {
    const { length, lowercase, output } = this.#model.text;
    const input = new BigInt64Array(texts.length * length);
    for (const [index, text] of texts.entries()) {
      input.set(this.#tokenizer.encode(lowercase ? text.toLowerCase() : text, length), index * length);
    }
    const tensor = createTensor('int64', input, [texts.length, length]);
    return normalisedVectors(await runOne(this.#session, tensor, output), texts.length, this.#model.dimensions);
  }
}
