import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeUnderTest } from '../../plugins/bridge-upstream/kit/suite.ts';
import { startBridgeProcess, whereIs } from './bridge-process.ts';
import { askBridge, rigToken } from './bridge-rig.ts';
import {
  copyRestedVault,
  EditedFolder,
  EditedGocryptfsVault,
  EditedRcloneVault,
  type EditedStore,
} from './edited-store.ts';
import { keptVaultEnvironment, rcloneVaults } from './fixture-vaults.ts';
import { MountedVault } from './mounted-vault.ts';
import { plainSet } from './plain-vault.ts';
import { Rclone } from './rclone.ts';
import { TestedStore, type TestedStoreOptions } from './tested-store.ts';
import { until } from './until.ts';

type Stored = Omit<TestedStoreOptions, 'bytesAt' | 'onChange'>;

/**
 * Runs the shipped bridge over a store that `make` creates in an empty folder. The plain set is added unless `isKept`.
 */
async function bridgeOver(
  make: (folder: string) => Stored,
  { isKept = false, canChange = true, metered = '' } = {},
): Promise<BridgeUnderTest> {
  const home = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const root = join(home, 'store');
  const stored = make(root);
  if (!isKept) for (const { path, bytes } of await plainSet()) stored.edited.put(path, bytes);
  const bridge = await startBridgeProcess({
    ...stored.edited.environment,
    BRIDGE_DATA_DIR: join(home, 'data'),
    BRIDGE_SCAN_INTERVAL: '1',
    LOG_LEVEL: 'error',
    BRIDGE_METERED: metered,
  });
  await untilReady(bridge.url);
  const onChange = (): void => {
    bridge.child.kill('SIGHUP');
  };
  return {
    url: bridge.url,
    token: rigToken,
    store: canChange ? new TestedStore({ bytesAt: root, onChange, ...stored }) : undefined,
    patience: 30,
    close: async () => {
      await bridge.stop();
      stored.edited.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export const overFolder = () => bridgeOver((root) => ({ edited: new EditedFolder(root), isAuthenticated: false }));

/** A fast store behind a slow connection. */
export const overMeteredFolder = () =>
  bridgeOver((root) => ({ edited: new EditedFolder(root), isAuthenticated: false }), { metered: '800mbit,4,5ms' });

export const overRcloneVault = () =>
  bridgeOver(
    (root) => ({
      edited: new EditedRcloneVault(root),
      isAuthenticated: true,
      makeForeign: (folder) => {
        mkdirSync(folder);
        const foreign = new EditedFolder(`${folder}-foreign`);
        foreign.put('foreign.jpg', Buffer.from('of another key'));
        new Rclone(folder, { password: 'another password' }).encrypt(foreign.root);
      },
    }),
    { isKept: true },
  );

/** A copy of a vault from the fixtures, which is not changed. */
export const overKeptVault = (folder: string) =>
  bridgeOver(
    (root) => {
      copyRestedVault(folder, root);
      return { edited: new EditedFolder(root, keptVaultEnvironment(folder, root)), isAuthenticated: true };
    },
    { isKept: true, canChange: false },
  );

export const overGocryptfsVault = () =>
  bridgeOver((root) => ({
    edited: new EditedGocryptfsVault(root),
    isAuthenticated: true,
    makeForeign: (folder) => {
      const foreign = new MountedVault(folder, `${folder}-foreign`);
      foreign.mount();
      new EditedFolder(foreign.mountedAt).put('foreign.jpg', Buffer.from('of another key'));
      foreign.unmount();
    },
  }));

export const overGocryptfsMount = () =>
  bridgeOver((root) => {
    const edited = new EditedGocryptfsVault(root);
    const { vault } = edited;
    const environment = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: vault.mountedAt };
    return { edited: reading(edited, environment), mount: vault, isAuthenticated: true };
  });

/** Written with the real rclone, and read by the bridge through an rclone mount. */
export const overRcloneMount = () =>
  bridgeOver(
    (root) => {
      const edited = new EditedRcloneVault(root);
      const rclone = new Rclone(root, rcloneVaults['rclone-standard']!.settings);
      const mountedAt = `${root}-mounted`;
      mkdirSync(mountedAt);
      const mount = {
        mount: () => {
          rclone.run(['mount', '--daemon', '--dir-cache-time', '1s', '--attr-timeout', '0s', 'vault:', mountedAt]);
        },
        unmount: () => {
          execFileSync('fusermount3', ['-u', '-z', mountedAt], { stdio: 'ignore' });
        },
      };
      mount.mount();
      const environment = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: mountedAt };
      return { edited: reading(edited, environment, mount.unmount), mount, isAuthenticated: true };
    },
    { isKept: true },
  );

/** The same store, which the bridge reads in a different way. */
function reading(edited: EditedStore, environment: Record<string, string>, unmount?: () => void): EditedStore {
  return {
    environment,
    put: (path, bytes) => {
      edited.put(path, bytes);
    },
    rename: (from, to) => {
      edited.rename(from, to);
    },
    remove: (path) => {
      edited.remove(path);
    },
    close: () => {
      unmount?.();
      edited.close();
    },
  };
}

async function untilReady(url: string): Promise<void> {
  await until(async () => {
    const { state, lastScanAt } = (await askBridge(whereIs({ url }), '/v1/health')).json;
    return state === 'ready' && lastScanAt !== null;
  });
}
