import { createHash } from 'node:crypto';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FailedPhotos } from '../../core/http/wire.ts';
import type { Driver } from '../../plugins/bridge-upstream/bridge/driver.ts';
import { createGocryptfsDriver } from '../../plugins/bridge-upstream/bridge/drivers/gocryptfs.ts';
import { createRcloneCryptDriver } from '../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { listStore } from '../support/driver-reading.ts';
import { EditedGocryptfsVault, EditedRcloneVault, longAgo, type EditedStore } from '../support/edited-store.ts';
import { rcloneVaults } from '../support/fixture-vaults.ts';
import { gocryptfsMounts } from '../support/mounted-vault.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { rcloneInstalled } from '../support/rclone.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

/** Bytes after the end of the picture, so that the photo has several blocks, and the first and the last one are intact. */
const tail = 200_000;

interface Vault extends EditedStore {
  readonly encrypted: string;
  readonly driver: Driver;
}

function rcloneVault(root: string): Vault {
  const store = new EditedRcloneVault(root);
  const driver = createRcloneCryptDriver({ root, ...rcloneVaults['rclone-standard']!.settings });
  return Object.assign(store, { encrypted: root, driver });
}

function gocryptfsVault(root: string): Vault {
  const store = new EditedGocryptfsVault(root);
  const driver = createGocryptfsDriver({ root, password: store.vault.password });
  return Object.assign(store, { encrypted: root, driver });
}

for (const [name, available, makeStore] of [
  ['rclone', rcloneInstalled, rcloneVault],
  ['gocryptfs', gocryptfsMounts, gocryptfsVault],
] as const) {
  describe(`a flipped bit in a ${name} vault`, function () {
    let house: BridgedService<Vault>;
    let picture: Buffer;
    /** The encrypted file of the photo with this path. */
    const placeOf = async (path: string): Promise<string> => {
      const { entries } = await listStore(house.store.driver);
      return join(house.store.encrypted, entries.get(path)!.handle);
    };
    const flip = (file: string): void => {
      const bytes = readFileSync(file);
      const at = bytes.length - 70_000;
      bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
      writeFileSync(file, bytes);
    };

    before(async function () {
      if (!available) skip(this, `${name} is not installed, or may not mount`);
      house = new BridgedService(makeStore);
      picture = Buffer.concat([await photoLikeJpeg(1, 640, 480), Buffer.alloc(tail, 7)]);
      house.store.put('Rot/sound.jpg', Buffer.concat([picture, Buffer.from('sound')]));
      house.store.put('Rot/rotten.jpg', Buffer.concat([picture, Buffer.from('rotten')]));
      house.store.put('Rot/video.mp4', Buffer.concat([picture, Buffer.from('no video, but nobody looks')]));
      for (const path of ['Rot/rotten.jpg', 'Rot/video.mp4']) {
        const file = await placeOf(path);
        flip(file);
        utimesSync(file, longAgo, longAgo);
      }
      await house.start();
    });
    after(async () => {
      if (available) await house.close();
    });

    const failures = async (): Promise<FailedPhotos['failures']> =>
      (await house.library.json<FailedPhotos>('/api/admin/failures')).failures.filter(
        (failure) => failure.name !== 'empty.jpg',
      );

    it('makes this photo fail with a reason that names the damage, and no other photo', async () => {
      const { library } = house;
      await until(async () => (await library.photos()).has('Rot/sound.jpg') && (await failures()).length === 2);
      const failed = await failures();
      expect(failed.map((failure) => failure.name)).to.have.members(['rotten.jpg', 'video.mp4']);
      for (const { error } of failed) {
        expect(error).to.match(/^The photo source cannot read this photo: Block \d+ of the encrypted file is damaged/);
      }
      expect((await library.photo('Rot/sound.jpg')).state).to.equal('indexed');
      expect(await library.bridgeCheck()).to.include({ ok: true });
      expect((await library.bridgeCheck()).detail).to.match(/of which it cannot read/);
      const full = await library.ask(`/api/photos/${failed[0]?.uid}/full`);
      const body = await full.arrayBuffer().catch((error: unknown) => error);
      expect(full.status !== 200 || body instanceof Error, 'damaged bytes passed for the photo').to.equal(true);
    });

    it('has no effect any more once the file is repaired: the photo is indexed automatically', async () => {
      const { library, store } = house;
      store.remove('Rot/video.mp4');
      const repaired = Buffer.concat([picture, Buffer.from('rotten')]);
      store.put('Rot/rotten.jpg', repaired);
      await until(async () => (await library.photos()).get('Rot/rotten.jpg')?.state === 'indexed');
      const photo = await library.photo('Rot/rotten.jpg');
      expect(photo.sha1).to.equal(createHash('sha1').update(repaired).digest('hex'));
      expect((await library.bytes(photo)).equals(repaired)).to.equal(true);
      await until(async () => (await failures()).length === 0);
    });

    it('never reaches a browser as part of a photo, even if it flips after the photo was indexed', async () => {
      const { library } = house;
      const photo = await library.photo('Rot/sound.jpg');
      flip(await placeOf('Rot/sound.jpg'));
      const full = await library.ask(`/api/photos/${photo.uid}/full`);
      const body = await full.arrayBuffer().catch((error: unknown) => error);
      expect(full.status !== 200 || body instanceof Error, 'damaged bytes passed for the photo').to.equal(true);
      expect((await library.bytes(await library.photo('Rot/rotten.jpg'))).length).to.be.above(tail);
    });
  });
}
