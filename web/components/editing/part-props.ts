import type { Photo } from '../../../core/http/wire.ts';
import type { FactsChange } from '../../state/photos/photo-edits.ts';

/** What every part of the dialog is about. */
export interface PartProps {
  /** How many photos. */
  readonly count: number;
  /** When the first of them counts as taken: epoch seconds, and its wall clock. */
  readonly first: { readonly taken_at: number; readonly taken_at_local: string };
  /** The photo, where it is one. */
  readonly photo: Photo | null;
  /** Sets it for all of them, and closes the dialog. */
  readonly save: (facts: FactsChange) => void;
  readonly cancel: () => void;
}
