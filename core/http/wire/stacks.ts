// Stacks: photos that belong together, of which one represents the others.
import type { PhotoItem } from './photos.ts';

export interface Stack {
  id: number;
  /** The uid of the photo that represents the others. */
  cover: string;
  /** Whether a user chose the cover. */
  chosen: boolean;
  /** Photos visible to the caller, without archived ones, oldest first. */
  photos: PhotoItem[];
}

/** The result of a change of stacks, with the step for its undo. */
export interface StackStep {
  /** Null if the stack no longer exists. */
  stack: Stack | null;
  step: number;
}
