import type { Face, LikelyFaces, Suggestions } from '../../../core/http/wire.ts';
import type { ListPart } from './items-to-come.ts';

/** The faces with a likely person as a list in parts, and with each face who it may be. */
export class LikelyPages {
  readonly #page: (after: string | null) => Promise<LikelyFaces>;
  readonly #suggestions = new Map<number, Suggestions>();
  #after: string | null = null;
  #isOver = false;
  /** Counts the beginnings: answers to an earlier one are dropped. */
  #turn = 0;

  constructor(page: (after: string | null) => Promise<LikelyFaces>) {
    this.#page = page;
  }

  /** From the first face on. */
  restart(): void {
    this.#turn++;
    this.#after = null;
    this.#isOver = false;
    this.#suggestions.clear();
  }

  /** The next faces, often none: their number is known once the last of all faces was compared. */
  async next(offset: number): Promise<ListPart<Face>> {
    if (this.#isOver) return { items: [], total: offset };
    const turn = this.#turn;
    const { faces, next } = await this.#page(this.#after);
    if (turn !== this.#turn) return { items: [], total: null };
    this.#after = next;
    this.#isOver = next === null;
    for (const { face, suggestions } of faces) this.#suggestions.set(face.id, { suggestions });
    return { items: faces.map(({ face }) => face), total: this.#isOver ? offset + faces.length : null };
  }

  /** Who a face may be, as the page said it; once, since a name that is given later changes it. */
  take(faceId: number): Suggestions | null {
    const known = this.#suggestions.get(faceId) ?? null;
    this.#suggestions.delete(faceId);
    return known;
  }
}
