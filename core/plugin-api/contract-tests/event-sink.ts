import assert from 'node:assert/strict';
import type { EventSink, LibraryEvent } from '../events.ts';
import { eventKindsProblem } from '../shapes/event-sink.ts';
import { describeContract, neverAborted, type Subject } from './suite.ts';

export interface EventSinkSubject extends Subject {
  readonly sink: EventSink & { close?(): Promise<void> };
  /**
   * Checks that the sink has acted on exactly these events since it was made: once on each, in this order. It may wait for
   * work that the sink does after `take`.
   * @throws Error if it has not
   */
  readonly actedOn: (events: readonly LibraryEvent[]) => void | Promise<void>;
  /** For a sink that reads `host.events` itself: causes the event there, and returns it with its cursor. */
  readonly happen?: (event: LibraryEvent) => LibraryEvent;
}

/** An event of each kind, in chronological order. */
const happened: readonly LibraryEvent[] = [
  { cursor: 'e11', at: 1_700_000_000, kind: 'photo.indexed', photo: 'first' },
  { cursor: 'e12', at: 1_700_000_000, kind: 'photo.changed', photo: 'first' },
  { cursor: 'e13', at: 1_700_000_010, kind: 'person.named', person: 7, name: 'Zoë 李 "O’Neil" <b>' },
  { cursor: 'e15', at: 1_700_000_020, kind: 'person.merged', person: 7, merged: 9 },
  { cursor: 'e16', at: 1_700_000_030, kind: 'backup.taken', snapshot: 'index-20231114T221350Z.sqlite3' },
  { cursor: 'e17', at: 1_700_000_040, kind: 'sign-in', userId: 1, username: 'ann', address: null },
  { cursor: 'e18', at: 1_700_000_050, kind: 'photo.gone', photo: 'first' },
];

/** The events that the server would deliver to this sink. */
const wantedBy = ({ sink: { kinds }, happen = (event) => event }: EventSinkSubject): LibraryEvent[] =>
  structuredClone(happened.filter(({ kind }) => kinds?.includes(kind) ?? true)).map(happen);

/** As many events as the server delivers at once. */
function manyFor({ sink: { kinds }, happen = (event) => event }: EventSinkSubject): LibraryEvent[] {
  const matching = happened.filter(({ kind }) => kinds?.includes(kind) ?? true);
  const events = Array.from({ length: 100 }, () => matching)
    .flat()
    .slice(0, 100);
  return events.map((event, at) => happen({ ...event, cursor: `e${100 + at}` }));
}

const usualOptions = (): { gap: boolean; signal: AbortSignal } => ({ gap: false, signal: neverAborted() });

/** Tests an event sink against its contract. */
export function describeEventSink(create: () => EventSinkSubject | Promise<EventSinkSubject>): void {
  describeContract('event sink', create, ({ sink }) => sink.close?.(), {
    kinds: {
      'are omitted, or list only existing kinds of events': async ({ sink }) => {
        await Promise.resolve();
        assert.equal(eventKindsProblem(sink.kinds)?.join(': '), undefined);
      },
    },

    'when given events': {
      'acts on all of them, in order': async (subject) => {
        const events = wantedBy(subject);
        const promise: unknown = subject.sink.take(structuredClone(events), usualOptions());
        assert.ok(promise instanceof Promise, 'take must return a promise');
        await promise;
        await subject.actedOn(events);
      },

      'accepts the same events again, as after a crash': async (subject) => {
        const events = wantedBy(subject);
        for (let times = 0; times < 2; times++) await subject.sink.take(structuredClone(events), usualOptions());
      },

      'acts on events that arrive one by one': async (subject) => {
        const events = wantedBy(subject);
        for (const event of events) await subject.sink.take([structuredClone(event)], usualOptions());
        await subject.actedOn(events);
      },

      'acts on as many events as the server delivers at once': async (subject) => {
        const events = manyFor(subject);
        await subject.sink.take(structuredClone(events), usualOptions());
        await subject.actedOn(events);
      },

      'does not modify them': async (subject) => {
        const events = wantedBy(subject);
        const copy = structuredClone(events);
        await subject.sink.take(copy, usualOptions());
        assert.deepEqual(copy, events);
      },
    },

    'after a gap': {
      'acts on the events that follow it': async (subject) => {
        const events = wantedBy(subject);
        await subject.sink.take(structuredClone(events), { gap: true, signal: neverAborted() });
        await subject.actedOn(events);
      },

      'accepts an empty list of events': async ({ sink, actedOn }) => {
        await sink.take([], { gap: true, signal: neverAborted() });
        await actedOn([]);
      },
    },

    'while the server stops': {
      'rejects, so that the events are delivered again': async (subject) => {
        const stopped = AbortSignal.abort(new Error('the server is stopping'));
        const events = wantedBy(subject);
        await assert.rejects(async () => subject.sink.take(events, { gap: false, signal: stopped }));
      },
    },
  });
}
