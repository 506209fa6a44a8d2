import type {
  FaceList,
  MapMarkers,
  MergedPerson,
  Ok,
  People,
  PeopleMerges,
  PeoplePairs,
  Person,
  RenamedPerson,
  UndoneMerge,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** People. */
export class PeopleRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param name part of a name; empty for everybody */
  /** @param part.withHidden those too whom somebody hid: for those alone who may write */
  list(name: string, part: { offset: number; limit: number; withHidden?: boolean }): Promise<People> {
    const { offset, limit, withHidden = false } = part;
    const query = new URLSearchParams({ q: name, limit: String(limit), offset: String(offset) });
    if (withHidden) query.set('include_hidden', 'true');
    return this.#client.call('GET', `/api/people?${query.toString()}`);
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

  /** Whoever has the name already takes the person in. */
  name(id: number, name: string): Promise<RenamedPerson> {
    return this.#client.call('POST', `/api/people/${id}/name`, { body: { name } });
  }

  unname(id: number): Promise<Ok> {
    return this.#client.call('DELETE', `/api/people/${id}/name`);
  }

  hide(id: number, hidden: boolean): Promise<Person> {
    return this.#client.call('POST', `/api/people/${id}/hidden`, { body: { hidden } });
  }

  chooseCover(id: number, faceId: number): Promise<Person> {
    return this.#client.call('POST', `/api/people/${id}/cover`, { body: { face_id: faceId } });
  }

  /** `from` is gone then, until it is undone. */
  merge(from: number, into: number): Promise<MergedPerson> {
    return this.#client.call('POST', `/api/people/${from}/merge`, { body: { target_id: into } });
  }

  /** The merges that can be undone, the latest first. */
  merges(): Promise<PeopleMerges> {
    return this.#client.call('GET', '/api/people/merges');
  }

  undoMerge(id: number): Promise<UndoneMerge> {
    return this.#client.call('POST', `/api/people/merges/${id}/undo`);
  }

  /** Pairs of people who may be one. */
  alike(): Promise<PeoplePairs> {
    return this.#client.call('GET', '/api/people/duplicates');
  }

  keepApart(a: number, b: number): Promise<Ok> {
    return this.#client.call('POST', '/api/people/duplicates/dismiss', { body: { a, b } });
  }
}
