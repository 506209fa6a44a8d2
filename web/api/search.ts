import type { FaceSearchResults, SearchResults, SearchSuggestions } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of the search. */
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

  /** Suggestions for a text that is being typed. */
  suggestions(prefix: string, stop: AbortSignal): Promise<SearchSuggestions> {
    const query = new URLSearchParams({ prefix, limit: prefix.trim() === '' ? '6' : '4' });
    return this.#client.call('GET', `/api/search/suggestions?${query.toString()}`, { stop });
  }

  /** Photos of the person on a picture; the server does not store the picture. */
  byFace(picture: Blob, stop: AbortSignal): Promise<FaceSearchResults> {
    const body = new FormData();
    body.set('file', picture);
    return this.#client.call('POST', '/api/search/face?limit=500', { body, stop });
  }
}
