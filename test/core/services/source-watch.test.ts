import { expect } from 'chai';
import { SourceWatch, type SourceReach } from '../../../core/services/source-watch.ts';
import { until } from '../../support/until.ts';

const well: SourceReach = { reachable: true, loggedIn: true };
const away: SourceReach = { reachable: false, loggedIn: false };

describe('the watch over the photo source', () => {
  let ending: AbortController;
  beforeEach(() => {
    ending = new AbortController();
  });
  afterEach(() => {
    ending.abort();
  });

  it('returns the state of the source, and requests it only once in a few seconds', async () => {
    let asked = 0;
    const watch = new SourceWatch({
      ask: () => {
        asked++;
        return Promise.resolve({ reachable: true, loggedIn: false });
      },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => watch.reach()));
    answers.push(await watch.reach());
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).to.deep.equal(
      new Set([JSON.stringify({ reachable: true, loggedIn: false })]),
    );
    expect(asked).to.equal(1);
  });

  it('responds before the timeout of a source that hangs and ignores its signal', async () => {
    let asked: AbortSignal | undefined;
    const watch = new SourceWatch({
      ask: ({ signal }) => {
        asked = signal;
        return new Promise(() => undefined);
      },
    });
    expect(await watch.reach()).to.deep.equal(away);
    expect(asked?.aborted).to.equal(false);
  });

  it('treats a failing source as unreachable', async () => {
    const watch = new SourceWatch({ ask: () => Promise.reject(new Error('refused')) });
    expect(await watch.reach()).to.deep.equal(away);
  });

  for (const nonsense of ['all of them', null, {}, { reachable: 'yes', loggedIn: 1 }]) {
    it(`treats a source that answers ${JSON.stringify(nonsense)} as unreachable`, async () => {
      const watch = new SourceWatch({ ask: () => Promise.resolve(nonsense as unknown as SourceReach) });
      expect(await watch.reach()).to.deep.equal(away);
    });
  }

  it('notices an outage by itself, checks more often then, and reports when the source is back', async () => {
    let reach = well;
    const asked: SourceReach[] = [];
    const told: boolean[] = [];
    const watch = new SourceWatch({
      ask: () => {
        asked.push(reach);
        return Promise.resolve(reach);
      },
      onReached: (wasAway) => told.push(wasAway),
    });
    void watch.watch(ending.signal);
    await until(async () => (await watch.reach()).reachable);
    reach = away;
    await until(async () => !(await watch.reach()).reachable);
    await until(() => asked.filter((answer) => answer === away).length >= 2);
    reach = well;
    await until(async () => (await watch.reach()).reachable);
    // Only the watch itself requests the state from the source.
    expect(asked).to.have.length.below(8);
    expect(told).to.deep.equal([true, true]);
  });

  it('checks once after failed requests, and reports if the source is reachable after all', async () => {
    const told: boolean[] = [];
    let asked = 0;
    const watch = new SourceWatch({
      ask: () => {
        asked++;
        return Promise.resolve(well);
      },
      onReached: (wasAway) => told.push(wasAway),
    });
    void watch.watch(ending.signal);
    await until(() => told.length === 1);
    for (let doubt = 0; doubt < 100; doubt += 1) watch.doubt();
    await until(() => told.length === 2);
    expect([told, asked]).to.deep.equal([[true, false], 2]);
  });

  it('detects that a source is back while an earlier request hangs', async () => {
    let hangs = true;
    const watch = new SourceWatch({
      ask: () => (hangs ? new Promise<never>(() => undefined) : Promise.resolve(well)),
    });
    void watch.watch(ending.signal);
    await watch.reach();
    hangs = false;
    await until(async () => (await watch.reach()).reachable);
  });

  it('ends when the server stops, even in a pause', async () => {
    let asked = 0;
    const watch = new SourceWatch({
      ask: () => {
        asked++;
        return Promise.resolve(well);
      },
    });
    const watching = watch.watch(ending.signal);
    await until(() => asked === 1);
    ending.abort();
    await watching;
    expect(asked).to.equal(1);
  });
});
