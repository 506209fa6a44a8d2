import { once } from 'node:events';
import { expect } from 'chai';
import { FakeEvents } from '../../../core/plugin-api/fake-host/fake-events.ts';
import { MessageWriter, type Message } from '../../../plugins/webhooks/message.ts';
import { TargetQueue } from '../../../plugins/webhooks/target-queue.ts';
import { until } from '../../support/until.ts';

describe('the messages to one address', () => {
  let now: number;
  let isUp: boolean;
  let arrived: string[];
  let ids: string[];
  let pauses: number[];
  /** After this many pauses the address responds again; after this many, a pause lasts until the end. */
  let upAfter: number;
  let longAfter: number;
  let events: FakeEvents;
  let state: Map<string, string>;
  let stopping: AbortController;
  let queue: TargetQueue;
  let running: Promise<void>;
  const quiet = (): void => undefined;

  beforeEach(async () => {
    now = 1_700_000_000;
    isUp = true;
    [arrived, ids, pauses] = [[], [], []];
    upAfter = longAfter = Infinity;
    events = new FakeEvents();
    state = new Map();
    await restart();
  });
  afterEach(async () => {
    stopping.abort();
    await running;
  });

  async function restart(): Promise<void> {
    stopping = new AbortController();
    queue = new TargetQueue({
      label: 'example.org',
      key: 'k',
      events,
      kinds: undefined,
      state: {
        get: (key) => state.get(key),
        set: (key, value) => void state.set(key, value),
        delete: (key) => void state.delete(key),
      },
      writer: new MessageWriter({ server: 's', library: null }),
      send: (message: Message) => {
        ids.push(message.id);
        if (!isUp) return Promise.reject(new Error('it answered 500'));
        arrived.push((JSON.parse(message.body) as { data: { photo?: string } }).data.photo ?? 'gap');
        return Promise.resolve();
      },
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      clock: () => now,
      pause: async (seconds, signal) => {
        pauses.push(seconds);
        now += seconds;
        if (pauses.length === upAfter) isUp = true;
        if (pauses.length < longAfter) await new Promise(setImmediate);
        else await once(signal, 'abort');
      },
      signal: stopping.signal,
    });
    running = queue.run();
    await until(() => state.size === 1);
  }

  const gone = (photo: string): void => {
    events.happen({ kind: 'photo.gone', photo, at: now });
    queue.wake();
  };

  it('arrive in order, including those that happen during a delivery', async () => {
    for (let number = 0; number < 120; number++) gone(`p${number}`);
    await until(() => arrived.length === 120);
    expect(arrived).to.deep.equal(Array.from({ length: 120 }, (_, number) => `p${number}`));
  });

  it('are sent again with growing pauses, under the same id, until they arrive', async () => {
    isUp = false;
    upAfter = 5;
    gone('a');
    await until(() => arrived.length === 1);
    expect(pauses).to.deep.equal([5, 10, 20, 40, 80]);
    expect(new Set(ids)).to.have.property('size', 1);
    expect(queue.failing).to.equal(null);
  });

  it('are given up after a day, but newer ones arrive once the address responds again', async () => {
    isUp = false;
    gone('old');
    await until(() => now > 1_700_000_000 + 86_400);
    isUp = true;
    gone('new');
    await until(() => arrived.length > 0);
    expect(arrived).to.deep.equal(['new']);
    expect(Math.max(...pauses)).to.equal(3600);
  });

  it('continue after a restart with the one that had not arrived', async () => {
    gone('a');
    await until(() => arrived.length === 1);
    isUp = false;
    longAfter = 1;
    gone('b');
    await until(() => queue.failing !== null);
    expect(queue.failing?.reason).to.equal('it answered 500');
    stopping.abort();
    await running;
    isUp = true;
    await restart();
    await until(() => arrived.length === 2);
    expect(arrived).to.deep.equal(['a', 'b']);
  });

  it('begin with a gap message if events were missed', async () => {
    stopping.abort();
    await running;
    state.set('cursor k', 'e99');
    await restart();
    await until(() => arrived.length === 1);
    expect(arrived).to.deep.equal(['gap']);
  });
});
