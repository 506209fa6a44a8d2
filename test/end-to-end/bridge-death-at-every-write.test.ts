import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endBridges } from '../support/bridge-process.ts';
import { hasCompiler } from '../support/dying-writes.ts';
import { BridgeFollower, MortalBridge } from '../support/mortal-bridge.ts';
import { skip } from '../support/skip.ts';
import { TableOfDeaths } from '../support/table-of-deaths.ts';

describe('a bridge whose process ends at a change of its journal, or cannot make it', function () {
  let bridge: MortalBridge;
  let table: TableOfDeaths | undefined;
  let removeFolder: () => void;
  /** What a client knew of the bridge when a step began. */
  let known = new BridgeFollower({ photos: new Map(), hashes: new Map(), cursor: null });

  before(async function () {
    if (process.platform !== 'linux' || !hasCompiler()) skip(this, 'there is no C compiler');
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    removeFolder = () => {
      rmSync(folder, { recursive: true });
    };
    bridge = new MortalBridge(folder);
    table = new TableOfDeaths(bridge.disk);
    await bridge.put(6);
  });
  afterEach(endBridges);
  after(() => {
    if (!table) return;
    bridge.disk.close();
    removeFolder();
    for (const line of table.lines) console.log(`      ${line}`);
  });

  /** A scan, which a client follows; afterwards it goes on from the last cursor that it was given. */
  async function tryScan(name: string): Promise<void> {
    let follower = known;
    await table?.add(name, {
      run: async (_acknowledge, patience) => {
        follower = new BridgeFollower(known);
        await bridge.serve((process) => bridge.followed(process, follower, patience));
      },
      views: (_acknowledged, end) => [end],
      look: () => bridge.look(follower),
    });
    known = follower;
  }

  it('has all photos of its store, once, and those that it told of under their uids', async () => {
    await tryScan('first scan of the bridge');
  });

  it('tells a client that goes on from its cursor of all that changed meanwhile', async () => {
    bridge.store.rename('Own/photo-0.jpg', 'Elsewhere/photo-a.jpg');
    bridge.store.remove('Own/photo-1.jpg');
    await bridge.put(2, 6);
    await tryScan('later scan of the bridge');
  });
});
