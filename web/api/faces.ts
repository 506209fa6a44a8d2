import type { AssignedFace, Face, FaceList, Faces, LikelyFaces, Suggestions } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Faces, and whose they are. */
export class FaceRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  unassigned({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/faces/unassigned?limit=${limit}&offset=${offset}`);
  }

  /** What people said is not a face. */
  rejected({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/faces/rejected?limit=${limit}&offset=${offset}`);
  }

  /** Faces of nobody that resemble somebody with a name. @param after where the page before ended */
  likely(after: string | null): Promise<LikelyFaces> {
    return this.#client.call('GET', `/api/faces/likely${after === null ? '' : `?after=${after}`}`);
  }

  /** Faces whom somebody ignored. */
  ignored({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/faces/ignored?limit=${limit}&offset=${offset}`);
  }

  suggest(faceId: number): Promise<Suggestions> {
    return this.#client.call('GET', `/api/faces/${faceId}/suggest`);
  }

  assign(faceId: number, whose: { person_id: number } | { name: string }): Promise<AssignedFace> {
    return this.#client.call('POST', `/api/faces/${faceId}/person`, { body: whose });
  }

  /** For good: nothing gives the face back to that person by itself. */
  unassign(faceId: number): Promise<Face> {
    return this.#client.call('POST', `/api/faces/${faceId}/unassign`);
  }

  /** @param rejected false: they are faces after all, and again whose they were */
  reject(ids: readonly number[], rejected: boolean): Promise<Faces> {
    return this.#client.call('POST', '/api/faces/reject', { body: { face_ids: ids, rejected } });
  }

  /** @param ignored false: they are to be named after all */
  ignore(ids: readonly number[], ignored: boolean): Promise<Faces> {
    return this.#client.call('POST', '/api/faces/ignore', { body: { face_ids: ids, ignored } });
  }
}
