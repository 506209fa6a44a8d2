/** A model file is damaged, or the model does not match its manifest. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  /** The folder of the model's files. */
  readonly folder: string;

  constructor(message: string, folder: string) {
    super(message);
    this.folder = folder;
  }
}
