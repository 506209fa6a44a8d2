import type { AssignedFace, Face, FaceList, Faces, LikelyFaces, Suggestions } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of faces and their owners. */
export class FaceRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  unassigned({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/faces/unassigned?limit=${limit}&offset=${offset}`);
  }

  /** Faces marked as "not a face". */
  rejected({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/faces/rejected?limit=${limit}&offset=${offset}`);
  }

  /** Faces without an owner that resemble a named person. @param after the mark at which the previous page ended */
  likely(after: string | null): Promise<LikelyFaces> {
    return this.#client.call('GET', `/api/faces/likely${after === null ? '' : `?after=${after}`}`);
  }

  /** Faces that were ignored. */
  ignored({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/faces/ignored?limit=${limit}&offset=${offset}`);
  }

  suggest(faceId: number): Promise<Suggestions> {
    return this.#client.call('GET', `/api/faces/${faceId}/suggest`);
  }

  assign(faceId: number, assignee: { person_id: number } | { name: string }): Promise<AssignedFace> {
    return this.#client.call('POST', `/api/faces/${faceId}/person`, { body: assignee });
  }

  /** The decision lasts: the face is not assigned to that person automatically again. */
  unassign(faceId: number): Promise<Face> {
    return this.#client.call('POST', `/api/faces/${faceId}/unassign`);
  }

  /** @param rejected false: they are faces after all, and return to their previous owners */
  reject(ids: readonly number[], rejected: boolean): Promise<Faces> {
    return this.#client.call('POST', '/api/faces/reject', { body: { face_ids: ids, rejected } });
  }

  /** @param ignored false: they should be named after all */
  ignore(ids: readonly number[], ignored: boolean): Promise<Faces> {
    return this.#client.call('POST', '/api/faces/ignore', { body: { face_ids: ids, ignored } });
  }
}
