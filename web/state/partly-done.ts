/** Takes back what was just done. */
export type Undo = () => Promise<void>;

/** Something broke off in the middle; `message` says how far it came. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';
  /** Takes back the part that was done. */
  readonly undo: Undo;

  constructor(message: string, undo: Undo, cause: unknown) {
    super(message, { cause });
    this.undo = undo;
  }
}
