import type { FaceCrops } from './face-crops.ts';
import type { FaceEdits } from './face-edits.ts';
import type { FaceSuggestions } from './face-suggestions.ts';
import type { LikelyFaces } from './likely-faces.ts';
import type { LookAlikes } from './look-alikes.ts';
import type { MergeSuggestions } from './merge-suggestions.ts';
import type { PeopleEdits } from './people-edits.ts';
import type { PeopleLibrary } from './people-library.ts';
import type { PeopleSteps } from './people-steps.ts';

/** Services for persons and faces: reading and editing. */
export interface PeopleParts {
  readonly people: PeopleLibrary;
  readonly peopleEdits: PeopleEdits;
  readonly peopleSteps: PeopleSteps;
  readonly faceEdits: FaceEdits;
  readonly crops: FaceCrops;
  readonly suggestions: FaceSuggestions;
  readonly likelyFaces: LikelyFaces;
  readonly mergeSuggestions: MergeSuggestions;
  readonly lookAlikes: LookAlikes;
  /** Triggers an update of the search texts after an edit. */
  readonly textsSoon: () => void;
  /**
   * Finishes the work that edits and automatic changes have left.
   * @param enough whether texts that are left may wait for the next call
   */
  readonly settle: (signal: AbortSignal, enough: () => boolean) => Promise<void>;
}
