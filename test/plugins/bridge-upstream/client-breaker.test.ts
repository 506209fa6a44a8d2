import { expect } from 'chai';
import { Breaker } from '../../../plugins/bridge-upstream/client/breaker.ts';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import {
  failureOf,
  faultyServer,
  goodHealth,
  neverAborted,
  sendError,
  sendJson,
  sourceAt,
  type FaultyServer,
} from './client-server.ts';

describe('the circuit breaker of a bridge', () => {
  const clock = { now: 0 };
  let breaker: Breaker;

  beforeEach(() => {
    clock.now = 1_000_000;
    breaker = new Breaker({ clock: () => clock.now });
  });

  const why = new Error('Nothing listens.');
  const fail = (times: number): void => {
    for (let i = 0; i < times; i++) breaker.enter().failed(why);
  };
  const letsNobodyThrough = (): void => {
    expect(() => breaker.enter()).to.throw('Nothing listens. That was so several times in a row');
  };

  it('opens for 30 s after five failures in a row', () => {
    fail(4);
    breaker.enter().answered();
    fail(5);
    letsNobodyThrough();
    clock.now += 29_999;
    letsNobodyThrough();
    clock.now += 1;
    expect(() => breaker.enter()).not.to.throw();
  });

  it('lets one call through after that time, and closes if it gets a response', () => {
    fail(5);
    clock.now += 30_000;
    const probe = breaker.enter();
    letsNobodyThrough();
    probe.answered();
    breaker.enter().failed(why);
    expect(() => breaker.enter()).not.to.throw();
  });

  it('stays open for another 30 s if this one call fails', () => {
    fail(5);
    clock.now += 30_000;
    breaker.enter().failed(why);
    clock.now += 29_000;
    letsNobodyThrough();
  });

  it('lets another call through if this one call is aborted', () => {
    fail(5);
    clock.now += 30_000;
    breaker.enter().left();
    const probe = breaker.enter();
    letsNobodyThrough();
    probe.answered();
  });

  it('does not count aborted calls', () => {
    fail(4);
    for (let i = 0; i < 10; i++) breaker.enter().left();
    expect(() => breaker.enter()).not.to.throw();
  });

  it('stays closed if the photos for many workers time out at once, but the bridge is healthy', async () => {
    const bridge = await faultyServer();
    const source = sourceAt(bridge.url, { workers: 8, limits: { contentHeaders: 200 } });
    bridge.answer = () => undefined;
    try {
      const reads = Array.from({ length: 8 }, () => failureOf(source.open('a', { signal: neverAborted })));
      for (const { code } of await Promise.all(reads)) expect(code).to.equal('timeout');
      expect(await source.health({ signal: neverAborted })).to.include({ reachable: true });
    } finally {
      await source.close();
      await bridge.close();
    }
  });

  it('keeps requests from a bridge that is gone, and lets them through when it is back', async () => {
    const bridge = await faultyServer();
    const source = sourceAt(bridge.url, { clock: () => clock.now });
    const ask = () => source.timeline({ cursor: null, limit: 1, signal: neverAborted });
    // A page of something else at the bridge's address counts as no response.
    bridge.answer = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
    for (let i = 0; i < 5; i++) expect((await failureOf(ask())).message).to.contain('not a photofinch bridge');
    // The reason is also reported without a request.
    const { code, message } = await failureOf(ask());
    expect(code).to.equal('unreachable');
    expect(message).to.match(/not a photofinch bridge .* the bridge is asked again within 30 seconds\.$/);
    expect(bridge.asked).to.have.length(5);

    clock.now += 30_000;
    bridge.answer = (_request, response) => {
      sendJson(response, { items: [], next: null, changesCursor: 'c' });
    };
    await ask();
    await ask();
    expect(bridge.asked).to.have.length(7);

    // Errors of the bridge itself are responses.
    bridge.answer = (_request, response) => {
      sendError(response, 503, 'upstream_unreachable');
    };
    for (let i = 0; i < 10; i++)
      expect((await failureOf(ask())).message).to.equal('The bridge says upstream_unreachable.');
    await source.close();
    await bridge.close();
  });

  describe('after many failures', () => {
    let bridge: FaultyServer;
    let source: BridgeSource;
    const ask = () => source.timeline({ cursor: null, limit: 1, signal: neverAborted });
    const gone: FaultyServer['answer'] = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');

    beforeEach(async () => {
      bridge = await faultyServer();
      source = sourceAt(bridge.url, { clock: () => clock.now });
      bridge.answer = gone;
      bridge.health = gone;
      for (let i = 0; i < 5; i++) await failureOf(ask());
      bridge.asked.length = 0;
    });
    afterEach(async () => {
      await source.close();
      await bridge.close();
    });

    it('still checks the health of the bridge, and reports what is wrong now', async () => {
      const { reachable, detail } = await source.health({ signal: neverAborted });
      expect({ reachable, asked: bridge.asked }).to.deep.equal({ reachable: false, asked: ['GET /v1/health'] });
      expect(detail)
        .to.match(/not a photofinch bridge/)
        .and.not.match(/several times in a row/);
    });

    it('closes as soon as the bridge reports that it is healthy', async () => {
      bridge.answer = (_request, response) => {
        sendJson(response, { items: [], next: null, changesCursor: 'c' });
      };
      bridge.health = (_request, response) => {
        sendJson(response, goodHealth);
      };
      expect((await failureOf(ask())).message).to.match(/several times in a row/);
      expect(await source.health({ signal: neverAborted })).to.include({ reachable: true });
      expect(await ask()).to.deep.include({ changesCursor: 'c' });
    });

    it('is not kept open by health checks', async () => {
      for (let seconds = 0; seconds < 30; seconds += 5) {
        expect(await source.health({ signal: neverAborted })).to.include({ reachable: false });
        clock.now += 5000;
      }
      bridge.answer = (_request, response) => {
        sendJson(response, { items: [], next: null, changesCursor: 'c' });
      };
      expect(await ask()).to.deep.include({ changesCursor: 'c' });
    });
  });
});
