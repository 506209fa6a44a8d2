import { basename, dirname } from 'node:path';
import type { PreTrainedTokenizer } from '@xenova/transformers';
import { loadTransformers } from 'photofinch/plugin-api/toolkit';

/** Turns texts into the numbers that a text model reads. */
export class Tokenizer {
  readonly #tokenizer: PreTrainedTokenizer;

  private constructor(tokenizer: PreTrainedTokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** @param folder with `tokenizer.json` and `tokenizer_config.json`; nothing is ever fetched */
  static async load(folder: string): Promise<Tokenizer> {
    const { AutoTokenizer, env } = await loadTransformers();
    env.allowRemoteModels = false;
    env.localModelPath = dirname(folder);
    return new Tokenizer(await AutoTokenizer.from_pretrained(basename(folder), { local_files_only: true }));
  }

  /**
   * Exactly `length` tokens: padded, or cut in such a way that the end's token stays, which models take their answer
   * from.
   */
  encode(text: string, length: number): BigInt64Array {
    const { input_ids: ids } = this.#tokenizer(text, { padding: 'max_length', max_length: length }) as {
      input_ids: { data: BigInt64Array };
    };
    const tokens = ids.data.slice(0, length);
    if (ids.data.length > length) tokens[length - 1] = ids.data.at(-1) ?? 0n;
    return tokens;
  }
}
