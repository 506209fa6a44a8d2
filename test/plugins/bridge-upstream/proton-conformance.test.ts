import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { levels } from '../../../plugins/bridge-upstream/kit/check.ts';
import { NotSupported, type StoreUnderTest } from '../../../plugins/bridge-upstream/kit/store-under-test.ts';
import { describeBridge, type BridgeUnderTest } from '../../../plugins/bridge-upstream/kit/suite.ts';
import { startBridgeProcess, whereIs } from '../../support/bridge-process.ts';
import { askBridge, rigToken } from '../../support/bridge-rig.ts';
import { plainSet } from '../../support/plain-vault.ts';
import { ProtonStandIn } from '../../support/proton-stand-in.ts';
import { until } from '../../support/until.ts';

/** A stand-in with the changes of the kit. Cursors of the bridge in front of it expire only with its journal. */
function editedStandIn(upstream: ProtonStandIn, wake: () => void): StoreUnderTest {
  const { library, faults } = upstream;
  const change = (edit: () => unknown): Promise<void> => {
    edit();
    wake();
    return Promise.resolve();
  };
  return {
    put: (path, bytes) => change(() => library.put(path, bytes)),
    remove: (path) =>
      change(() => {
        library.remove(path);
      }),
    rename: (from, to) =>
      change(() => {
        library.rename(from, to);
      }),
    touch: (path) => change(() => (library.of(path).modificationTime = new Date().toISOString())),
    vanish: async () => {
      await upstream.stop();
      wake();
    },
    empty: () => change(() => (faults.list = 'empty')),
    wrongKey: () => change(() => (faults.loggedOut = true)),
    restore: async () => {
      faults.list = 'whole';
      faults.loggedOut = false;
      await upstream.stop();
      await upstream.start();
      wake();
    },
    rot: (path) => change(() => faults.downloads.set(path, 'fails')),
    expire: () => Promise.reject(new NotSupported('The cursors of this bridge do not expire by what its store does.')),
  };
}

async function overStandIn(): Promise<BridgeUnderTest> {
  const upstream = await new ProtonStandIn().start();
  for (const { path, bytes, listed } of await plainSet()) if (listed) upstream.library.put(path, bytes);
  // Only the header of a HEIC file: nothing here reads more.
  upstream.library.put('holiday.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic and no picture', 'latin1'));
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const bridge = await startBridgeProcess({
    BRIDGE_DRIVER: 'proton-faces',
    BRIDGE_UPSTREAM: upstream.url,
    BRIDGE_UPSTREAM_TOKEN: upstream.token,
    BRIDGE_WORK_DIR: upstream.workDir,
    BRIDGE_DATA_DIR: dataDir,
    BRIDGE_SCAN_INTERVAL: '1',
    LOG_LEVEL: 'error',
  });
  await until(async () => (await askBridge(whereIs(bridge), '/v1/health')).json['state'] === 'ready');
  return {
    url: bridge.url,
    token: rigToken,
    store: editedStandIn(upstream, () => bridge.child.kill('SIGHUP')),
    patience: 30,
    close: async () => {
      await bridge.stop();
      await upstream.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describeBridge('the bridge in front of a stand-in of proton-faces', overStandIn, { levels });
