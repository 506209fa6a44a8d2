import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { IndexerState } from '../../core/http/wire.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { EditedFolder, EditedGocryptfsVault, EditedRcloneVault, type EditedStore } from '../support/edited-store.ts';
import { gocryptfsMounts, MountedVault } from '../support/mounted-vault.ts';
import { skip, withoutGocryptfs } from '../support/skip.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';
import {
  checkSays,
  count,
  expectBack,
  expectKept,
  fill,
  healthIs,
  held,
  snapshot,
  tagged,
  toldWithoutUids,
  type Snapshot,
} from '../support/kept-library.ts';

describe('a photo store that is unavailable', () => {
  let house: BridgedService | undefined;
  afterEach(async () => {
    await house?.close();
    house = undefined;
  });

  it('costs no photos if it is not mounted, and everything is as before once it is mounted again', async function () {
    if (!gocryptfsMounts) skip(this, withoutGocryptfs);
    let vault: MountedVault;
    const mounted = new BridgedService((root): EditedStore => {
      vault = new MountedVault(`${root}-encrypted`, root);
      vault.mount();
      return Object.assign(
        new EditedFolder(root, { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: root, BRIDGE_REQUIRE_MOUNT: '1' }),
        {
          close: () => {
            vault.unmount();
          },
        },
      );
    });
    house = mounted;
    await fill(mounted);
    const { library } = mounted;
    const was = await snapshot(library);
    vault!.unmount();
    await expectKept(library, was, checkSays(library, /not mounted.*Nothing is mounted at the place of the store/));
    await until(healthIs(library, { reachable: false }));
    expect((await library.indexer()).trouble?.message).to.match(/not mounted/);
    vault!.mount();
    await expectBack(library, was);
  });

  it('costs no photos if its mount point is empty, before and after restarts', async function () {
    if (!gocryptfsMounts) skip(this, withoutGocryptfs);
    let vault: MountedVault;
    const mounted = new BridgedService((root): EditedStore => {
      vault = new MountedVault(`${root}-encrypted`, root);
      vault.mount();
      return Object.assign(new EditedFolder(root), {
        close: () => {
          vault.unmount();
        },
      });
    });
    house = mounted;
    await fill(mounted);
    const was = await snapshot(mounted.library);
    vault!.unmount();
    await expectKept(mounted.library, was, checkSays(mounted.library, /30 of 30 photos are out of sight/));
    await mounted.bridge.kill();
    await mounted.service.kill();
    await mounted.startBridge();
    await mounted.startService();
    await expectKept(mounted.library, was, checkSays(mounted.library, /30 of 30 photos are out of sight/));
    vault!.mount();
    await expectBack(mounted.library, was);
  });

  for (const [name, available, makeStore, wrong] of [
    ['rclone', true, (root: string) => new EditedRcloneVault(root), { RCLONE_CRYPT_PASSWORD: 'another password' }],
    ['gocryptfs', gocryptfsMounts, (root: string) => new EditedGocryptfsVault(root), { GOCRYPTFS_PASSWORD: 'another' }],
  ] as const) {
    it(`costs no photos if the bridge has another key (${name})`, async function () {
      if (!available) skip(this, withoutGocryptfs);
      const keyed = new BridgedService<EditedStore>(makeStore);
      house = keyed;
      if (name === 'gocryptfs') for (const [photo, bytes] of await smallPhotos(count)) keyed.store.put(photo, bytes);
      await keyed.start();
      const { library } = keyed;
      await until(async () => (await library.total()) > 15 && (await library.bridgeCheck()).ok);
      await until(async () => (await library.indexer()).state === 'waiting');
      const was = await snapshot(library);
      const total = await library.total();
      await keyed.bridge.stop();
      await keyed.startBridge(wrong);
      await until(
        checkSays(library, /The key that the bridge was given does not fit its store \(wrong_key\): .*password/),
      );
      await until(healthIs(library, { loggedIn: false }));
      await library.sync();
      expect(await library.total()).to.equal(total);
      expect(await snapshot(library)).to.deep.equal(was);
      await keyed.bridge.stop();
      await keyed.startBridge();
      await until(async () => {
        await library.sync();
        return (await library.bridgeCheck()).ok;
      });
      expect(await snapshot(library)).to.deep.equal(was);
    });
  }
});

describe('a photo store that has lost most of its photos', () => {
  let house: BridgedService<EditedFolder>;
  let was: Snapshot;
  let wasWithoutUids: Snapshot;
  before(async () => {
    house = new BridgedService((root) => new EditedFolder(root));
    await fill(house);
    was = await snapshot(house.library);
    wasWithoutUids = await snapshot(house.library, toldWithoutUids);
  });
  after(() => house.close());

  const hide = (): void => {
    for (const name of readdirSync(house.store.root))
      renameSync(join(house.store.root, name), join(house.folder, name));
  };
  const show = (): void => {
    renameSync(join(house.folder, 'Trip'), join(house.store.root, 'Trip'));
  };
  const acceptAtBridge = async (): Promise<void> => {
    await until(async () => (await house.library.bridgeCheck()).detail.includes('out of sight'));
    const { code, stdout } = await house.command('accept-loss');
    expect([code, stdout]).to.deep.equal([
      0,
      'Agreed: 30 of 30 photos may go. The next scan that still misses them drops them.\n',
    ]);
  };

  it('is not followed by the bridge until its admin confirms the loss, and then not by the server', async () => {
    const { library } = house;
    hide();
    await expectKept(library, was, checkSays(library, /mass_disappearance.*30 of 30 photos are out of sight/));
    await acceptAtBridge();
    await expectKept(library, was, held(library, 'mass_disappearance'));
    const { detail } = await library.bridgeCheck();
    expect(detail).to.match(/The sync is held since .*: 30 of 30 photos are not in the store any more/);
    expect((await library.indexer()).mass_loss).to.include({ missing: 30, total: 30 });
    // The store itself works. The server asks the bridge about this every few seconds.
    await until(healthIs(library, { reachable: true, loggedIn: true }));
  });

  it('still needs confirmation when the photos are back, since the bridge has given them new uids', async () => {
    const { library } = house;
    show();
    await expectKept(library, was, held(library, 'mass_disappearance'));
    await library.json('/api/admin/indexer/accept-loss', 'POST', { missing: count });
    await expectBack(library, wasWithoutUids, toldWithoutUids);
    was = await snapshot(library);
  });

  it('loses the photos once both have confirmed, and gets them back with their tags within the grace period', async () => {
    const { library } = house;
    hide();
    await acceptAtBridge();
    await expectKept(library, was, held(library, 'mass_disappearance'));
    const refused = await library.ask('/api/admin/indexer/accept-loss', { method: 'POST', body: { missing: 3 } });
    expect(refused.status).to.equal(409);
    const { missing, reason } = (await library.indexer()).mass_loss!;
    await library.json<IndexerState>('/api/admin/indexer/accept-loss', 'POST', { missing, reason });
    await until(async () => (await library.total()) === 0);
    await until(async () => (await library.bridgeCheck()).ok);
    expect((await library.indexer()).mass_loss).to.equal(null);

    show();
    await expectBack(library, wasWithoutUids, toldWithoutUids);
    const photo = await library.photo(tagged);
    expect(photo.tags).to.deep.equal(['dear']);
    expect(photo.favorited_by_me).to.equal(true);
  });
});

describe('a bridge that serves another photo store', () => {
  let house: BridgedService<EditedFolder>;
  let was: Snapshot;
  before(async () => {
    house = new BridgedService((root) => new EditedFolder(root));
    await fill(house);
    was = await snapshot(house.library);
  });
  after(() => house.close());

  it('is not followed, and everything is as before once it has the first store again', async () => {
    const { library } = house;
    const other = new EditedFolder(join(house.folder, 'other'));
    for (const [name, bytes] of await smallPhotos(3)) other.put(name, Buffer.concat([bytes, Buffer.from('other')]));
    await house.bridge.stop();
    await house.startBridge({ BRIDGE_STORE: other.root, BRIDGE_DATA_DIR: join(house.folder, 'other-bridge') });
    await expectKept(library, was, held(library, 'other_store'));
    const { ok, detail } = await library.bridgeCheck();
    expect(ok).to.equal(false);
    expect(detail).to.match(/another store than before, and all 30 photos of the library would leave it/);
    await house.bridge.stop();
    await house.startBridge();
    await expectBack(library, was);
  });

  it('needs confirmation if its journal was lost, and keeps the tags once an admin confirms', async () => {
    const { library } = house;
    const wasWithoutUids = await snapshot(library, toldWithoutUids);
    await house.bridge.stop();
    await house.startBridge({ BRIDGE_DATA_DIR: join(house.folder, 'new-journal') });
    await expectKept(library, was, held(library, 'other_store'));
    await library.json('/api/admin/indexer/accept-loss', 'POST', { missing: count, reason: 'other_store' });
    await expectBack(library, wasWithoutUids, toldWithoutUids);
    const photo = await library.photo(tagged);
    expect(photo.tags).to.deep.equal(['dear']);
    expect(photo.favorited_by_me).to.equal(true);
  });
});
