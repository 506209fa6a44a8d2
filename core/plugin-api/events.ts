/** The fields of each kind of event, besides the time. */
interface EventFacts {
  /** A photo has come into the library, or is back. It has been read, but perhaps not analysed yet. */
  'photo.indexed': PhotoFacts;
  /** The picture, file, name, time, place, caption or rotation changed, or the photo was archived, hidden or shown again. */
  'photo.changed': PhotoFacts;
  /** A photo has left the library. A photo that was moved in the store goes by its old uid and comes by its new one. */
  'photo.gone': PhotoFacts;
  'person.named': {
    /** The person's id. */
    readonly person: number;
    readonly name: string;
  };
  'person.merged': {
    /** The person who stayed. */
    readonly person: number;
    /** The person who became part of that one. */
    readonly merged: number;
  };
  /** A snapshot of the index was taken, and noted in the audit trail. */
  'backup.taken': {
    readonly snapshot: string;
  };
  /** A user signed in, with all factors. */
  'sign-in': {
    readonly userId: number;
    readonly username: string;
    /** IP address of the client; null when unknown. */
    readonly address: string | null;
  };
}

interface PhotoFacts {
  /** The photo's uid. */
  readonly photo: string;
}

export type EventKind = keyof EventFacts;

/** All kinds of events of this server. */
export const eventKinds: readonly EventKind[] = [
  ...(['photo.indexed', 'photo.changed', 'photo.gone'] as const),
  ...(['person.named', 'person.merged', 'backup.taken', 'sign-in'] as const),
];

/** Something that happened in the library. A listener ignores kinds and fields that it does not know. */
export type LibraryEvent<K extends EventKind = EventKind> = {
  readonly [Of in K]: {
    /** The place in the order, as a text that only the server interprets. */
    readonly cursor: string;
    /** Epoch seconds. */
    readonly at: number;
    readonly kind: Of;
  } & EventFacts[Of];
}[K];

/** Gets the events of the library in their order, each at least once. */
export interface EventSink {
  /** The kinds of events that it wants; default all. Read once, when the sink is provided. */
  readonly kinds?: readonly EventKind[];
  /**
   * Takes events, the oldest first, at most 100. They are never handed over again once the promise has resolved in time. When it
   * rejects, or is not settled within a minute, the same ones come again after a pause, which grows up to ten minutes. There is
   * no next call before this one is settled.
   * @param options.gap events before these may be missing: look at the library itself. The list may be empty then
   * @param options.signal aborted when the server stops, and when the minute is over
   */
  take(
    events: readonly LibraryEvent[],
    options: { readonly gap: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
}

/** The events after a cursor. */
export interface EventsSince {
  /** The oldest first. */
  readonly events: readonly LibraryEvent[];
  /** The cursor to go on from. */
  readonly next: string;
  /** Whether there may be more after `next`. */
  readonly more: boolean;
  /** Events in between may be missing: look at the library itself. */
  readonly gap: boolean;
}

/**
 * The events of the library, for plugins that ask for them. From the first call on, the server records the kinds of events for which
 * the plugin has asked, for as long as the plugin is loaded. It keeps 100,000 events of the last 30 days.
 */
export interface PluginEvents {
  /**
   * The cursor after all events so far, from which a plugin begins. Keep it in `state`, which goes into backups.
   * @param options.kinds the kinds that the plugin is going to ask for; default all
   */
  head(options?: { kinds?: readonly EventKind[] }): Promise<string>;
  /**
   * @param options.limit at most 1000; default 100
   * @param options.kinds default all
   * @throws Error when the cursor is none of this server's
   */
  since(cursor: string, options?: { limit?: number; kinds?: readonly EventKind[] }): Promise<EventsSince>;
}
