import { DomainError } from './errors.ts';
import { storedName } from './names.ts';

export { nameKey as personKey } from './names.ts';

/** The face that represents a person in lists. */
export interface FaceCover {
  readonly faceId: number;
  /** The number of its crop file, starting at 1. */
  readonly crop: number;
}

/** A person, with the numbers of photos that the viewer may see. */
export interface PersonSummary {
  readonly id: number;
  readonly name: string | null;
  readonly faceCount: number;
  readonly photoCount: number;
  /** Null if no visible face has a crop. */
  readonly cover: FaceCover | null;
  /** Whether lists leave the person out: because of a decision, or because all of the person's photos are hidden. */
  readonly hidden: boolean;
  /** Whether users hid the person. */
  readonly hiddenByChoice: boolean;
}

/**
 * Normalises a name for storage: trimmed, Unicode NFC, 1 to 100 characters.
 * @throws DomainError `bad_input`
 */
export function personName(text: string): string {
  return storedName(text, { field: 'name', what: 'a name', which: 'this one', most: 100, problem: 'bad_name' });
}

export const noSuchPerson = (): DomainError =>
  new DomainError('not_found', 'There is no such person.', { problem: 'no_such_person' });
export const intoThemselves = (): DomainError =>
  new DomainError('conflict', 'A person cannot be merged into themselves.', { problem: 'same_person' });
export const noSuchFace = (): DomainError =>
  new DomainError('not_found', 'There is no such face.', { problem: 'no_such_face' });

/** A merge of two people: the source becomes part of the target. */
export interface Merge {
  /** The person who is removed. */
  readonly source: number;
  /** The person who is kept, and gets the source's faces and decisions. */
  readonly target: number;
}

/** The deciding user, and the time in epoch seconds. */
export interface Decider {
  readonly user: number;
  readonly now: number;
}
