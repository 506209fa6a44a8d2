/**
 * Undoes an action.
 * @throws NotUndone, or an error that leaves the action in place
 */
export interface Undo {
  (): Promise<void>;
  /** What it sets back, such as the rotation of one photo: a later action on the same has to be undone first. */
  readonly of?: ReadonlySet<string>;
}

/** There was nothing to undo, or not all of it can be undone; `message` says why. Another attempt would be no use. */
export class NotUndone extends Error {
  override readonly name = 'NotUndone';

  /** The error to throw if an undo fails: a `NotUndone` if the server refused it for one of these reasons. */
  static from(error: unknown, reasons: ReadonlySet<unknown>): unknown {
    const { kind, message } = error as { kind?: unknown; message: string };
    return reasons.has(kind) ? new NotUndone(message, { cause: error }) : error;
  }
}

/** An action stopped halfway; `message` says how far it got. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';
  /** Undoes the part that was done. */
  readonly undo: Undo;

  /** @param cause null if the user has stopped it */
  constructor(message: string, undo: Undo, cause: unknown) {
    super(message, { cause });
    this.undo = undo;
  }

  get isStopped(): boolean {
    return this.cause === null;
  }
}
