/** The JSON of an answer, written already and as bytes: what is asked for again and again is kept like that. */
export class JsonText<T> {
  declare readonly of?: T;
  /** UTF-8; of more than one answer, so that nobody may change it. */
  readonly bytes: Buffer;

  /** @param text JSON */
  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}
