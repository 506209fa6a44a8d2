import type {
  Anchors,
  Aspects,
  DownloadTicket,
  DuplicateGroups,
  Faces,
  Photo,
  PhotoList,
  PhotoMeta,
  Signature,
  Signatures,
  SimilarPhotos,
  SomePhotos,
  UndonePhotos,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';
import type { Language } from '../state/languages.ts';
import type { DownloadSelection } from '../state/photos/downloads.ts';
import type { PhotoChange } from '../state/photos/photo-edits.ts';

/** Routes of photos and lists of them. */
export class PhotoRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param filter a query from `filterQuery`; the same applies to the methods below */
  list(filter: string, { offset, limit }: { offset: number; limit: number }, stop: AbortSignal): Promise<PhotoList> {
    return this.#client.call('GET', `/api/photos?${filter}&limit=${limit}&offset=${offset}`, { stop });
  }

  anchors(filter: string, stop?: AbortSignal): Promise<Anchors> {
    return this.#client.call('GET', `/api/photos/anchors?${filter}`, { stop });
  }

  aspects(filter: string, stop?: AbortSignal): Promise<Aspects> {
    return this.#client.call('GET', `/api/photos/aspects?${filter}`, { stop });
  }

  /** The photos added most recently. */
  recent(limit: number, stop?: AbortSignal): Promise<SomePhotos> {
    return this.#client.call('GET', `/api/photos/recent?limit=${limit}`, { stop });
  }

  /** @param kind `near`: photos that look similar */
  duplicates(kind: 'same' | 'near', limit: number): Promise<DuplicateGroups> {
    return this.#client.call('GET', `/api/duplicates?limit=${limit}${kind === 'near' ? '&kind=near' : ''}`);
  }

  get(uid: string, stop: AbortSignal): Promise<Photo> {
    return this.#client.call('GET', `/api/photos/${encodeURIComponent(uid)}`, { stop });
  }

  meta(uid: string, stop?: AbortSignal): Promise<PhotoMeta> {
    return this.#client.call('GET', `/api/photos/${encodeURIComponent(uid)}/meta`, { stop });
  }

  similar(uid: string, limit: number, stop?: AbortSignal): Promise<SimilarPhotos> {
    return this.#client.call('GET', `/api/photos/${encodeURIComponent(uid)}/similar?limit=${limit}`, { stop });
  }

  faces(uid: string): Promise<Faces> {
    return this.#client.call('GET', `/api/photos/${encodeURIComponent(uid)}/faces`);
  }

  change(change: PhotoChange): Promise<SomePhotos> {
    return this.#client.call('PATCH', '/api/photos', { body: change });
  }

  /** A URL from which the browser downloads an archive, and what the archive will contain. */
  downloadTicket(request: DownloadSelection, language: Language): Promise<DownloadTicket> {
    return this.#client.call('POST', '/api/download/tickets', { body: { ...request, language } });
  }

  /** Undoes the change with a name. */
  undo(change: string): Promise<UndonePhotos> {
    return this.#client.call('POST', '/api/photos/undo', { body: { change } });
  }

  /** Signs up to 1,000 paths at once; those that the user cannot read are left out. */
  signAll(paths: readonly string[], stop?: AbortSignal): Promise<Signatures> {
    return this.#client.call('POST', '/api/sign', { body: { paths }, ...(stop && { stop }) });
  }

  sign(path: string, stop?: AbortSignal): Promise<Signature> {
    return this.#client.call('POST', '/api/sign', { body: { path }, ...(stop && { stop }) });
  }
}
