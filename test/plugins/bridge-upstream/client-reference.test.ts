import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { startBridgeProcess, type BridgeProcess } from '../../support/bridge-process.ts';
import { rigToken } from '../../support/bridge-rig.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { until } from '../../support/until.ts';
import { makeVideo } from '../../support/video-file.ts';
import { neverAborted } from './client-server.ts';

const movie = { brand: 'qt  ', width: 320, height: 240, durationMs: 2000, createdAt: 1_600_000_000 } as const;

describe('the bridge source, with the shipped bridge over a folder', () => {
  let home: string;
  let bridge: BridgeProcess;
  let photos = 0;

  const open = () => new BridgeSource({ address: parseBridgeUrl(bridge.url), token: rigToken, workers: 3 });

  const put = async (folder: string): Promise<void> => {
    photos += 1;
    const file = join(home, 'store', folder, `${photos}.jpg`);
    writeFileSync(file, await photoLikeJpeg(photos, 320, 240));
    // The bridge ignores files that may still be growing.
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(file, hourAgo + photos, hourAgo + photos);
  };

  const untilScanned = async (): Promise<void> => {
    const source = open();
    await until(async () => {
      const page = { cursor: null, limit: 1000, signal: neverAborted };
      return (await source.timeline(page)).items.length === photos;
    });
    await source.close();
  };

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'photofinch-'));
    for (const folder of ['trip', 'home']) {
      mkdirSync(join(home, 'store', folder), { recursive: true });
      for (let i = 0; i < 5; i++) await put(folder);
    }
    const motion = join(home, 'store/trip/1.mov');
    writeFileSync(motion, makeVideo({ ...movie, picture: await photoLikeJpeg(0, 320, 240) }));
    utimesSync(motion, 1_600_000_000, 1_600_000_000);
    bridge = await startBridgeProcess({
      BRIDGE_DRIVER: 'folder',
      BRIDGE_STORE: join(home, 'store'),
      BRIDGE_DATA_DIR: join(home, 'data'),
      BRIDGE_SCAN_INTERVAL: '1',
    });
    await untilScanned();
  });
  after(async () => {
    await bridge.stop();
    rmSync(home, { recursive: true, force: true });
  });

  describePhotoSource(() => ({ source: open() }), {
    change: async () => {
      await put('trip');
      await untilScanned();
    },
  });
});
