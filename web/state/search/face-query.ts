import { batch, signal } from '@preact/signals';
import type { FaceSearchResults } from '../../../core/http/wire.ts';

export type FaceBox = FaceSearchResults['faces'][number]['box'];

interface FaceQueryApi {
  byFace(picture: Blob, stop: AbortSignal): Promise<FaceSearchResults>;
}

/** A search by a picture of a person. The picture is only kept in memory, here and on the server. */
export class FaceQuery {
  readonly picture = signal<Blob | null>(null);
  /** All faces of the picture; the server searches for the largest one. */
  readonly faces = signal<readonly FaceBox[]>([]);
  readonly chosen = signal(0);
  readonly results = signal<FaceSearchResults['results'] | null>(null);
  /** The person, if the server recognises the face; may have no name. */
  readonly person = signal<FaceSearchResults['person'] | null>(null);
  /** Why there are no results: the server found no face, or has not analysed any photos yet. */
  readonly missing = signal<'face' | 'photos' | null>(null);
  /** Why the request failed. */
  readonly failure = signal<string | null>(null);
  readonly busy = signal(false);
  readonly #api: FaceQueryApi;
  #stop = new AbortController();

  constructor(api: FaceQueryApi) {
    this.#api = api;
  }

  /** Searches for the largest face of a picture. */
  async search(picture: Blob): Promise<void> {
    this.forget();
    this.picture.value = picture;
    const answer = await this.#ask(picture);
    if (!answer) return;
    batch(() => {
      this.faces.value = answer.faces.map(({ box }) => box);
      this.chosen.value = largest(this.faces.value);
    });
  }

  /** Searches for another face of the same picture. @param cut crops the picture to that face */
  async choose(face: number, cut: (box: FaceBox, otherFaces: readonly FaceBox[]) => Promise<Blob>): Promise<void> {
    const box = this.faces.value[face];
    if (!box || face === this.chosen.value) return;
    this.chosen.value = face;
    const otherFaces = this.faces.value.filter((_, i) => i !== face);
    await this.#ask(
      face === largest(this.faces.value) && this.picture.value ? this.picture.value : cut(box, otherFaces),
    );
  }

  /** Clears the picture and its results. */
  forget(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    batch(() => {
      this.picture.value = null;
      this.faces.value = [];
      this.chosen.value = 0;
      this.results.value = null;
      this.person.value = null;
      this.missing.value = null;
      this.failure.value = null;
      this.busy.value = false;
    });
  }

  async #ask(picture: Blob | Promise<Blob>): Promise<FaceSearchResults | null> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const stop = this.#stop.signal;
    this.busy.value = true;
    this.missing.value = null;
    this.failure.value = null;
    try {
      const answer = await this.#api.byFace(await picture, stop);
      if (stop.aborted) return null;
      batch(() => {
        this.results.value = answer.results;
        this.person.value = answer.person ?? null;
        this.missing.value = answer.detail === undefined ? null : answer.faces.length === 0 ? 'face' : 'photos';
      });
      return answer;
    } catch (error) {
      if (stop.aborted) return null;
      batch(() => {
        this.results.value = null;
        this.person.value = null;
        this.failure.value = (error as Error).message;
      });
      return null;
    } finally {
      if (!stop.aborted) this.busy.value = false;
    }
  }
}

function largest(faces: readonly FaceBox[]): number {
  let largestIndex = 0;
  faces.forEach(({ w, h }, i) => {
    const best = faces[largestIndex];
    if (best && w * h > best.w * best.h) largestIndex = i;
  });
  return largestIndex;
}
