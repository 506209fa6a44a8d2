import { expect } from 'chai';
import { openProtonJournalBeside } from '../../../plugins/bridge-upstream/bridge/proton-faces/journal/proton-journal.ts';
import type { AlbumsAnswer, AlbumPhotosAnswer } from '../../../plugins/bridge-upstream/contract.ts';
import { ProtonRig } from '../../support/proton-rig.ts';
import { until } from '../../support/until.ts';

describe('albums of a bridge in front of proton-faces', function () {
  let rig: ProtonRig;

  const albums = async (): Promise<Record<string, number>> => {
    const { albums: all } = (await rig.get('/albums?limit=100')).json as unknown as AlbumsAnswer;
    return Object.fromEntries(all.map(({ name, photoCount }) => [name, photoCount]));
  };

  beforeEach(async () => {
    rig = new ProtonRig();
    await rig.upstream.start();
  });
  afterEach(() => rig.close());

  const put = (album: string, count: number): void => {
    for (let i = 0; i < count; i += 1) rig.upstream.library.put(`${album}/${i}.jpg`, Buffer.from(`${album} ${i}`));
  };

  /** Waits for this many further responses and for their effects; the photos are not read again. */
  const answers = async (count: number): Promise<void> => {
    const asked = (): number => rig.upstream.asked(/albums$/);
    const before = asked();
    await until(() => asked() > before + count);
  };

  it('are missing while responses lack them, and return with all their photos', async () => {
    put('Summer', 3);
    await rig.ready({ scanInterval: 0.1 });
    const { albums: before } = (await rig.get('/albums?limit=100')).json as unknown as AlbumsAnswer;
    rig.upstream.faults.hasAlbums = false;
    await answers(2);
    expect(await albums()).to.deep.equal({});
    expect((await rig.node('Summer/1.jpg')).albums).to.deep.equal([]);
    rig.upstream.faults.hasAlbums = true;
    await answers(1);
    expect(await albums()).to.deep.equal({ Summer: 3 });
    const photos = (await rig.get(`/albums/${String(before[0]?.uid)}/photos?limit=10`)).json;
    expect((photos as unknown as AlbumPhotosAnswer).items).to.have.length(3);
  });

  it('stay if many are missing at once, until no photo is in them', async () => {
    for (let i = 0; i < 6; i += 1) put(`Trip ${i}`, 2);
    await rig.ready();
    rig.upstream.faults.hasAlbums = false;
    await rig.list(3);
    expect(Object.keys(await albums())).to.have.length(6);
    rig.upstream.faults.hasAlbums = true;
    // Deleted in Proton: their photos are in no album any more.
    for (let i = 0; i < 6; i += 1) {
      for (const name of ['0.jpg', '1.jpg']) rig.upstream.library.rename(`Trip ${i}/${name}`, `${i}-${name}`);
    }
    await rig.list(3);
    expect(await albums()).to.deep.equal({});
    expect((await rig.health()).counts).to.include({ photos: 12, albums: 0 });
  });

  it('lose a video that becomes the motion part of a photo', async () => {
    const { library } = rig.upstream;
    library.put('Trip/still.jpg', Buffer.from('still'));
    library.put('Trip/apart.mov', Buffer.from('motion'));
    await rig.ready();
    expect(await albums()).to.deep.equal({ Trip: 2 });
    library.rename('Trip/apart.mov', 'Trip/still.mov');
    await rig.list(3);
    expect(await rig.node('Trip/still.jpg')).to.include({ kind: 'live' });
    expect(await albums()).to.deep.equal({ Trip: 1 });
    const { albums: all } = (await rig.get('/albums?limit=100')).json as unknown as AlbumsAnswer;
    const photos = (await rig.get(`/albums/${String(all[0]?.uid)}/photos?limit=10`)).json;
    expect((photos as unknown as AlbumPhotosAnswer).items.map(({ uid }) => uid)).to.deep.equal([
      library.of('Trip/still.jpg').uid,
    ]);
  });

  it('that only photos name are shown once their name is known, and deleted when no photo names them', async () => {
    rig.upstream.faults.hasAlbums = false;
    put('Summer', 2);
    await rig.ready();
    expect(await albums()).to.deep.equal({});
    rig.upstream.faults.hasAlbums = true;
    await rig.list();
    expect(await albums()).to.deep.equal({ Summer: 2 });
    rig.upstream.faults.hasAlbums = false;
    await rig.list(2);
    for (const name of ['0.jpg', '1.jpg']) rig.upstream.library.rename(`Summer/${name}`, name);
    // The photos are read after the albums.
    await rig.list(2);
    const journal = openProtonJournalBeside(rig.dataDir);
    expect(journal?.db.prepare('SELECT uid FROM albums').all()).to.deep.equal([]);
    journal?.close();
  });
});
