/** The JSON of an answer as bytes, for answers that are cached and sent often. */
export class JsonText<T> {
  declare readonly of?: T;
  /** UTF-8. Shared by several answers, so it must not be modified. */
  readonly bytes: Buffer;

  /** @param text JSON */
  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}
