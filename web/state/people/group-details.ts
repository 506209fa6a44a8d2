import { signal, type Signal } from '@preact/signals';
import type { Face, FaceList, Person, SimilarPeople, Suggestion } from '../../../core/http/wire.ts';

interface Options {
  faces(personId: number): Promise<FaceList>;
  alike(personId: number): Promise<SimilarPeople>;
}

interface Details {
  readonly faces: Signal<readonly Face[]>;
  /** Null until they are there; empty when there are none, or they cannot be had. */
  readonly suggestions: Signal<readonly Suggestion[] | null>;
}

const mostSuggested = 5;

/** The faces of a group, and who it may be: fetched before it shows, and kept for the visit. */
export class GroupDetails {
  readonly #options: Options;
  readonly #known = new Map<number, Details>();

  constructor(options: Options) {
    this.#options = options;
  }

  of({ id }: Person): Details {
    const known = this.#known.get(id);
    if (known) return known;
    const details: Details = { faces: signal([]), suggestions: signal(null) };
    this.#known.set(id, details);
    this.#options.faces(id).then(
      ({ faces }) => {
        details.faces.value = faces;
      },
      // The cover shows all the same.
      () => undefined,
    );
    this.#options.alike(id).then(
      ({ similar }) => {
        details.suggestions.value = similar
          .flatMap(({ likeness, ...one }) => (likeness && one.person.name !== null ? [{ ...one, likeness }] : []))
          .slice(0, mostSuggested);
      },
      () => {
        details.suggestions.value = [];
      },
    );
    return details;
  }

  forget(): void {
    this.#known.clear();
  }
}
