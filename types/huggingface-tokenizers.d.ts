// The package's own types name each other without their file extensions, which nobody finds in an ES module.
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    constructor(tokenizer: object, config: object);
    encode(text: string): { readonly ids: readonly number[] };
    token_to_id(token: string): number | undefined;
  }
}
