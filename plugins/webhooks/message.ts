import { createHmac } from 'node:crypto';
import type { Library, LibraryEvent } from 'photofinch/plugin-api';

/** A message as defined by Standard Webhooks: https://www.standardwebhooks.com. */
export interface Message {
  /** The same for each attempt to send it. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** Builds messages. */
export class MessageWriter {
  readonly #server: string;
  readonly #library: Library | null;

  /**
   * @param parts.server unique to this server, so that ids of messages are unique
   * @param parts.library source of the names; null: no names are sent
   */
  constructor(parts: { server: string; library: Library | null }) {
    this.#server = parts.server;
    this.#library = parts.library;
  }

  async of(event: LibraryEvent): Promise<Message> {
    const data = await this.#dataOf(event);
    // The id also contains the time, because another event may get the same cursor after an older backup was restored.
    return this.#message(`${event.cursor}_${event.at}`, { type: event.kind, timestamp: isoTime(event.at), data });
  }

  /** A message that events may be missing. */
  gap(cursor: string, now: number): Message {
    return this.#message(`gap_${cursor}_${now}`, { type: 'events.gap', timestamp: isoTime(now), data: {} });
  }

  #message(id: string, content: object): Message {
    return { id: `msg_${this.#server}_${id}`, body: JSON.stringify(content) };
  }

  async #dataOf(event: LibraryEvent): Promise<object> {
    const library = this.#library;
    switch (event.kind) {
      case 'photo.indexed':
      case 'photo.changed':
        return { photo: event.photo, ...(library && (await photoDetails(library, event.photo))) };
      case 'photo.gone':
        return { photo: event.photo };
      case 'person.named':
        return { person: event.person, ...(library && (await isSeen(library, event.person)) && { name: event.name }) };
      case 'person.merged':
        return { person: event.person, merged: event.merged };
      case 'backup.taken':
        return { snapshot: event.snapshot };
      case 'sign-in':
        return { user: event.userId, ...(library && { username: event.username }) };
    }
  }
}

/**
 * When and where a photo was taken, and the people in it; empty for photos that are hidden, removed, or not visible to
 * everyone.
 */
async function photoDetails(library: Library, uid: string): Promise<object> {
  const photo = await library.photo(uid).catch(() => null);
  if (!photo) return {};
  const people = photo.people.flatMap(({ name }) => name ?? []);
  return { taken_at: isoTime(photo.takenAt), place: photo.place, people };
}

/** Whether a person is visible to everyone. */
const isSeen = (library: Library, person: number): Promise<boolean> =>
  library.person(person).then(
    () => true,
    () => false,
  );

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * The headers of a message that is sent now.
 * @param now epoch seconds
 */
export function signedHeaders({ id, body }: Message, secret: Uint8Array, now: number): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${now}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(now), 'webhook-signature': `v1,${signature}` };
}
