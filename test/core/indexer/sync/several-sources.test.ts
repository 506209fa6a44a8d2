import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import { SyncState } from '../../../../core/store/sync-state.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { MemorySource, sha1Of } from '../../../support/memory-source.ts';
import { plainPictures } from '../../../support/pictures.ts';

describe('a library with several photo sources', function () {
  let folder: string;
  let home: MemorySource;
  let phone: MemorySource;
  let rig: IndexerRig;
  let pictures: Buffer[];

  before(async () => {
    pictures = await plainPictures(40);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    home = new MemorySource();
    phone = new MemorySource();
    phone.storeId = 'phone';
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<void> => {
    rig = new IndexerRig({ folder, source: home, further: [{ plugin: 'phone', source: phone }] });
    await rig.settle();
  };
  const restart = async (further = [{ plugin: 'phone', source: phone }]): Promise<void> => {
    await rig.close();
    rig = new IndexerRig({ folder, source: home, further });
    await rig.settle();
  };
  const away = (): never => {
    throw new SourceError('unreachable', 'The phone is off.');
  };
  const picture = (index: number): Buffer => pictures[index % pictures.length]!;
  const put = (source: MemorySource, from: number, to: number): void => {
    for (let index = from; index < to; index += 1) source.put(`p${index}`, picture(index));
  };
  /** The uids, without prefixes, of the photos that are shown. */
  const shown = (isPhone: boolean): string[] =>
    rig
      .photos()
      .filter(({ uid, listed, state }) => listed && state === 'indexed' && uid.includes('~') === isPhone)
      .map(({ uid }) => uid.slice(uid.indexOf('~') + 1))
      .sort();
  const held = (): unknown => rig.indexer.progress().massLoss;

  it('shows the photos of each source, even if two of them have the same uid', async () => {
    home.put('same', picture(0));
    phone.put('same', picture(1));
    await start();
    const [ofHome, ofPhone] = rig.photos().sort((a, b) => a.uid.length - b.uid.length);
    expect(ofHome).to.include({ uid: 'same', state: 'indexed' });
    expect(ofHome!.sha1!.toString('hex')).to.equal(sha1Of(picture(0)));
    expect(ofPhone!.uid).to.match(/^[2-9a-z]{6}~same$/);
    expect(ofPhone!.sha1!.toString('hex')).to.equal(sha1Of(picture(1)));
  });

  it('keeps all uids when a source is added, or loaded in another order', async () => {
    put(home, 0, 2);
    rig = new IndexerRig({ folder, source: home });
    await rig.settle();
    put(phone, 2, 4);
    await restart();
    const uids = rig.photos().map(({ uid }) => uid);
    expect(uids.filter((uid) => !uid.includes('~'))).to.deep.equal(['p0', 'p1']);
    await rig.close();
    rig = new IndexerRig({ folder, source: phone, plugin: 'phone', further: [{ plugin: 'memory', source: home }] });
    await rig.settle();
    expect(rig.photos().map(({ uid, deleted_at }) => [uid, deleted_at])).to.deep.equal(uids.map((uid) => [uid, null]));
  });

  it('has the albums of each source, and deletes those that a source no longer has', async () => {
    put(home, 0, 1);
    put(phone, 1, 2);
    home.putAlbum('a', 'Lake', ['p0']);
    phone.putAlbum('a', 'Hill', ['p1']);
    await start();
    const albums = (): unknown[] =>
      rig.db
        .prepare(
          `SELECT albums.name || ': ' || group_concat(substr(photos.uid, -2)) FROM albums
           JOIN album_photos ON album_id = albums.id JOIN photos ON photos.id = photo_id GROUP BY albums.id ORDER BY albums.name`,
        )
        .pluck()
        .all();
    expect(albums()).to.deep.equal(['Hill: p1', 'Lake: p0']);
    home.expireCursors();
    await rig.settle();
    expect(albums()).to.deep.equal(['Hill: p1', 'Lake: p0']);
    phone.removeAlbum('a');
    await rig.settle();
    expect(albums()).to.deep.equal(['Lake: p0']);
  });

  it('continues with the other sources while one is unreachable, whose photos are still shown', async () => {
    put(home, 0, 2);
    put(phone, 2, 4);
    await start();
    phone.faults.set('health', away);
    put(home, 4, 5);
    put(phone, 5, 6);
    await rig.settle();
    expect(shown(false)).to.deep.equal(['p0', 'p1', 'p4']);
    expect(shown(true)).to.deep.equal(['p2', 'p3']);
    expect(rig.indexer.progress().trouble?.message).to.equal('phone: The phone is off.');
    phone.faults.clear();
    await rig.settle();
    expect(shown(true)).to.deep.equal(['p2', 'p3', 'p5']);
    expect(rig.indexer.progress().trouble).to.equal(null);
  });

  it('continues with the other sources when one becomes unreachable while its photos are read', async () => {
    put(home, 0, 3);
    put(phone, 3, 6);
    phone.faults.set('open', away);
    await start();
    expect(shown(false)).to.deep.equal(['p0', 'p1', 'p2']);
    expect(shown(true)).to.deep.equal([]);
    phone.faults.clear();
    await rig.settle();
    expect(shown(true)).to.deep.equal(['p3', 'p4', 'p5']);
  });

  it('asks an admin about a source that loses its photos, however many the others have', async () => {
    // The photos of the phone are less than a fifth of all photos.
    put(home, 0, 90);
    put(phone, 90, 111);
    await start();
    phone.photos.clear();
    phone.expireCursors();
    put(home, 111, 112);
    await rig.settle();
    expect(held()).to.include({ reason: 'mass_disappearance', missing: 21, total: 21 });
    expect(shown(true)).to.have.length(21);
    expect(shown(false)).to.have.length(91);
    const settled = rig.indexer.settled();
    expect(rig.indexer.confirmMassLoss({ missing: 21 }).agreed).to.equal(true);
    await settled;
    expect(shown(true)).to.deep.equal([]);
    expect(shown(false)).to.have.length(91);
  });

  it('asks an admin when a source shows another store, and continues with the others', async () => {
    put(home, 0, 2);
    put(phone, 2, 14);
    await start();
    phone.storeId = 'another phone';
    put(home, 14, 15);
    await rig.settle();
    expect(held()).to.include({ reason: 'other_store', missing: 12 });
    expect(shown(false)).to.deep.equal(['p0', 'p1', 'p14']);
  });

  it('keeps the photos of a source that is no longer loaded', async () => {
    put(home, 0, 2);
    put(phone, 2, 4);
    await start();
    put(home, 4, 5);
    await restart([]);
    expect(shown(false)).to.deep.equal(['p0', 'p1', 'p4']);
    expect(shown(true)).to.deep.equal(['p2', 'p3']);
  });

  it('lists one source again from the beginning without changes to the others', async () => {
    put(home, 0, 3);
    put(phone, 3, 6);
    await start();
    home.loseSilently('p0');
    home.expireCursors();
    await rig.settle();
    expect(shown(false)).to.deep.equal(['p1', 'p2']);
    expect(shown(true)).to.deep.equal(['p3', 'p4', 'p5']);
  });

  it('does not wait for a source that does not respond, and adds its photos once it does', async () => {
    put(home, 0, 2);
    put(phone, 2, 4);
    let isSilent = true;
    phone.faults.set('timeline', (next) => (isSilent ? new Promise(() => undefined) : next()));
    await start();
    expect(shown(false)).to.deep.equal(['p0', 'p1']);
    expect(rig.indexer.progress().trouble?.message).to.match(/^phone: The photo source did not answer/);
    isSilent = false;
    await rig.settle();
    expect(shown(true)).to.deep.equal(['p2', 'p3']);
  });

  it('lets no source change photos or albums of another, whatever uids it sends', async () => {
    put(home, 0, 2);
    put(phone, 2, 4);
    phone.putAlbum('a', 'Hill', ['p2']);
    await start();
    const before = rig.photos().filter(({ uid }) => uid.includes('~'));
    const { uid } = before[0]!;
    const prefix = uid.slice(0, 7);
    for (const { uid: theirs } of before) {
      home.put(theirs, picture(9));
      home.remove(theirs);
    }
    home.put(`${prefix}new`, picture(8));
    home.putAlbum(`${prefix}a`, 'Stolen', ['p0']);
    phone.put('p0', picture(7));
    phone.remove('p1');
    await rig.settle();
    home.expireCursors();
    await rig.settle();
    const facts = rig.photos().map((photo) => [photo.uid, photo.sha1?.toString('hex'), photo.deleted_at]);
    expect(facts).to.have.deep.members([
      ['p0', sha1Of(picture(0)), null],
      ['p1', sha1Of(picture(1)), null],
      ...before.map((photo) => [photo.uid, photo.sha1!.toString('hex'), null]),
      [`${prefix}p0`, sha1Of(picture(7)), null],
    ]);
    expect(rig.db.prepare('SELECT name FROM albums').pluck().all()).to.deep.equal(['Hill']);
  });

  it('continues with the other sources while one lists without end', async () => {
    put(home, 0, 2);
    put(phone, 2, 4);
    let page = 0;
    phone.faults.set('timeline', () => {
      page += 1;
      return Promise.resolve({ items: [], next: `page ${page}`, changesCursor: '0' });
    });
    await start();
    expect(shown(false)).to.deep.equal(['p0', 'p1']);
    phone.faults.clear();
    await rig.settle();
    expect(shown(true)).to.deep.equal(['p2', 'p3']);
  });

  it('removes the photos and albums of an unloaded source when an admin says so, and adds them again later', async () => {
    put(home, 0, 2);
    put(phone, 2, 4);
    home.putAlbum('a', 'Lake', ['p0']);
    phone.putAlbum('a', 'Hill', ['p2']);
    await start();
    const albums = (): unknown[] => rig.db.prepare('SELECT name FROM albums ORDER BY name').pluck().all();
    await restart([]);
    expect(albums()).to.deep.equal(['Hill', 'Lake']);
    new SyncState(rig.db, 1).set('leaving', true);
    await rig.settle();
    expect(shown(true)).to.deep.equal([]);
    expect(shown(false)).to.deep.equal(['p0', 'p1']);
    expect(albums()).to.deep.equal(['Lake']);
    expect(held()).to.equal(null);
    await restart();
    expect(shown(true)).to.deep.equal(['p2', 'p3']);
    expect(albums()).to.deep.equal(['Hill', 'Lake']);
  });
});
