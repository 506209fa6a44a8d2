import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { EventKind } from '../../domain/event-kind.ts';
import { eventTriggers, triggerPrefix } from './event-triggers.ts';

/** A stored event. */
export interface EventRow {
  /** The position in the sequence: later events have greater ids. */
  readonly id: number;
  /** Epoch seconds. */
  readonly at: number;
  readonly kind: EventKind;
  /** JSON. */
  readonly facts: string;
}

/** The events after another one. */
export interface EventPage {
  readonly events: EventRow[];
  /** The id of the last event that was examined. */
  readonly next: number;
  /** Whether there may be more after `next`. */
  readonly more: boolean;
  /** Whether events in between may be missing, because they were removed or never recorded. */
  readonly gap: boolean;
}

/** The maximum number of stored events, about 10 MB. A listener that lags further behind misses events. */
export const maxStored = 100_000;
/** The maximum age of events in seconds: 30 days. */
export const maxAge = 30 * 86_400;
/** The maximum number of events to remove in one transaction. */
const trimmedAtOnce = 2000;

/**
 * Events of the library, which are recorded while a plugin listens. Triggers of this connection write them
 * (event-triggers.ts), so that no writer of the index can forget one.
 */
export class LibraryEvents {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #head: Statement<[], number>;
  readonly #page: Statement<[{ after: number; kinds: string; limit: number }], EventRow>;
  readonly #trim: (bounds: TrimBounds) => number;
  readonly #recorded: Statement<[], { kind: EventKind; since: number }>;
  readonly #setRecorded: (kinds: readonly EventKind[]) => void;
  #onWritten = (): void => undefined;

  /** @param parts.clock epoch seconds */
  constructor({ db, clock }: { db: Db; clock: () => number }) {
    const plucked = pluckedOn(db);
    this.#db = db;
    this.#clock = clock;
    db.function('event_time', () => {
      this.#onWritten();
      return clock();
    });
    this.#head = plucked(`SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'library_events'`);
    this.#page = db.prepare(`
      SELECT id, at, kind, facts FROM library_events
      WHERE id > :after AND kind IN (SELECT value FROM json_each(:kinds)) ORDER BY id LIMIT :limit`);
    this.#trim = trimOf(db);
    this.#recorded = db.prepare('SELECT kind, since FROM recorded_kinds');
    const forget = db.prepare<[string]>(
      'DELETE FROM recorded_kinds WHERE kind NOT IN (SELECT value FROM json_each(?))',
    );
    const remember = db.prepare<[EventKind, number]>('INSERT INTO recorded_kinds (kind, since) VALUES (?, ?)');
    const isRecorded = plucked<[string], number>('SELECT 1 FROM recorded_kinds WHERE kind = ?');
    // Reserves an id without an event. A listener whose cursor is before it has missed events that were not recorded.
    const skip = plucked<[], number>(`INSERT INTO library_events (at, kind, facts) VALUES (0, '', '') RETURNING id`);
    const unskip = db.prepare<[number]>('DELETE FROM library_events WHERE id = ?');
    const clear = db.prepare('DELETE FROM library_events');
    const setRecorded = db.transaction((kinds: readonly EventKind[]) => {
      forget.run(JSON.stringify(kinds));
      const added = kinds.filter((kind) => isRecorded.get(kind) === undefined);
      const place = added.length === 0 ? undefined : skip.get();
      if (place !== undefined) {
        unskip.run(place);
        for (const kind of added) remember.run(kind, place);
      }
      if (kinds.length === 0) clear.run();
    });
    this.#setRecorded = (kinds) => {
      setRecorded.immediate(kinds);
    };
  }

  /**
   * Records the same kinds as last time: at the start, before the listeners are known, and in commands that run beside a
   * server.
   */
  resume(): void {
    this.#record(this.#recorded.all().map(({ kind }) => kind));
  }

  /** Records these kinds from now on, and no others. */
  record(kinds: readonly EventKind[]): void {
    this.#setRecorded(kinds);
    this.#record(kinds);
  }

  /**
   * @param listener called within the transaction that writes an event, so it must return quickly and not use the database
   */
  onWritten(listener: () => void): void {
    this.#onWritten = listener;
  }

  /** The id of the last event; 0 if there is none. */
  head(): number {
    return this.#head.get() ?? 0;
  }

  /** Oldest first. */
  since(after: number, { kinds, limit }: { kinds: readonly EventKind[]; limit: number }): EventPage {
    const head = this.head();
    const events = this.#page.all({ after, kinds: JSON.stringify(kinds), limit });
    const hasMore = events.length === limit;
    return {
      events,
      next: hasMore ? (events.at(-1)?.id ?? head) : head,
      more: hasMore,
      gap: this.#hasGap(after, kinds, head),
    };
  }

  /** Removes some of the events that exceed the limits. @returns whether there may be more to remove */
  trim(): boolean {
    const bounds = { upTo: this.head() - maxStored, before: this.#clock() - maxAge };
    return this.#trim({ ...bounds, limit: trimmedAtOnce }) === trimmedAtOnce;
  }

  #hasGap(after: number, kinds: readonly EventKind[], head: number): boolean {
    const since = new Map(this.#recorded.all().map((row) => [row.kind, row.since]));
    return after > head || kinds.some((kind) => (since.get(kind) ?? Infinity) > after);
  }

  #record(kinds: readonly EventKind[]): void {
    const present = this.#db
      .prepare<[], string>(
        `SELECT name FROM temp.sqlite_schema WHERE type = 'trigger' AND name GLOB '${triggerPrefix}*'`,
      )
      .pluck();
    for (const name of present.all()) this.#db.exec(`DROP TRIGGER temp.${name}`);
    for (const trigger of kinds.flatMap(eventTriggers)) this.#db.exec(trigger);
  }
}

interface TrimBounds {
  /** The last event that exceeds the maximum number. */
  readonly upTo: number;
  /** Epoch seconds. */
  readonly before: number;
  readonly limit: number;
}

/** Removes the oldest events, and records that they are missing. @returns the number of removed events */
function trimOf(db: Db): (bounds: TrimBounds) => number {
  const plucked = pluckedOn(db);
  const last = plucked<[TrimBounds], number | null>(
    `SELECT max(id) FROM (SELECT id, at FROM library_events ORDER BY id LIMIT :limit) WHERE id <= :upTo OR at < :before`,
  );
  const remove = db.prepare<[number]>('DELETE FROM library_events WHERE id <= ?');
  const note = db.prepare<[{ last: number }]>('UPDATE recorded_kinds SET since = :last WHERE since < :last');
  const trim = db.transaction((bounds: TrimBounds): number => {
    const upTo = last.get(bounds) ?? null;
    if (upTo === null) return 0;
    note.run({ last: upTo });
    return remove.run(upTo).changes;
  });
  return (bounds) => trim.immediate(bounds);
}
