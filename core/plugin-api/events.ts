/** What the events of each kind say, besides the time. */
interface EventFacts {
  /** A photo has come into the library, or is back. It is read by now, but perhaps not analysed. */
  'photo.indexed': PhotoFacts;
  /** Its picture, file, name, time, place, caption or rotation is another one, or it was archived, hidden or shown again. */
  'photo.changed': PhotoFacts;
  /** A photo has left the library. One that was moved in the store goes by its old uid, and comes by its new one. */
  'photo.gone': PhotoFacts;
  'person.named': {
    /** The person's id. */
    readonly person: number;
    readonly name: string;
  };
  'person.merged': {
    /** Who stayed. */
    readonly person: number;
    /** Who became part of them. */
    readonly merged: number;
  };
  /** A snapshot of the index was taken, and noted in the audit trail. */
  'backup.taken': {
    readonly snapshot: string;
  };
  /** Somebody signed in, with all that was asked of them. */
  'sign-in': {
    readonly userId: number;
    readonly username: string;
    /** Of the client; null where it is not known. */
    readonly address: string | null;
  };
}

interface PhotoFacts {
  /** The photo's uid. */
  readonly photo: string;
}

export type EventKind = keyof EventFacts;

/** All kinds that this server tells of. */
export const eventKinds: readonly EventKind[] = [
  ...(['photo.indexed', 'photo.changed', 'photo.gone'] as const),
  ...(['person.named', 'person.merged', 'backup.taken', 'sign-in'] as const),
];

/** Something that happened in the library. A listener ignores kinds and fields that it does not know. */
export type LibraryEvent<K extends EventKind = EventKind> = {
  readonly [Of in K]: {
    /** Where it stands in the order; text that only the server can read. */
    readonly cursor: string;
    /** Epoch seconds. */
    readonly at: number;
    readonly kind: Of;
  } & EventFacts[Of];
}[K];

/** Is handed what happens in the library, in its order, each event at least once. */
export interface EventSink {
  /** What it wants to hear of; everything when absent. Read once, when it is provided. */
  readonly kinds?: readonly EventKind[];
  /**
   * Takes events, the oldest first, at most 100. They are never handed over again once the promise has resolved in time. When it
   * rejects, or is not settled within a minute, the same ones come again after a pause, which grows up to ten minutes. There is
   * no next call before this one is settled.
   * @param options.gap something may have happened before these events of which the server kept nothing: look at the library
   *   itself. There may be no events beside it
   * @param options.signal aborted when the server stops, and when the minute is over
   */
  take(
    events: readonly LibraryEvent[],
    options: { readonly gap: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
}

/** What happened after a cursor. */
export interface EventsSince {
  /** The oldest first. */
  readonly events: readonly LibraryEvent[];
  /** The cursor to go on from. */
  readonly next: string;
  /** Whether there may be more after `next`. */
  readonly more: boolean;
  /** Something may have happened in between of which the server kept nothing: look at the library itself. */
  readonly gap: boolean;
}

/**
 * What happened in the library, for plugins that ask. From the first call on, the server records the kinds of events for which
 * the plugin has asked, for as long as the plugin is loaded. It keeps 100,000 events of the last 30 days.
 */
export interface PluginEvents {
  /**
   * The cursor after all that has happened so far: where a plugin begins. Keep it in `state`, which goes into backups.
   * @param options.kinds what the plugin is going to ask for; default all
   */
  head(options?: { kinds?: readonly EventKind[] }): Promise<string>;
  /**
   * @param options.limit at most 1000; default 100
   * @param options.kinds default all
   * @throws Error when the cursor is none of this server's
   */
  since(cursor: string, options?: { limit?: number; kinds?: readonly EventKind[] }): Promise<EventsSince>;
}
