import assert from 'node:assert/strict';
import type { EventSink, LibraryEvent } from '../events.ts';
import { eventKindsProblem } from '../shapes/event-sink.ts';
import { describeContract, quiet, type Subject } from './suite.ts';

export interface EventSinkSubject extends Subject {
  readonly sink: EventSink & { close?(): Promise<void> };
  /** The cursors of the events that the sink has acted on, for each time that it has; without it, that is not tested. */
  readonly acted?: () => readonly string[] | Promise<readonly string[]>;
}

/** An event of each kind, in the order of time. */
const happened: readonly LibraryEvent[] = [
  { cursor: 'e11', at: 1_700_000_000, kind: 'photo.indexed', photo: 'first' },
  { cursor: 'e12', at: 1_700_000_000, kind: 'photo.changed', photo: 'first' },
  { cursor: 'e13', at: 1_700_000_010, kind: 'person.named', person: 7, name: 'Zoë 李 "O’Neil" <b>' },
  { cursor: 'e15', at: 1_700_000_020, kind: 'person.merged', person: 7, merged: 9 },
  { cursor: 'e16', at: 1_700_000_030, kind: 'backup.taken', snapshot: 'index-20231114T221350Z.sqlite3' },
  { cursor: 'e17', at: 1_700_000_040, kind: 'sign-in', userId: 1, username: 'ann', address: null },
  { cursor: 'e18', at: 1_700_000_050, kind: 'photo.gone', photo: 'first' },
];

/** Those that the server would hand to this sink. */
const wantedBy = ({ kinds }: EventSink): LibraryEvent[] =>
  structuredClone(happened.filter(({ kind }) => kinds?.includes(kind) ?? true));

/** Tests an event sink against its contract. */
export function describeEventSink(create: () => EventSinkSubject | Promise<EventSinkSubject>): void {
  describeContract('event sink', create, ({ sink }) => sink.close?.(), {
    'what it wants to hear of': {
      'is something that happens': async ({ sink }) => {
        await Promise.resolve();
        assert.equal(eventKindsProblem(sink.kinds)?.join(': '), undefined);
      },
    },

    'that is handed events': {
      'takes them all': async ({ sink, acted }) => {
        const events = wantedBy(sink);
        const taken: unknown = sink.take(events, { gap: false, signal: quiet() });
        assert.ok(taken instanceof Promise, 'take answers a promise');
        await taken;
        if (!acted) return;
        const known = wantedBy(sink).map(({ cursor }) => cursor);
        assert.deepEqual(await acted(), known, 'it acted on each event once, in their order');
      },

      'takes the same events again, as after a sudden end': async ({ sink }) => {
        for (let times = 0; times < 2; times++) await sink.take(wantedBy(sink), { gap: false, signal: quiet() });
      },

      'takes events one by one': async ({ sink }) => {
        for (const event of wantedBy(sink)) await sink.take([event], { gap: false, signal: quiet() });
      },

      'takes as many as there may be': async ({ sink }) => {
        const some = wantedBy(sink);
        const many = Array.from({ length: 100 }, (_, at) => some.map((event) => ({ ...event, cursor: `e${100 + at}` })))
          .flat()
          .slice(0, 100);
        await sink.take(many, { gap: false, signal: quiet() });
      },

      'leaves them as they are': async ({ sink }) => {
        const events = wantedBy(sink);
        await sink.take(events, { gap: false, signal: quiet() });
        assert.deepEqual(events, wantedBy(sink));
      },
    },

    'that is told of a gap': {
      'takes the events after it': async ({ sink }) => {
        await sink.take(wantedBy(sink), { gap: true, signal: quiet() });
      },

      'needs no event beside it': async ({ sink }) => {
        await sink.take([], { gap: true, signal: quiet() });
      },
    },

    'while the server stops': {
      'rejects, so that the events come again': async ({ sink }) => {
        const stopped = AbortSignal.abort(new Error('the server stops'));
        await assert.rejects(async () => sink.take(wantedBy(sink), { gap: false, signal: stopped }));
      },
    },
  });
}
