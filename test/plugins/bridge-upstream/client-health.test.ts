import { expect } from 'chai';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { bridgeHealthCheck } from '../../../plugins/bridge-upstream/client/health-check.ts';
import { faultyServer, failureOf, goodHealth, neverAborted, sendError, sendJson, sourceAt } from './client-server.ts';

const signal = neverAborted;

describe('the health of a bridge', () => {
  let bridge: Awaited<ReturnType<typeof faultyServer>>;
  let source: BridgeSource;

  beforeEach(async () => {
    bridge = await faultyServer();
    source = sourceAt(bridge.url);
  });
  afterEach(async () => {
    await source.close();
    await bridge.close();
  });

  const says = (difference: object): void => {
    bridge.health = (_request, response) => {
      sendJson(response, { ...goodHealth, ...difference });
    };
  };

  it('is reported in the form of a photo source', async () => {
    expect(await source.health({ signal })).to.deep.equal({ reachable: true, loggedIn: true, storeId: 'store-1' });
  });

  it('contains the reason and the message of the bridge', async () => {
    says({ reachable: false, reason: 'mass_disappearance', detail: 'Only 3 of 900 photos are left: see the disk.' });
    expect(await source.health({ signal })).to.deep.equal({
      reachable: false,
      loggedIn: true,
      storeId: 'store-1',
      detail:
        'The bridge finds most photos gone from its store (mass_disappearance): Only 3 of 900 photos are left: see the disk.',
    });
    says({ loggedIn: false, reason: 'wrong_key' });
    expect(await source.health({ signal })).to.include({
      reachable: true,
      loggedIn: false,
      detail: 'The key that the bridge was given does not fit its store (wrong_key).',
    });
  });

  it('can have null for its reason and message', async () => {
    says({ reachable: false, reason: null, detail: null });
    expect(await source.health({ signal })).to.include({ detail: 'The bridge cannot reach its store.' });
  });

  it('can have an unknown reason', async () => {
    says({ reachable: false, reason: 'constructor' });
    expect(await source.health({ signal })).to.include({ detail: 'The bridge cannot reach its store (constructor).' });
  });

  it('is bad until the first scan fills an empty journal, and good during that scan', async () => {
    says({ state: 'starting', lastScanAt: null });
    const starting = await source.health({ signal });
    expect(starting.reachable).to.equal(false);
    expect(starting.detail).to.contain('is starting');
    says({ state: 'starting', lastScanAt: null, loggedIn: false, reason: 'wrong_key' });
    expect(await source.health({ signal })).to.include({
      loggedIn: false,
      detail: 'The key that the bridge was given does not fit its store (wrong_key).',
    });
    says({ state: 'scanning', lastScanAt: null });
    expect(await source.health({ signal })).to.include({ reachable: true, filling: true });
    says({ state: 'starting' });
    expect(await source.health({ signal })).to.include({ reachable: true });
    says({ state: 'scanning' });
    expect(await source.health({ signal })).to.not.have.property('filling');
  });

  it('is not logged in if the token is rejected', async () => {
    bridge.health = (_request, response) => {
      sendError(response, 401, 'bridge_auth');
    };
    expect(await source.health({ signal })).to.deep.equal({
      reachable: true,
      loggedIn: false,
      storeId: '',
      detail: 'The bridge refuses BRIDGE_TOKEN: set it to the token that the bridge was given.',
    });
  });

  it('still names the known store if the bridge is gone', async () => {
    await source.health({ signal });
    await bridge.close();
    const { reachable, loggedIn, storeId, detail } = await source.health({ signal });
    expect({ reachable, loggedIn, storeId }).to.deep.equal({ reachable: false, loggedIn: false, storeId: 'store-1' });
    expect(detail).to.contain('see whether photofinch-bridge runs');
  });

  it('includes a logout that another route reports, also during the health request', async () => {
    let asked: (() => void) | undefined;
    const beingAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let answerNow: (() => void) | undefined;
    bridge.health = (_request, response) => {
      answerNow = () => {
        sendJson(response, goodHealth);
      };
      asked?.();
    };
    bridge.answer = (_request, response) => {
      sendError(response, 503, 'not_logged_in');
    };
    const health = source.health({ signal });
    await beingAsked;
    await failureOf(source.open('a', { signal }));
    answerNow?.();
    expect(await health).to.include({ loggedIn: false, detail: 'The bridge says not_logged_in.' });
    says({});
    expect(await source.health({ signal })).to.include({ loggedIn: true });
  });

  it('is rejected if malformed or of another contract', async () => {
    for (const wrong of [
      ...[{ storeId: '' }, { storeId: 5 }, { reachable: 'yes' }, { state: 'well' }, { state: ['ready'] }],
      ...[{ counts: 3 }, { counts: {} }, { counts: { photos: 'many', failed: 0 } }],
      ...[{ bridge: {} }, { reachable: false, reason: 5 }],
    ]) {
      says(wrong);
      expect(await failureOf(source.health({ signal })), JSON.stringify(wrong)).to.include({ code: 'bad_answer' });
    }
    says({ contract: 2 });
    expect(await source.health({ signal })).to.include({
      reachable: false,
      detail: 'The bridge speaks contract 2, this server speaks 1: update this server.',
    });
  });

  it('is soon reported to an admin as silent if there is no response', async () => {
    bridge.health = () => undefined;
    const answer = await bridgeHealthCheck(source, 50).run({ signal });
    expect(answer).to.deep.equal({
      ok: false,
      detail: 'The bridge is silent: see whether photofinch-bridge hangs, and what it logs.',
    });
  });

  it('can have a message for an admin even if it is good', async () => {
    says({ detail: '2 folders of the store cannot be read;\ntheir photos stay.' });
    expect(await source.health({ signal })).to.deep.equal({ reachable: true, loggedIn: true, storeId: 'store-1' });
    expect(await bridgeHealthCheck(source).run({ signal })).to.deep.equal({
      ok: true,
      detail: 'The bridge test-bridge 1.2.3 has 3 photos. 2 folders of the store cannot be read; their photos stay.',
    });
    says({ detail: 7 });
    expect((await bridgeHealthCheck(source).run({ signal })).detail).to.match(/has 3 photos\.$/);
  });
});
