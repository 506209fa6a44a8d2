import { noSuchFace, type PersonSummary } from '../../domain/person.ts';
import type { Decisions } from '../../index-store/people/decisions.ts';
import type { Faces } from '../../index-store/people/faces.ts';
import type { PersonList } from '../../index-store/people/person-list.ts';
import { sightOf, type Viewer } from '../viewer.ts';
import type { NearestPeople } from './nearest-people.ts';

export interface Suggestion {
  readonly person: PersonSummary;
  /** Cosine similarity of the face to the mean of the person's faces. */
  readonly similarity: number;
}

/** Persons without a visible photo, and those whom somebody hid, are suggested to nobody: so many more are asked for. */
const spare = 50;

/** Whose face it may be. */
export class FaceSuggestions {
  readonly #faces: Faces;
  readonly #decisions: Decisions;
  readonly #people: PersonList;
  readonly #nearest: NearestPeople;
  readonly #model: () => { model: string } | null;
  readonly #sums: () => Promise<void>;

  constructor(parts: {
    faces: Faces;
    decisions: Decisions;
    people: PersonList;
    nearest: NearestPeople;
    model: () => { model: string } | null;
    /** Resolves when the persons' means are up to date. */
    sums: () => Promise<void>;
  }) {
    this.#faces = parts.faces;
    this.#decisions = parts.decisions;
    this.#people = parts.people;
    this.#nearest = parts.nearest;
    this.#model = parts.model;
    this.#sums = parts.sums;
  }

  /**
   * The persons that the face resembles most; nobody who is in its photo already, or of whom people said that it is not theirs.
   * @throws DomainError `not_found`
   */
  async of(viewer: Viewer, id: number, limit: number): Promise<Suggestion[]> {
    const face = this.#faces.get(id, sightOf(viewer));
    if (!face) throw noSuchFace();
    const model = this.#model();
    const embedding = model && this.#faces.embedding(id, model.model);
    if (!embedding) return [];
    await this.#sums();
    const ruledOut = new Set([...this.#decisions.notPersons(id), ...this.#faces.personsInPhoto(face.photoId)]);
    const [hits = []] = await this.#nearest.of([embedding], limit + ruledOut.size + spare);
    const similarity = new Map(hits.filter((hit) => !ruledOut.has(hit.id)).map((hit) => [hit.id, hit.score]));
    return this.#people
      .some([...similarity.keys()])
      .filter(({ faceCount, hiddenByChoice }) => faceCount > 0 && !hiddenByChoice)
      .slice(0, limit)
      .map((person) => ({ person, similarity: similarity.get(person.id) ?? 0 }));
  }
}
