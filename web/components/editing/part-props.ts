import type { Photo } from '../../../core/http/wire.ts';
import type { FactsChange } from '../../state/photos/photo-edits.ts';

/** The props of every part of the dialog. */
export interface PartProps {
  /** The number of photos. */
  readonly count: number;
  /** The capture time of the first photo: epoch seconds, and local time. */
  readonly first: { readonly taken_at: number; readonly taken_at_local: string };
  /** The photo, if it is only one. */
  readonly photo: Photo | null;
  /** Whether a change is being saved, and why the last attempt failed. */
  readonly busy: boolean;
  readonly failure: string | null;
  /** Stops saving; null if that is not possible. */
  readonly stop: (() => void) | null;
  /** Saves the change for all photos; then the dialog closes. */
  readonly save: (facts: FactsChange) => void;
  readonly cancel: () => void;
}
