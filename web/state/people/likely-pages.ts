import type { Face, LikelyFaces, Suggestions } from '../../../core/http/wire.ts';
import type { ListPart } from './items-to-come.ts';

/** The faces with a likely person, as a list in pages, with the suggestions for each face. */
export class LikelyPages {
  readonly #page: (after: string | null) => Promise<LikelyFaces>;
  readonly #suggestions = new Map<number, Suggestions>();
  #after: string | null = null;
  #isOver = false;
  /** Incremented by `restart`: answers to earlier requests are dropped. */
  #turn = 0;

  constructor(page: (after: string | null) => Promise<LikelyFaces>) {
    this.#page = page;
  }

  /** Starts again with the first face. */
  restart(): void {
    this.#turn++;
    this.#after = null;
    this.#isOver = false;
    this.#suggestions.clear();
  }

  /** The next page, which is often empty. The total is null until the server has compared all faces. */
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

  /** The suggestions that came with a face. They are returned only once, since a name given later changes them. */
  take(faceId: number): Suggestions | null {
    const suggestions = this.#suggestions.get(faceId) ?? null;
    this.#suggestions.delete(faceId);
    return suggestions;
  }
}
