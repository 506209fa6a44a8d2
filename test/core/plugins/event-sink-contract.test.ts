import assert from 'node:assert/strict';
import { expect } from 'chai';
import { describeEventSink } from '../../../core/plugin-api/contract-tests.ts';
import type { EventSink, LibraryEvent } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';

/** Acts on each event once, however often it comes. */
class MemorySink implements EventSink {
  readonly acted: string[] = [];

  actedOn(events: readonly LibraryEvent[]): void {
    assert.deepEqual(
      this.acted,
      events.map(({ cursor }) => cursor),
    );
  }

  async take(events: readonly LibraryEvent[], { signal }: { signal: AbortSignal }): Promise<void> {
    await Promise.resolve();
    signal.throwIfAborted();
    for (const { cursor } of events) if (!this.acted.includes(cursor)) this.acted.push(cursor);
  }
}

const failuresOf = async (broken: (good: MemorySink) => Partial<EventSink>): Promise<string[]> => {
  const { failed } = await runContract(() => {
    describeEventSink(() => {
      const good = new MemorySink();
      const take: EventSink['take'] = (events, options) => good.take(events, options);
      return {
        sink: { take, ...broken(good) },
        actedOn: (events) => {
          good.actedOn(events);
        },
      };
    });
  });
  return failed.map(({ title }) => title);
};

describe('the contract tests of event sinks', () => {
  it('pass for a correct sink, whatever events it subscribes to', async () => {
    expect(await failuresOf(() => ({}))).to.deep.equal([]);
    expect(await failuresOf(() => ({ kinds: ['sign-in'] }))).to.deep.equal([]);
  });

  const stopsOnly: EventSink['take'] = (_events, { signal }) =>
    signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
  const broken: Readonly<Record<string, readonly [string, (good: MemorySink) => Partial<EventSink>]>> = {
    'subscribes to unknown events': [
      'kinds are omitted, or list only existing kinds of events',
      () => ({ kinds: ['photo.liked' as 'photo.gone', 'photo.gone'] }),
    ],
    'drops everything': ['when given events acts on all of them, in order', () => ({ take: stopsOnly })],
    'skips events': [
      'when given events acts on all of them, in order',
      (good) => ({ take: (events, options) => good.take(events.slice(1), options) }),
    ],
    'fails for events that it already has': [
      'when given events accepts the same events again, as after a crash',
      (good) => ({
        take: (events, options) =>
          events.length > 0 && events.every(({ cursor }) => good.acted.includes(cursor))
            ? Promise.reject(new Error('known already'))
            : good.take(events, options),
      }),
    ],
    'needs several events at a time': [
      'when given events acts on events that arrive one by one',
      (good) => ({
        take: (events, options) =>
          events.length === 1 ? Promise.reject(new Error('too few')) : good.take(events, options),
      }),
    ],
    'accepts only a few events': [
      'when given events acts on as many events as the server delivers at once',
      (good) => ({ take: (events, options) => good.take(events.slice(0, 50), options) }),
    ],
    'modifies the events': [
      'when given events does not modify them',
      (good) => ({
        take: async (events, options) => {
          await good.take(events, options);
          (events as LibraryEvent[]).reverse();
        },
      }),
    ],
    'drops the events after a gap': [
      'after a gap acts on the events that follow it',
      (good) => ({ take: (events, options) => good.take(options.gap ? [] : events, options) }),
    ],
    'needs at least one event': [
      'after a gap accepts an empty list of events',
      (good) => ({
        take: async (events, options) => {
          await good.take(
            [events[0]!, ...events.slice(1)].map((event) => ({ ...event, at: event.at })),
            options,
          );
        },
      }),
    ],
    'resolves without taking events when the server stops': [
      'while the server stops rejects, so that the events are delivered again',
      (good) => ({
        take: (events, options) => (options.signal.aborted ? Promise.resolve() : good.take(events, options)),
      }),
    ],
  };
  it('each fail for at least one broken sink', async () => {
    const { passed } = await runContract(() => {
      describeEventSink(() => {
        const sink = new MemorySink();
        return {
          sink,
          actedOn: (events) => {
            sink.actedOn(events);
          },
        };
      });
    });
    expect([...new Set(Object.values(broken).map(([title]) => `event sink ${title}`))]).to.have.members(passed);
  });

  for (const [does, [title, make]] of Object.entries(broken)) {
    it(`detect a sink that ${does}`, async () => {
      expect(await failuresOf(make)).to.include(`event sink ${title}`);
    });
  }
});
