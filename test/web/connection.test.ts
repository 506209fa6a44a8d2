import { expect } from 'chai';
import type { Status } from '../../core/http/wire.ts';
import { Connection } from '../../web/state/server/connection.ts';
import { StatusWatch } from '../../web/state/server/status-watch.ts';
import { settled } from './library.ts';

/** A pause that the test ends. */
function pauses(): { pause: (ms: number) => Promise<void>; lengths: number[]; next: () => Promise<void> } {
  const lengths: number[] = [];
  let end: () => void = () => undefined;
  return {
    lengths,
    pause: (ms) => {
      lengths.push(ms);
      return new Promise((resolve) => (end = resolve));
    },
    next: async () => {
      end();
      await settled();
    },
  };
}

describe('the connection', () => {
  it('pings an unreachable server at growing intervals, and reports when it is back', async () => {
    const { pause, lengths, next } = pauses();
    let works = false;
    let recovered = 0;
    const connection = new Connection({
      ping: () => (works ? Promise.resolve() : Promise.reject(new Error('lost'))),
      pause,
    });
    connection.onRecovered(() => recovered++);
    connection.report(true);
    connection.report(false);
    connection.report(false);
    expect(connection.lost.value).to.equal(true);
    for (let i = 0; i < 6; i++) await next();
    expect(lengths).to.deep.equal([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    works = true;
    await next();
    expect(connection.lost.value).to.equal(false);
    expect(recovered).to.equal(1);
    expect(lengths).to.have.length(7);
  });

  it('stops pinging once another request is answered, and pings in a single series after the next loss', async () => {
    const { pause, lengths, next } = pauses();
    const connection = new Connection({ ping: () => Promise.reject(new Error('lost')), pause });
    connection.report(false);
    connection.report(true);
    connection.report(false);
    expect(lengths).to.have.length(1);
    connection.report(true);
    await next();
    expect(lengths).to.have.length(1);
    connection.report(false);
    expect(lengths).to.have.length(2);
  });

  it('is checked when a picture fails to load, and counts its recoveries', async () => {
    let works = true;
    let pings = 0;
    const ping = (): Promise<void> => (pings++, works ? Promise.resolve() : Promise.reject(new Error('lost')));
    const connection = new Connection({ ping, pause: () => new Promise(() => undefined) });
    expect(await connection.doubt()).to.equal(true);
    works = false;
    expect(await connection.doubt()).to.equal(false);
    connection.report(false);
    expect(await connection.doubt()).to.equal(false);
    expect(pings, 'no further ping to a server that is known to be unreachable').to.equal(2);
    connection.report(true);
    expect(connection.recoveries.value).to.equal(1);
  });
});

describe('polling the server’s status', () => {
  const status = (photos: number, running: boolean): Status => ({
    version: '1',
    demo: false,
    photos,
    pending: 0,
    failed: 0,
    people: 0,
    faces: 0,
    last_sync_at: 1,
    indexing: { running, done: 0, total: 0, counting: false, rate: 0, eta: null },
    ml_ready: false,
    bridge: { reachable: true, loggedIn: true },
    now: 0,
    stats: {
      photos: { total: 0, done: 0, pending: 0, by_status: { indexed: 0, pending: 0, failed: 0 } },
      faces: 0,
      people: 0,
    },
    indexer: { last_sync: null, pending_db: 0 },
  });

  it('notices new photos, is more frequent while they are indexed, and continues after a failure', async () => {
    const { pause, lengths, next } = pauses();
    const answers = [status(1, false), status(1, true), null, status(2, true)];
    const changes: boolean[] = [];
    const watch = new StatusWatch({
      status: () => {
        const answer = answers.shift();
        return answer ? Promise.resolve(answer) : Promise.reject(new Error('lost'));
      },
      pause,
      isSeen: () => true,
      onAnswer: (changed) => changes.push(changed),
    });
    watch.start();
    await settled();
    for (let i = 0; i < 3; i++) await next();
    expect(changes).to.deep.equal([false, false, true]);
    expect(lengths).to.deep.equal([15_000, 2000, 2000, 2000]);
    expect(watch.status.value?.photos).to.equal(2);
    watch.stop();
    await next();
    expect(lengths).to.have.length(4);
  });

  it('sends no requests while the page is not visible', async () => {
    const { pause, next } = pauses();
    let asked = 0;
    let seen = false;
    const watch = new StatusWatch({
      status: () => Promise.resolve(status(++asked, false)),
      pause,
      isSeen: () => seen,
      onAnswer: () => undefined,
    });
    watch.start();
    await next();
    expect(asked).to.equal(0);
    seen = true;
    await next();
    expect(asked).to.equal(1);
    watch.stop();
    await next();
  });
});
