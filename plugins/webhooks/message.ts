import { createHmac } from 'node:crypto';
import type { Library, LibraryEvent } from 'photofinch/plugin-api';

/** One message, as Standard Webhooks defines it: https://www.standardwebhooks.com. */
export interface Message {
  /** The same each time that it is sent. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** Writes messages. */
export class MessageWriter {
  readonly #server: string;
  readonly #library: Library | null;

  /**
   * @param parts.server a text that no other server has: it makes ids of messages unique
   * @param parts.library from which names are read; null: no names are sent
   */
  constructor(parts: { server: string; library: Library | null }) {
    this.#server = parts.server;
    this.#library = parts.library;
  }

  async of(event: LibraryEvent): Promise<Message> {
    const data = await this.#dataOf(event);
    // The id has the time as well, because another event may have the same cursor after an older backup was restored.
    return this.#message(`${event.cursor}_${event.at}`, { type: event.kind, timestamp: isoTime(event.at), data });
  }

  /** Says that events may be missing. */
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
        return { photo: event.photo, ...(library && (await shown(library, event.photo))) };
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

/** When and where a photo was taken, and who is in it; nothing about a photo that is hidden, kept from anybody or gone again. */
async function shown(library: Library, uid: string): Promise<object> {
  const photo = await library.photo(uid).catch(() => null);
  if (!photo) return {};
  const people = photo.people.flatMap(({ name }) => name ?? []);
  return { taken_at: isoTime(photo.takenAt), place: photo.place, people };
}

/** Whether everybody may see a person. */
const isSeen = (library: Library, person: number): Promise<boolean> =>
  library.person(person).then(
    () => true,
    () => false,
  );

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The headers of a message that is sent now. @param now epoch seconds */
export function signedHeaders({ id, body }: Message, secret: Uint8Array, now: number): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${now}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(now), 'webhook-signature': `v1,${signature}` };
}
