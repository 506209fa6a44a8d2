import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer as Vocabulary } from '@huggingface/tokenizers';

/** A special token in a model's configuration file. */
type SpecialToken = string | { readonly content: string };

interface TokenizerConfig {
  readonly pad_token?: SpecialToken | null;
  readonly eos_token?: SpecialToken | null;
  readonly padding_side?: 'left' | 'right';
}

/** Converts texts to the token ids of a text model. */
export class Tokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #padding: bigint;
  readonly #padsLeft: boolean;

  private constructor(vocabulary: Vocabulary, padding: number, padsLeft: boolean) {
    this.#vocabulary = vocabulary;
    this.#padding = BigInt(padding);
    this.#padsLeft = padsLeft;
  }

  /** @param folder with `tokenizer.json` and `tokenizer_config.json` */
  static async load(folder: string): Promise<Tokenizer> {
    const readJson = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as object;
    const vocabulary = await readJson('tokenizer.json');
    const config: TokenizerConfig = await readJson('tokenizer_config.json');
    const tokens = new Vocabulary(vocabulary, config);
    const { pad_token: pad, eos_token: end, padding_side: side } = config;
    const filler = pad ?? end;
    const padding =
      filler == null ? undefined : tokens.token_to_id(typeof filler === 'string' ? filler : filler.content);
    if (padding === undefined)
      throw new Error('tokenizer_config.json does not say what short texts are filled up with');
    return new Tokenizer(tokens, padding, side === 'left');
  }

  /** Exactly `length` tokens: padded, or truncated with the end token kept, at which models output their result. */
  encode(text: string, length: number): BigInt64Array {
    const ids = BigInt64Array.from(this.#vocabulary.encode(text).ids, BigInt);
    const tokens = new BigInt64Array(length).fill(this.#padding);
    tokens.set(ids.subarray(0, length), this.#padsLeft ? Math.max(0, length - ids.length) : 0);
    if (ids.length > length) tokens[length - 1] = ids.at(-1) ?? this.#padding;
    return tokens;
  }
}
