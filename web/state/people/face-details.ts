import { signal, type Signal } from '@preact/signals';
import type { Face, PhotoItem, Suggestions } from '../../../core/http/wire.ts';

export type Suggestion = Suggestions['suggestions'][number];

export interface FaceDetailsOptions {
  suggestions(faceId: number): Promise<Suggestions>;
  photo(uid: string): Promise<PhotoItem>;
}

interface Details {
  /** Null until they are there; empty when there are none, or they cannot be had. */
  readonly suggestions: Signal<readonly Suggestion[] | null>;
  readonly photo: Signal<PhotoItem | null>;
}

/** Whose a face may be, and the photo that it is in: fetched before it shows, and kept for a while. */
export class FaceDetails {
  readonly #options: FaceDetailsOptions;
  readonly #known = new Map<number, Details>();

  constructor(options: FaceDetailsOptions) {
    this.#options = options;
  }

  /** What is known of a face; asks for it when nothing is. */
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
        // A name can still be typed; the next visit asks again.
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
   * Asks anew whose some faces may be, which do not show yet, and forgets all others. Where one shows before the answer,
   * what it was shown with stays: keys must not change their meaning under the fingers.
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
