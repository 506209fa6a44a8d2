/** Undoes the last action. */
export type Undo = () => Promise<void>;

/** An action stopped halfway; `message` says how far it got. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';
  /** Undoes the part that was done. */
  readonly undo: Undo;

  constructor(message: string, undo: Undo, cause: unknown) {
    super(message, { cause });
    this.undo = undo;
  }
}
