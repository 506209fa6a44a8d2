// Stacks: photos that belong together, of which one stands for the others.
import type { PhotoItem } from './photos.ts';

export interface Stack {
  id: number;
  /** The uid of the photo that represents the others. */
  cover: string;
  /** Whether people chose it. */
  chosen: boolean;
  /** Photos visible to the caller, without archived ones, the oldest first. */
  photos: PhotoItem[];
}

/** The result of a change of stacks, with the step for its undo. */
export interface StackStep {
  /** Null where there is none any more. */
  stack: Stack | null;
  step: number;
}
