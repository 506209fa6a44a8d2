// Stacks: photos that belong together, of which one stands for the others.
import type { PhotoItem } from './photos.ts';

export interface Stack {
  id: number;
  /** The uid of the photo that stands for the others. */
  cover: string;
  /** Whether people chose it. */
  chosen: boolean;
  /** Those that the caller sees, without archived ones, the oldest first. */
  photos: PhotoItem[];
}

/** What was made of a stack, and the step by which it is undone. */
export interface StackStep {
  /** Null where there is none any more. */
  stack: Stack | null;
  step: number;
}
