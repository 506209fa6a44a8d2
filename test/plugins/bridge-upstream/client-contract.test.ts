import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { startFakeBridge, type FakeBridge } from '../../support/fake-bridge.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { failureOf, neverAborted } from './client-server.ts';

const signal = neverAborted;

async function fakeBridgeWithPhotos(): Promise<{ bridge: FakeBridge; source: BridgeSource; first: string }> {
  const bridge = await startFakeBridge();
  let first = '';
  for (let i = 0; i < 12; i++) {
    const uid = bridge.put(`Folder ${i % 3}/photo ${i}.jpg`, await photoLikeJpeg(i, 64, 48), {
      captureTime: 1_600_000_000 + i,
    });
    first ||= uid;
  }
  bridge.put('Folder 1/live.mov', Buffer.alloc(5000, 'what moves'));
  bridge.put('Folder 1/live.jpg', await photoLikeJpeg(12, 64, 48), { captureTime: 1_600_000_012 });
  return { bridge, source: sourceOf(bridge), first };
}

const sourceOf = (bridge: FakeBridge, token = bridge.token): BridgeSource =>
  new BridgeSource({ address: parseBridgeUrl(bridge.url), token, workers: 3 });

describe('the bridge source', () => {
  describePhotoSource(
    async () => {
      const { bridge, source } = await fakeBridgeWithPhotos();
      return { source, bridge, cleanup: () => bridge.close() };
    },
    {
      change: async ({ bridge }) => {
        bridge.put('Folder 1/new.jpg', await photoLikeJpeg(77, 64, 48));
      },
    },
  );

  describe('with a faulty bridge', () => {
    let bridge: FakeBridge;
    let source: BridgeSource;
    let first: string;

    beforeEach(async () => {
      ({ bridge, source, first } = await fakeBridgeWithPhotos());
    });
    afterEach(async () => {
      await source.close();
      await bridge.close();
    });

    it('says what to do about a wrong token', async () => {
      const stranger = sourceOf(bridge, 'not-the-token-of-this-bridge-at-all');
      expect(await stranger.health({ signal })).to.deep.include({
        loggedIn: false,
        detail: 'The bridge refuses BRIDGE_TOKEN: set it to the token that the bridge was given.',
      });
      expect(await failureOf(stranger.open(first, { signal }))).to.include({ code: 'not_logged_in' });
      await stranger.close();
    });

    it('fails a read in which a bit was flipped on the way', async () => {
      bridge.faults.body = { flipAt: 10 };
      const { body } = await source.open(first, { priority: 'interactive', signal });
      expect(await failureOf(body.toArray())).to.include({ code: 'integrity' });
    });

    it('fails only the photo that is damaged in the store', async () => {
      bridge.faults.rotten.add(first);
      expect(await failureOf(source.open(first, { signal }))).to.include({ code: 'integrity' });
      const { items } = await source.timeline({ cursor: null, limit: 100, signal });
      const other = items.find(({ uid }) => uid !== first)!;
      const { body, length } = await source.open(other.uid, { signal });
      expect(Buffer.concat((await body.toArray()) as Buffer[])).to.have.length(length);
    });

    it('fails a photo with fewer or more bytes than announced', async () => {
      for (const fault of [{ cutAfter: 100 }, { lengthOff: 50 }]) {
        bridge.faults.body = fault;
        const { body } = await source.open(first, { signal });
        expect(await failureOf(body.toArray()), JSON.stringify(fault)).to.include({ code: 'integrity' });
      }
      bridge.faults.body = { withoutLength: true };
      expect(await failureOf(source.open(first, { signal }))).to.include({ code: 'bad_answer' });
    });

    it('verifies motion parts like photos', async () => {
      const live = bridge.library.uidOf('Folder 1/live.jpg');
      const { nodes } = await source.nodes([live], { signal });
      expect(nodes[0]).to.deep.include({ kind: 'live', motion: { mediaType: 'video/quicktime', size: 5000 } });
      for (const fault of [{ flipAt: 10 }, { cutAfter: 100 }, { lengthOff: 50 }]) {
        bridge.faults.body = fault;
        const { body } = await source.openMotion(live, { priority: 'interactive', signal });
        expect(await failureOf(body.toArray()), JSON.stringify(fault)).to.include({ code: 'integrity' });
      }
    });
  });
});
