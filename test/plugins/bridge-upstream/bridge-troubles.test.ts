import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { rigToken } from '../../support/bridge-rig.ts';
import { endBridges, healthOf, runBridge, startBridgeProcess } from '../../support/bridge-process.ts';
import { fillDisk, withSmallDisk } from '../../support/small-disk.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

describe('the bridge without a store or disk space', () => {
  afterEach(endBridges);

  const inFolders = (use: (store: string, environment: Record<string, string>) => Promise<void>): Promise<void> =>
    withTempFolder(async (at) => {
      const store = join(at, 'store');
      mkdirSync(store);
      await use(store, { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: store, BRIDGE_DATA_DIR: join(at, 'data') });
    });

  it('logs once that its store is missing, with the message of its health, and once that it is back', () =>
    inFolders(async (store, environment) => {
      renameSync(store, `${store}-away`);
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_SCAN_INTERVAL: '1' });
      const told = (sentence: string): number => bridge.output().split(`"${sentence}"`).length - 1;
      const away = 'The folder of the store does not exist: check BRIDGE_STORE and that the disk is mounted.';
      await until(() => told(away) > 0);
      expect((await healthOf(bridge))['detail']).to.equal(away);
      renameSync(`${store}-away`, store);
      await until(async () => (await healthOf(bridge))['state'] === 'ready');
      expect([told(away), told('Store available')]).to.deep.equal([1, 1]);
      expect(await bridge.stop()).to.equal(0);
    }));

  it('says that its disk is full, and what to do, if it cannot create its journal', function () {
    return withSmallDisk(this, 1, (full) =>
      inFolders(async (_store, environment) => {
        const data = join(full, 'data');
        mkdirSync(data);
        fillDisk(full, 16 * 1024);
        const { code, stderr } = await runBridge(['serve'], {
          ...{ ...environment, BRIDGE_DATA_DIR: data, BRIDGE_LISTEN: '127.0.0.1:0', BRIDGE_TOKEN: rigToken },
        });
        expect(stderr).to.equal(
          "photofinch-bridge: The disk of the bridge's data folder (BRIDGE_DATA_DIR) is full: free some space.\n",
        );
        expect(code).to.equal(1);
      }),
    );
  });
});
