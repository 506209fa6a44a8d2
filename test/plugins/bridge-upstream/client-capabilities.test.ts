import { expect } from 'chai';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { faultyServer, goodHealth, neverAborted, sendJson, sourceAt } from './client-server.ts';

const signal = neverAborted;
const firstPage = { cursor: null, limit: 10, signal };

describe('capabilities that a bridge lacks', () => {
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

  const offers = async (difference: object): Promise<void> => {
    bridge.health = (_request, response) => {
      sendJson(response, { ...goodHealth, capabilities: { ...goodHealth.capabilities, ...difference } });
    };
    await source.health({ signal });
    bridge.asked.length = 0;
  };

  it('can be albums: their list is then empty', async () => {
    await offers({ albums: false });
    expect(await source.albums(firstPage)).to.deep.equal({ albums: [], next: null });
    expect(bridge.asked).to.deep.equal([]);
  });

  it('can be ranges of metered originals: the health of the source reports that', async () => {
    await offers({ range: false, originals: 'metered' });
    expect(await source.health({ signal })).to.include({ originals: 'metered', ranges: false });
    await offers({ range: true });
    expect(await source.health({ signal })).to.not.have.any.keys('originals', 'ranges');
  });

  it('can be thumbnails of one size: a larger one is used instead, or none', async () => {
    bridge.answer = (_request, response) => {
      response.writeHead(200, { 'x-bridge-contract': '1', 'content-type': 'image/webp', 'content-length': '4' });
      response.end('RIFF');
    };
    await offers({ thumbnails: [512] });
    expect(await source.thumbnail('a', { size: 1920, signal })).to.equal(null);
    expect(bridge.asked).to.deep.equal([]);
    await offers({ thumbnails: [1920] });
    expect(await source.thumbnail('a', { size: 512, signal })).to.include({ mediaType: 'image/webp' });
    expect(bridge.asked).to.deep.equal(['GET /v1/photos/a/thumbnail?size=1920']);
  });
});
