import type { FaceSearchResults, SearchResults, SearchSuggestions } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Looking for photos. */
export class SearchRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  byWords(words: string, stop?: AbortSignal): Promise<SearchResults> {
    return this.#client.call('GET', `/api/search?${new URLSearchParams({ q: words, limit: '500' }).toString()}`, {
      stop,
    });
  }

  /** What a text that is being typed may be going to be. */
  suggestions(prefix: string, stop: AbortSignal): Promise<SearchSuggestions> {
    const query = new URLSearchParams({ prefix, limit: prefix.trim() === '' ? '6' : '4' });
    return this.#client.call('GET', `/api/search/suggestions?${query.toString()}`, { stop });
  }

  /** Photos of whoever is on a picture; the server keeps nothing of it. */
  byFace(picture: Blob, stop: AbortSignal): Promise<FaceSearchResults> {
    const body = new FormData();
    body.set('file', picture);
    return this.#client.call('POST', '/api/search/face?limit=500', { body, stop });
  }
}
