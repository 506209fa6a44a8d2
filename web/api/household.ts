import type { Audience, Withholdings } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** An album by its uid, or a person by id. */
export type WithheldSubject = { readonly album: string } | { readonly person: number };

/** An album or person that can be withheld; people may have no name. */
export interface Withheld {
  readonly subject: WithheldSubject;
  readonly name: string | null;
}

/** Routes for who can see albums and people. */
export class HouseholdRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  all(stop?: AbortSignal): Promise<Withholdings> {
    return this.#client.call('GET', '/api/withholdings', { stop });
  }

  audience(subject: WithheldSubject, stop?: AbortSignal): Promise<Audience> {
    return this.#client.call('GET', pathOf(subject), { stop });
  }

  setAudience(
    subject: WithheldSubject,
    body: { kept_from_readers?: boolean; kept_from?: readonly number[] },
  ): Promise<Audience> {
    return this.#client.call('PUT', pathOf(subject), { body });
  }
}

const pathOf = (subject: WithheldSubject): string =>
  'album' in subject
    ? `/api/albums/${encodeURIComponent(subject.album)}/audience`
    : `/api/people/${subject.person}/audience`;
