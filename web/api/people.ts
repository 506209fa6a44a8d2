import type {
  FaceList,
  Faces,
  MapMarkers,
  MergedPeople,
  Ok,
  People,
  PeopleMerges,
  PeoplePairs,
  Person,
  RenamedPerson,
  SimilarFaces,
  SimilarPeople,
  SuggestedMerges,
  UndoneMerge,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of people. */
export class PeopleRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param name part of a name; empty for all people */
  /** @param part.withHidden whether to include hidden people; only for those who may edit */
  list(name: string, part: { offset: number; limit: number; withHidden?: boolean }): Promise<People> {
    const { offset, limit, withHidden = false } = part;
    const query = new URLSearchParams({ q: name, limit: String(limit), offset: String(offset) });
    if (withHidden) query.set('include_hidden', 'true');
    return this.#client.call('GET', `/api/people?${query.toString()}`);
  }

  /** Unnamed groups of faces, biggest first. */
  unnamed({ offset, limit }: { offset: number; limit: number }): Promise<People> {
    return this.#client.call('GET', `/api/people?named=false&limit=${limit}&offset=${offset}`);
  }

  /** Unnamed people who were ignored. */
  ignored({ offset, limit }: { offset: number; limit: number }): Promise<People> {
    return this.#client.call('GET', `/api/people/ignored?limit=${limit}&offset=${offset}`);
  }

  /** Other people who may be this person. */
  similar(id: number, limit: number): Promise<SimilarPeople> {
    return this.#client.call('GET', `/api/people/${id}/similar?limit=${limit}`);
  }

  /** Faces without an owner that may be this person's. */
  similarFaces(id: number, limit: number): Promise<SimilarFaces> {
    return this.#client.call('GET', `/api/people/${id}/similar-faces?limit=${limit}`);
  }

  /** People with the most similar people first. */
  oftenAlike({ offset, limit }: { offset: number; limit: number }): Promise<SuggestedMerges> {
    return this.#client.call('GET', `/api/people/suggested-merges?limit=${limit}&offset=${offset}`);
  }

  get(id: number): Promise<Person> {
    return this.#client.call('GET', `/api/people/${id}`);
  }

  faces(id: number, { offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#client.call('GET', `/api/people/${id}/faces?limit=${limit}&offset=${offset}`);
  }

  map(id: number, stop?: AbortSignal): Promise<MapMarkers> {
    return this.#client.call('GET', `/api/people/${id}/map`, { stop });
  }

  /** If another person has the name, the person is merged into that one. */
  name(id: number, name: string): Promise<RenamedPerson> {
    return this.#client.call('POST', `/api/people/${id}/name`, { body: { name } });
  }

  /**
   * Takes back a name, without a merge.
   * @param earlier the name from before, or null
   */
  takeBackName(id: number, name: string, earlier: string | null): Promise<unknown> {
    const path = `/api/people/${id}/name`;
    if (earlier === null)
      return this.#client.call('DELETE', `${path}?${new URLSearchParams({ undoes: name }).toString()}`);
    return this.#client.call('POST', path, { body: { name: earlier, undoes: name } });
  }

  hide(id: number, hidden: boolean): Promise<Person> {
    return this.#client.call('POST', `/api/people/${id}/hidden`, { body: { hidden } });
  }

  /** Hides people from lists, or shows them again; all of them, or none if it fails. */
  hideAll(ids: readonly number[], hidden: boolean): Promise<People> {
    return this.#client.call('POST', '/api/people/hidden', { body: { person_ids: ids, hidden } });
  }

  /** Merges people into `into`; one undo separates all of them. */
  mergeAll(ids: readonly number[], into: number): Promise<MergedPeople> {
    return this.#client.call('POST', `/api/people/${into}/merge_all`, { body: { source_ids: ids } });
  }

  /** @param areTheirs true assigns faces without an owner to the person, false reverts that */
  giveFaces(id: number, faceIds: readonly number[], areTheirs: boolean): Promise<Faces> {
    return this.#client.call('POST', `/api/people/${id}/faces`, { body: { face_ids: faceIds, theirs: areTheirs } });
  }

  chooseCover(id: number, faceId: number): Promise<Person> {
    return this.#client.call('POST', `/api/people/${id}/cover`, { body: { face_id: faceId } });
  }

  /** The merges that can be undone, newest first. */
  merges(): Promise<PeopleMerges> {
    return this.#client.call('GET', '/api/people/merges');
  }

  undoMerge(id: number): Promise<UndoneMerge> {
    return this.#client.call('POST', `/api/people/merges/${id}/undo`);
  }

  /** Pairs of people who look like the same person. */
  alike(): Promise<PeoplePairs> {
    return this.#client.call('GET', '/api/people/duplicates?likely=true');
  }

  keepApart(a: number, b: number): Promise<Ok> {
    return this.#client.call('POST', '/api/people/duplicates/dismiss', { body: { a, b } });
  }
}
