import { endBridges } from '../support/bridge-process.ts';
import { BridgeFollower, MortalBridge } from '../support/mortal-bridge.ts';
import { tableOfDeaths } from '../support/table-of-deaths.ts';

describe('a bridge whose process dies at a write to its journal, or cannot make it', function () {
  let bridge: MortalBridge;
  /** What a client knew of the bridge when a step began. */
  let known = new BridgeFollower({ photos: new Map(), hashes: new Map(), cursor: null });

  const table = tableOfDeaths(async (folder) => {
    bridge = new MortalBridge(folder);
    await bridge.store.putDays(6);
    return bridge.disk;
  });
  afterEach(endBridges);

  /** A scan that a client follows. Afterwards the client continues from its last cursor. */
  async function tryScan(name: string): Promise<void> {
    let follower = known;
    await table().add(name, {
      run: async (_acknowledge, patience) => {
        follower = new BridgeFollower(known);
        await bridge.serve((process) => bridge.followed(process, follower, patience));
      },
      views: (_acknowledged, end) => [end],
      look: () => bridge.look(follower),
    });
    known = follower;
  }

  it('has each photo of its store once, and keeps the uids that it has announced', async () => {
    await tryScan('first scan of the bridge');
  });

  it('sends all changes to a client that continues from its cursor', async () => {
    bridge.store.rename('Own/photo-0.jpg', 'Elsewhere/photo-a.jpg');
    bridge.store.remove('Own/photo-1.jpg');
    await bridge.store.putDays(2, 6);
    await tryScan('later scan of the bridge');
  });
});
