import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBridgeProcess, whereIs } from '../support/bridge-process.ts';
import { askBridge, rigToken } from '../support/bridge-rig.ts';
import { hostilePictures } from '../support/hostile-pictures.ts';
import { photosDir } from '../support/model-packs.ts';
import { memoryOfTree } from '../support/process-tree.ts';
import { startServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { figure } from './measure.ts';

const pictures = /^\.(jpe?g|png|webp|gif|tiff?|avif|hei[cf])$/i;

/**
 * The peak memory of a server and all its processes together, without models, while it indexes every photo of `PHOTOS_DIR`
 * and pictures that are made to need much memory; and the same for the bridge.
 */
export async function bench(): Promise<void> {
  await withTempFolder(async (folder) => {
    const store = join(folder, 'store');
    mkdirSync(store);
    let count = 0;
    const put = (name: string, bytes: Uint8Array): void => {
      writeFileSync(join(store, `${count}${extname(name)}`), bytes);
      count += 1;
    };
    for (const name of readdirSync(photosDir, { recursive: true, encoding: 'utf8' })) {
      if (pictures.test(extname(name))) put(name, readFileSync(join(photosDir, name)));
    }
    for (const [name, bytes] of await hostilePictures()) put(name, bytes);
    await measure(folder, store, count);
  });
}

interface Counts {
  readonly photos: number;
  readonly pending: number;
}

async function measure(folder: string, store: string, photos: number): Promise<void> {
  const bridge = await startBridgeProcess({
    BRIDGE_DRIVER: 'folder',
    BRIDGE_STORE: store,
    BRIDGE_DATA_DIR: join(folder, 'journal'),
    BRIDGE_SCAN_INTERVAL: '5',
  });
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    MODELS_DIR: join(folder, 'no-models'),
    BRIDGE_URL: bridge.url,
    SYNC_INTERVAL: '5',
    BRIDGE_TOKEN: rigToken,
  });
  let [most, mostOfBridge] = [0, 0];
  const watch = setInterval(() => {
    most = Math.max(most, memoryOfTree(server.child.pid));
    mostOfBridge = Math.max(mostOfBridge, memoryOfTree(bridge.child.pid));
  }, 50);
  try {
    await until(async () => (await askBridge(whereIs(bridge), '/v1/health')).json['state'] === 'ready', 1800);
    // Twice, with a sync in between: the bridge may list the last photos only after they were unchanged for a while.
    let done = 0;
    await until(async () => {
      await sleep(3000);
      const { photos: listed, pending } = (await (await fetch(`${server.url}/api/status`)).json()) as Counts;
      done = listed > 0 && pending === 0 ? done + 1 : 0;
      return done >= 4;
    }, 1800);
  } finally {
    clearInterval(watch);
    await server.stop();
    await bridge.stop();
  }
  figure('memory.most', most / 1e6, 'MB', { photos, processes: 'server and decoders' });
  figure('memory.most.bridge', mostOfBridge / 1e6, 'MB', { photos, processes: 'bridge and decoders' });
}
