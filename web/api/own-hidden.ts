import type { AllHiddenByMe, HiddenByMe } from '../../core/http/wire.ts';
import type { Client } from './client.ts';
import type { WithheldSubject } from './household.ts';

/** Routes of what users hide from themselves only. */
export class OwnHiddenRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  all(stop?: AbortSignal): Promise<AllHiddenByMe> {
    return this.#client.call('GET', '/api/hidden_by_me', { stop });
  }

  hide(subject: WithheldSubject, hidden: boolean): Promise<HiddenByMe> {
    const path =
      'album' in subject ? `/api/albums/${encodeURIComponent(subject.album)}` : `/api/people/${subject.person}`;
    return this.#client.call('PUT', `${path}/hidden_by_me`, { body: { hidden_by_me: hidden } });
  }
}
