/**
 * Undoes an action.
 * @throws NothingUndone, or an error that leaves the action in place
 */
export interface Undo {
  (): Promise<void>;
  /** What it sets back, such as the rotation of one photo: a later action on the same has to be undone first. */
  readonly of?: ReadonlySet<string>;
}

/** There was nothing to undo; `message` says why. */
export class NothingUndone extends Error {
  override readonly name = 'NothingUndone';
}

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
