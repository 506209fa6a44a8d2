import type { FaceList, LikelyFaces, Suggestions } from '../../../core/http/wire.ts';

/** Pages without a face that are asked for in a row, before somebody is told that there is none: some 10,000 faces. */
const mostEmpty = 20;

/** The faces with a likely person as a list in parts, and with each face who it may be. */
export class LikelyPages {
  readonly #page: (after: string | null) => Promise<LikelyFaces>;
  readonly #suggestions = new Map<number, Suggestions>();
  #after: string | null = null;
  #isOver = false;

  constructor(page: (after: string | null) => Promise<LikelyFaces>) {
    this.#page = page;
  }

  /** From the first face on. */
  restart(): void {
    this.#after = null;
    this.#isOver = false;
    this.#suggestions.clear();
  }

  /** The next faces, as a part of a list whose length shows in the end. */
  async next(offset: number): Promise<FaceList> {
    for (let empty = 0; !this.#isOver && empty < mostEmpty; empty++) {
      const { faces, next } = await this.#page(this.#after);
      this.#after = next;
      this.#isOver = next === null;
      for (const { face, suggestions } of faces) this.#suggestions.set(face.id, { suggestions });
      if (faces.length > 0) {
        return { faces: faces.map(({ face }) => face), total: offset + faces.length + (this.#isOver ? 0 : 1) };
      }
    }
    return { faces: [], total: offset };
  }

  /** Who a face may be, as the page said it; once, since a name that is given later changes it. */
  take(faceId: number): Suggestions | null {
    const known = this.#suggestions.get(faceId) ?? null;
    this.#suggestions.delete(faceId);
    return known;
  }
}
