import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Status } from '../../core/http/wire.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { EditedFolder } from '../support/edited-store.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';

const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

describe('a library whose processes are killed', () => {
  let house: BridgedService<EditedFolder>;
  /** The content of the store: SHA-1 by the folder and the name of the photo. */
  const stored = new Map<string, string>();
  let round = 0;

  before(async () => {
    house = new BridgedService((root) => new EditedFolder(root));
    await edit();
    await house.start();
    await house.library.untilHolds(Object.fromEntries(stored));
    const { uid } = await house.library.photo('Round 1/photo-000.jpg');
    await house.library.json(`/api/photos/${uid}/tags`, 'PUT', { tags: ['dear'] });
    await house.library.json(`/api/photos/${uid}`, 'PATCH', { favorited: true });
  });
  after(() => house.close());

  /** Adds a folder of photos, renames the one before it, replaces a photo and removes one. */
  async function edit(): Promise<void> {
    round += 1;
    const folder = `Round ${round}`;
    const photos = [...(await smallPhotos(40))];
    for (const [name, bytes] of photos) {
      const own = Buffer.concat([bytes, Buffer.from(` of round ${round}`)]);
      house.store.put(`${folder}/${name}`, own);
      stored.set(`${folder}/${name}`, sha1Of(own));
    }
    const last = `Round ${round - 1}`;
    if (round === 1) return;
    const replaced = Buffer.concat([photos[1]![1], Buffer.from(` anew in round ${round}`)]);
    house.store.put(`${last}/photo-001.jpg`, replaced);
    stored.set(`${last}/photo-001.jpg`, sha1Of(replaced));
    house.store.remove(`${last}/photo-002.jpg`);
    stored.delete(`${last}/photo-002.jpg`);
    house.store.rename(last, `${last}, renamed`);
    for (const [name, sha1] of [...stored]) {
      if (!name.startsWith(`${last}/`)) continue;
      stored.delete(name);
      stored.set(name.replace(last, `${last}, renamed`), sha1);
    }
  }

  const expectWhole = async (): Promise<void> => {
    const { library } = house;
    await until(async () => {
      await library.sync();
      return (await library.bridgeCheck()).ok;
    });
    await until(async () => {
      // A photo that was in progress at three kills counts as failed until a retry is requested.
      const { failed, pending } = await library.json<Status>('/api/status');
      if (failed > 0) await library.json('/api/admin/indexer/retry-failed', 'POST');
      return failed === 0 && pending === 0;
    });
    await library.untilHolds(Object.fromEntries(stored));
    const photos = await library.photos();
    const dear = [...photos].filter(([, { tags }]) => tags.length > 0);
    expect(dear.map(([name, { tags, favorited_by_me: favorite }]) => [name, tags, favorite])).to.deep.equal([
      ['Round 1, renamed/photo-000.jpg', ['dear'], true],
    ]);
    expect(new Set([...photos.values()].map(({ uid }) => uid))).to.have.property('size', photos.size);
    const { failures } = await library.json<{ failures: unknown[] }>('/api/admin/failures');
    expect(failures).to.deep.equal([]);
  };

  it('matches its store after kills of the bridge at any moment of a scan and of a sync', async () => {
    await edit();
    for (const milliseconds of [0, 10, 40, 120, 300]) {
      await sleep(milliseconds);
      await house.bridge.kill();
      await house.startBridge();
      await house.library.sync();
    }
    await expectWhole();
  });

  it('matches its store after kills of the server at any moment of a sync', async () => {
    await edit();
    for (const milliseconds of [0, 150, 600]) {
      await house.service.kill();
      await house.startService();
      await house.library.sync();
      await sleep(milliseconds);
    }
    await expectWhole();
  });

  it('matches its store after a kill of both at once', async () => {
    await edit();
    await until(async () => (await house.library.photos()).size > 100);
    await Promise.all([house.bridge.kill(), house.service.kill()]);
    await house.startBridge();
    await house.startService();
    await expectWhole();
  });
});
