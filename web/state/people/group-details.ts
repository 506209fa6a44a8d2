import { signal, type Signal } from '@preact/signals';
import type { Face, FaceList, Person, SimilarPeople, Suggestion } from '../../../core/http/wire.ts';

interface Options {
  faces(personId: number): Promise<FaceList>;
  alike(personId: number): Promise<SimilarPeople>;
}

interface Details {
  readonly faces: Signal<readonly Face[]>;
  /** Null while loading; empty if there are none, or loading failed. */
  readonly suggestions: Signal<readonly Suggestion[] | null>;
}

const maxSuggestions = 5;

/** The faces and the suggested people of groups: loaded before a group is shown, and cached for the visit. */
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
      // The cover is shown anyway.
      () => undefined,
    );
    this.#options.alike(id).then(
      ({ similar }) => {
        details.suggestions.value = similar
          .flatMap(({ likeness, ...one }) => (likeness && one.person.name !== null ? [{ ...one, likeness }] : []))
          .slice(0, maxSuggestions);
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
