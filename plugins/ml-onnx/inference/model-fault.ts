/** A model's file that is damaged, or a network that is not the one that its manifest describes. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  /** Of the model's files. */
  readonly folder: string;

  constructor(message: string, folder: string) {
    super(message);
    this.folder = folder;
  }
}
