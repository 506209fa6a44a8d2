/** The fields of each kind of event, besides the time. */
interface EventFacts {
  /** A photo was added to the library, or is back. It has been read, but perhaps not analysed yet. */
  'photo.indexed': PhotoFacts;
  /** The picture, file, name, time, place, caption or rotation changed, or the photo was archived, hidden or shown again. */
  'photo.changed': PhotoFacts;
  /**
   * A photo has left the library. A photo that was moved in the store is gone with its old uid and indexed with its new one.
   */
  'photo.gone': PhotoFacts;
  'person.named': {
    /** The person's id. */
    readonly person: number;
    readonly name: string;
  };
  'person.merged': {
    /** The person who stayed. */
    readonly person: number;
    /** The person who was merged into that one. */
    readonly merged: number;
  };
  /** A snapshot of the index was taken, and recorded in the audit trail. */
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

/** Something that happened in the library. Listeners ignore unknown kinds and fields. */
export type LibraryEvent<K extends EventKind = EventKind> = {
  readonly [Of in K]: {
    /** The position in the sequence of events, an opaque text. */
    readonly cursor: string;
    /** Epoch seconds. */
    readonly at: number;
    readonly kind: Of;
  } & EventFacts[Of];
}[K];

/** Receives the events of the library in order, each at least once. */
export interface EventSink {
  /** The kinds of events that the sink wants; default all. Read once, when the sink is provided. */
  readonly kinds?: readonly EventKind[];
  /**
   * Takes events, oldest first, at most 100. If the promise resolves in time, they are never delivered again. If it rejects,
   * or is not settled within a minute, the same events are delivered again after a pause, which grows up to ten minutes.
   * There is no other call before this one is settled.
   * @param options.gap events before these may be missing, so read the library itself. The list may be empty then
   * @param options.signal aborted when the server stops, and after the minute
   */
  take(
    events: readonly LibraryEvent[],
    options: { readonly gap: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
}

/** The events after a cursor. */
export interface EventsSince {
  /** Oldest first. */
  readonly events: readonly LibraryEvent[];
  /** The cursor for the next call. */
  readonly next: string;
  /** Whether there may be more events after `next`. */
  readonly more: boolean;
  /** Whether events in between may be missing, so that the library itself should be read. */
  readonly gap: boolean;
}

/**
 * The events of the library, for plugins that poll them. From the first call on, the server records the kinds of events that
 * the plugin has requested, as long as the plugin is loaded. It keeps 100,000 events of the last 30 days.
 */
export interface PluginEvents {
  /**
   * The cursor after all events so far, from which a plugin starts. Store it in `state`, which is part of backups.
   * @param options.kinds the kinds that the plugin will request; default all
   */
  head(options?: { kinds?: readonly EventKind[] }): Promise<string>;
  /**
   * @param options.limit at most 1000; default 100
   * @param options.kinds default all
   * @throws Error if the cursor is not one of this server's
   */
  since(cursor: string, options?: { limit?: number; kinds?: readonly EventKind[] }): Promise<EventsSince>;
}
