import { expect } from 'chai';
import pino from 'pino';
import { EventDelivery } from '../../../core/plugins/event-delivery.ts';
import { EventListening } from '../../../core/plugins/event-listening.ts';
import type { EventSink, LibraryEvent } from '../../../core/plugin-api/index.ts';
import { EventListeners } from '../../../core/store/events/event-listeners.ts';
import { LibraryEvents } from '../../../core/store/events/library-events.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { until } from '../../support/until.ts';

/** A sink that records what it receives. */
class GoodSink implements EventSink {
  readonly taken: string[] = [];
  readonly sizes: number[] = [];
  gaps = 0;

  take(events: readonly LibraryEvent[], { gap }: { gap: boolean }): Promise<void> {
    this.sizes.push(events.length);
    this.gaps += Number(gap);
    this.taken.push(...events.map((event) => ('photo' in event ? event.photo : event.kind)));
    return Promise.resolve();
  }
}

describe('the delivery of events to plugins', () => {
  let index: ReturnType<typeof newIndex>;
  let rows: PhotoRows;
  let events: LibraryEvents;
  let listeners: EventListeners;
  const pauses: number[] = [];
  const lines: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  let onPause: () => void;

  beforeEach(() => {
    index = newIndex();
    rows = new PhotoRows(index.db);
    events = new LibraryEvents({ db: index.db, clock: () => 1_700_000_000 });
    listeners = new EventListeners(index.db);
    pauses.length = lines.length = 0;
    onPause = () => undefined;
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    index.remove();
  });

  /** Starts a server with these sinks. @returns a function that stops it */
  function serve(sinks: Readonly<Record<string, EventSink>>): () => Promise<void> {
    const provided = Object.entries(sinks).map(([plugin, sink]) => ({ plugin, sink }));
    new EventListening({ events, listeners }).begin({
      plugins: Object.keys(sinks).map((name) => ({ name })),
      eventSinks: provided,
    });
    const delivery = new EventDelivery({
      events,
      listeners,
      log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
      patience: 20,
      pause: (seconds, signal) => {
        if (seconds === 30) return aborted(signal);
        pauses.push(seconds);
        onPause();
        // Stops calling a sink that fails each time within one test.
        return pauses.length > 12 ? aborted(signal) : Promise.resolve();
      },
    });
    delivery.start(provided);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= delivery.stop());
    ends.push(stop);
    return stop;
  }

  const aborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => {
        resolve();
      });
    });

  it('starts with new events, in order', async () => {
    rows.add({ uid: 'before' });
    const sink = new GoodSink();
    serve({ good: sink });
    for (const uid of ['a', 'b', 'c']) rows.add({ uid });
    await until(() => sink.taken.length === 3);
    expect(sink.taken).to.deep.equal(['a', 'b', 'c']);
    expect(sink.gaps).to.equal(0);
  });

  it('continues after a restart, including the events in between', async () => {
    const before = new GoodSink();
    const stop = serve({ good: before });
    rows.add({ uid: 'a' });
    await until(() => before.taken.length === 1);
    await stop();
    rows.add({ uid: 'b' });
    const after = new GoodSink();
    serve({ good: after });
    await until(() => after.taken.length === 1);
    expect(after.taken).to.deep.equal(['b']);
    expect(after.gaps).to.equal(0);
  });

  it('delivers at most a hundred events at a time', async () => {
    const sink = new GoodSink();
    serve({ good: sink });
    index.db.transaction(() => {
      for (let number = 0; number < 250; number++) rows.add({ uid: `p${number}` });
    })();
    await until(() => sink.taken.length === 250);
    expect(sink.sizes).to.deep.equal([100, 100, 50]);
  });

  it('reports a gap to a plugin that was away, even if there are no further events', async () => {
    const stop = serve({ good: new GoodSink() });
    await stop();
    await serve({})();
    rows.add({ uid: 'unheard' });
    const back = new GoodSink();
    serve({ good: back });
    await until(() => back.gaps === 1);
    expect(back.sizes).to.deep.equal([0]);
  });

  it('delivers only the kinds of events that a plugin subscribed to', async () => {
    const sink = Object.assign(new GoodSink(), { kinds: ['photo.gone'] as const });
    const all = new GoodSink();
    serve({ sink, all });
    rows.add({ uid: 'a' });
    index.db.prepare('DELETE FROM photos').run();
    await until(() => sink.taken.length === 1 && all.taken.length === 2);
    expect(sink.sizes).to.deep.equal([1]);
  });

  it('retries the same events after a failure, with growing pauses, and logs no details', async () => {
    const good = new GoodSink();
    let failures = 4;
    const sink: EventSink = {
      take: (some, options) =>
        failures-- > 0 ? Promise.reject(new Error('a.jpg is not for every log')) : good.take(some, options),
    };
    serve({ sink });
    rows.add({ uid: 'a' });
    rows.add({ uid: 'b' });
    await until(() => good.taken.length === 2);
    expect(good.taken).to.deep.equal(['a', 'b']);
    expect(pauses).to.deep.equal([1, 2, 4, 8]);
    const warned = lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 40);
    expect(warned).to.have.length(4);
    expect(JSON.stringify(warned)).not.to.contain('a.jpg');
  });

  it('calls a sink that timed out again only after its call has ended', async () => {
    const good = new GoodSink();
    let end: (() => void) | undefined;
    let [running, most] = [0, 0];
    const sink: EventSink = {
      take: async (some, options) => {
        most = Math.max(most, ++running);
        // Ignores its signal.
        if (end === undefined) await new Promise<void>((resolve) => (end = resolve));
        running -= 1;
        await good.take(some, options);
      },
    };
    onPause = () => {
      if (pauses.length === 4) end?.();
    };
    serve({ sink });
    rows.add({ uid: 'a' });
    await until(() => good.taken.length === 2);
    expect(most).to.equal(1);
    expect(pauses.slice(0, 4)).to.deep.equal([1, 2, 4, 8]);
  });

  const broken: Readonly<Record<string, () => EventSink>> = {
    'throws synchronously': () => ({
      take: () => {
        throw new Error('not today');
      },
    }),
    'never resolves': () => ({ take: () => new Promise(() => undefined) }),
    'returns no promise': () => ({ take: () => 'nothing' as unknown as Promise<void> }),
    'modifies the events': () => ({
      take: (some) => {
        for (const event of some) Reflect.deleteProperty(event, 'photo');
        (some as LibraryEvent[]).length = 0;
        return Promise.resolve();
      },
    }),
    'creates an event for each event': () => {
      let made = 0;
      return {
        take: () => {
          if (made++ < 500) index.db.prepare('UPDATE photos SET caption = ?').run(String(made));
          return Promise.resolve();
        },
      };
    },
  };
  for (const [does, make] of Object.entries(broken)) {
    it(`delays neither other plugins nor the stop of the server for a sink that ${does}`, async () => {
      const good = new GoodSink();
      const stop = serve({ bad: make(), good });
      rows.add({ uid: 'a' });
      await until(() => good.taken.includes('a'));
      rows.add({ uid: 'b' });
      await until(() => good.taken.includes('b'));
      await stop();
      expect(good.taken[0]).to.equal('a');
    });
  }
});
