import { signal, type Signal } from '@preact/signals';
import type { Face, PhotoItem, Suggestions } from '../../../core/http/wire.ts';

export type Suggestion = Suggestions['suggestions'][number];

export interface FaceDetailsOptions {
  suggestions(faceId: number): Promise<Suggestions>;
  photo(uid: string): Promise<PhotoItem>;
}

interface Details {
  /** Null while loading; empty if there are none, or loading failed. */
  readonly suggestions: Signal<readonly Suggestion[] | null>;
  readonly photo: Signal<PhotoItem | null>;
}

/** Suggested people for faces, and the photos of the faces: loaded before they are shown, and cached. */
export class FaceDetails {
  readonly #options: FaceDetailsOptions;
  readonly #known = new Map<number, Details>();

  constructor(options: FaceDetailsOptions) {
    this.#options = options;
  }

  /** The details of a face; loads them if they are not cached. */
  of(face: Face): Details {
    const known = this.#known.get(face.id);
    if (known) return known;
    const details: Details = { suggestions: signal(null), photo: signal(null) };
    this.#known.set(face.id, details);
    this.#options.suggestions(face.id).then(
      ({ suggestions }) => {
        details.suggestions.value = suggestions;
      },
      () => {
        // A name can still be typed; the next visit loads the suggestions again.
        details.suggestions.value = [];
        this.#known.delete(face.id);
      },
    );
    this.#options.photo(face.photo_uid).then(
      (photo) => {
        details.photo.value = photo;
      },
      () => undefined,
    );
    return details;
  }

  /**
   * Reloads the suggestions of some upcoming faces, and drops all others. If a face is shown before the answer arrives, it
   * keeps its old suggestions: number keys must not change their meaning while the user types.
   */
  renew(faces: readonly Face[]): void {
    const needed = new Map(faces.map((face) => [face.id, this.of(face)]));
    this.#known.clear();
    for (const [id, details] of needed) {
      this.#known.set(id, details);
      this.#options.suggestions(id).then(
        ({ suggestions }) => {
          if (this.#known.has(id)) this.#known.set(id, { ...details, suggestions: signal(suggestions) });
        },
        () => undefined,
      );
    }
  }

  forget(): void {
    this.#known.clear();
  }
}
