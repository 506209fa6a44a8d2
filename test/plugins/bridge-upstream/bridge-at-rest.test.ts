import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { askBridge } from '../../support/bridge-rig.ts';
import {
  endBridges,
  runBridge,
  startBridgeProcess,
  whereIs,
  type BridgeProcess,
  healthOf,
} from '../../support/bridge-process.ts';
import { EditedFolder, EditedGocryptfsVault, EditedRcloneVault, type EditedStore } from '../../support/edited-store.ts';
import { filesBelow } from '../../support/files-below.ts';
import { gocryptfsMounts } from '../../support/mounted-vault.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { rcloneInstalled } from '../../support/rclone.ts';
import { skip, withoutGocryptfs } from '../../support/skip.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

interface Item {
  readonly uid: string;
  readonly rev: string;
}

const items = async (bridge: BridgeProcess): Promise<readonly Item[]> =>
  ((await askBridge(whereIs(bridge), '/v1/timeline')).json['items'] ?? []) as Item[];

/** Texts that must not be readable on the disk of a vault's bridge. */
const words = { name: 'Anniversary-Canary', album: 'Canary-Album', camera: 'Canary-Camera-9' };

async function telling(): Promise<Buffer> {
  return sharp(await photoLikeJpeg(1, 800, 600))
    .jpeg()
    .withExif({ IFD0: { Model: words.camera }, IFD2: { DateTimeOriginal: '2021:05:06 07:08:09' } })
    .toBuffer();
}

/** Which of these things are found in the files below a folder. */
function foundBelow(folder: string, things: Readonly<Record<string, Buffer | string>>): string[] {
  const files = filesBelow(folder).filter(({ stats }) => stats.isFile());
  const isFound = (thing: Buffer | string): boolean =>
    files.some(({ name, path }) => name.includes(thing.toString('latin1')) || readFileSync(path).includes(thing));
  return Object.entries(things)
    .filter(([, thing]) => isFound(thing))
    .map(([what]) => what);
}

const stores = [
  { name: 'folder', isVault: false, missing: undefined, make: (root: string) => new EditedFolder(root) },
  {
    name: 'rclone crypt',
    isVault: true,
    missing: rcloneInstalled ? undefined : 'rclone is not installed',
    make: (root: string) => new EditedRcloneVault(root),
  },
  {
    name: 'gocryptfs',
    isVault: true,
    missing: gocryptfsMounts ? undefined : withoutGocryptfs,
    make: (root: string) => new EditedGocryptfsVault(root),
  },
];

describe('the files of a bridge', () => {
  afterEach(endBridges);

  for (const { name, isVault, missing, make } of stores) {
    it(`reveal ${isVault ? 'nothing' : 'all'} of the photos (${name})`, async function () {
      if (missing !== undefined) skip(this, missing);
      await withStore(make, async (store, environment) => {
        const photo = await telling();
        const sha1 = createHash('sha1').update(photo).digest('hex');
        store.put(`${words.album}/${words.name}.jpg`, photo);
        const start = () => startBridgeProcess(environment, { args: ['--metered', '100mbit,2,1ms'] });
        const bridge = await start();
        await until(async () => (await items(bridge)).some(({ rev }) => rev === sha1));
        const { uid = '' } = (await items(bridge)).find(({ rev }) => rev === sha1) ?? {};
        const { body } = await askBridge(whereIs(bridge), `/v1/photos/${uid}/thumbnail?size=512`);
        // The latest writes are in the WAL.
        await bridge.kill();
        const things = {
          ...words,
          sha1,
          'name of the preview': createHash('sha256').update(sha1).digest('hex').slice(0, 32),
          'bytes of the preview': body.subarray(100, 132),
          'beginning of a WebP': 'WEBPVP8',
          'beginning of SQLite': 'SQLite format 3',
        };
        const dataDir = environment['BRIDGE_DATA_DIR'] ?? '';
        const plain = isVault ? [] : Object.keys(things);
        expect(foundBelow(dataDir, things)).to.deep.equal(plain);
        const again = await start();
        await until(async () => (await items(again)).length > 0);
        expect((await items(again)).find(({ rev }) => rev === sha1)?.uid).to.equal(uid);
        const preview = await askBridge(whereIs(again), `/v1/photos/${uid}/thumbnail?size=512`);
        expect(preview.body.equals(body)).to.equal(true);
        expect(await again.stop()).to.equal(0);
        expect(foundBelow(dataDir, things)).to.deep.equal(plain);
      });
    });
  }
});

describe('the bridge of a vault', () => {
  afterEach(endBridges);

  for (const { name, missing, make } of stores.slice(1)) {
    it(`waits with a wrong password, and has the same uids with the right one (${name})`, async function () {
      if (missing !== undefined) skip(this, missing);
      await withStore(make, async (store, environment) => {
        store.put('a.jpg', await photoLikeJpeg(1, 320, 240));
        const first = await startBridgeProcess(environment);
        await until(async () => (await items(first)).length > 0 && (await healthOf(first))['state'] === 'ready');
        const before = { items: await items(first), storeId: (await healthOf(first))['storeId'] };
        await first.stop();
        const wrong = { GOCRYPTFS_PASSWORD: 'another', RCLONE_CRYPT_PASSWORD: 'another' };
        const second = await startBridgeProcess({ ...environment, ...wrong });
        await until(async () => (await healthOf(second))['loggedIn'] === false);
        expect(await healthOf(second)).to.include({ reason: 'wrong_key', state: 'starting' });
        const refused = await askBridge(whereIs(second), '/v1/timeline');
        expect([refused.status, refused.json['code']]).to.deep.equal([503, 'not_logged_in']);
        const log = /The journal opens once the store does: .*password/;
        await until(() => log.test(second.output()));
        expect(second.output()).to.match(log);
        await second.stop();
        const third = await startBridgeProcess(environment);
        await until(async () => (await items(third)).length > 0);
        expect({ items: await items(third), storeId: (await healthOf(third))['storeId'] }).to.deep.equal(before);
        await third.stop();
      });
    });
  }

  it('reports that the store is missing if that contains its key, and continues when the store is back', async function () {
    if (!gocryptfsMounts) skip(this, withoutGocryptfs);
    await withStore(
      (root) => new EditedGocryptfsVault(root),
      async (store, environment) => {
        store.put('a.jpg', await photoLikeJpeg(1, 320, 240));
        const first = await startBridgeProcess(environment);
        await until(async () => (await items(first)).length === 1);
        const before = await items(first);
        await first.stop();
        const config = join(environment['BRIDGE_STORE'] ?? '', 'gocryptfs.conf');
        renameSync(config, `${config}-away`);
        const second = await startBridgeProcess(environment);
        expect((await healthOf(second))['detail']).to.match(/has no gocryptfs\.conf: .*not mounted/);
        expect((await askBridge(whereIs(second), '/v1/nodes/never-seen')).status).to.equal(503);
        const loss = await runBridge(['accept-loss'], environment);
        expect(loss.code).to.equal(1);
        expect(loss.stderr).to.match(/^photofinch-bridge: The store has no gocryptfs\.conf/);
        renameSync(`${config}-away`, config);
        second.child.kill('SIGHUP');
        await until(async () => (await items(second)).length === 1);
        expect(await items(second)).to.deep.equal(before);
        await until(async () => (await healthOf(second))['state'] === 'ready');
        await second.stop();
      },
    );
  });

  it('needs the settings of its vault to agree to a loss', async function () {
    if (!rcloneInstalled) skip(this, 'rclone is not installed');
    await withStore(
      (root) => new EditedRcloneVault(root),
      async (_store, environment) => {
        const bridge = await startBridgeProcess(environment);
        await until(async () => (await healthOf(bridge))['state'] === 'ready');
        const agreed = await runBridge(['accept-loss'], environment);
        expect(agreed.stderr).to.match(/There is nothing to agree to/);
        const { BRIDGE_DATA_DIR = '' } = environment;
        const keyless = await runBridge(['accept-loss'], { BRIDGE_DATA_DIR });
        expect([keyless.code, keyless.stderr]).to.deep.equal([
          1,
          'photofinch-bridge: Setting BRIDGE_DRIVER is missing: set it to folder, rclone-crypt, gocryptfs or proton-faces.\n',
        ]);
        await bridge.stop();
      },
    );
  });
});

function withStore(
  make: (root: string) => EditedStore,
  use: (store: EditedStore, environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  return withTempFolder(async (folder) => {
    const store = make(join(folder, 'store'));
    try {
      await use(store, { ...store.environment, BRIDGE_DATA_DIR: join(folder, 'data'), BRIDGE_SCAN_INTERVAL: '1h' });
    } finally {
      store.close();
    }
  });
}
