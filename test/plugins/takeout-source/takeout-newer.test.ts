import { createHash } from 'node:crypto';
import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { TakeoutHouse } from '../../support/takeout-house.ts';

const signal = new AbortController().signal;
const year = 'Takeout/Google Photos/Photos from 2019';

const sha1 = (bytes: string): string => createHash('sha1').update(bytes).digest('hex');

describe('a newer export of Google Photos', () => {
  let house: TakeoutHouse;
  beforeEach(() => {
    house = new TakeoutHouse();
  });
  afterEach(() => house.close());

  it('has the same photos, with the same ids', async () => {
    for (const name of ['a.jpg', 'b.jpg']) house.export.write(`${year}/${name}`, name);
    await house.start();
    const before = await house.nodes();
    const since = await house.end();
    renameSync(join(house.export.root, 'Takeout'), join(house.export.root, 'takeout-new'));
    expect(await house.nodes()).to.deep.equal(before);
    expect((await house.changes(since)).filter(({ type }) => type === 'delete')).to.deep.equal([]);
  });

  it('keeps the ids of photos when it numbers files of the same name differently', async () => {
    house.export.write(`${year}/IMG_1.jpg`, 'picture A');
    house.export.side(`${year}/IMG_1.jpg.json`, { title: 'IMG_1.jpg', description: 'of A' });
    await house.start();
    const since = await house.end();
    house.export.write(`${year}/IMG_1.jpg`, 'picture N', 1_700_000_500);
    house.export.side(`${year}/IMG_1.jpg.json`, { title: 'IMG_1.jpg', description: 'of N now' });
    house.export.write(`${year}/IMG_1(1).jpg`, 'picture A', 1_700_000_500);
    house.export.side(`${year}/IMG_1.jpg(1).json`, { title: 'IMG_1.jpg', description: 'of A' });
    const changes = await house.changes(since);
    expect(changes.map(({ type, uid, rev }) => `${type} ${uid} ${rev}`)).to.include(
      `upsert ${sha1('picture N')} ${sha1('picture N')}`,
    );
    expect(changes.filter(({ type }) => type === 'delete')).to.deep.equal([]);
    const { items } = await house.source.timeline({ cursor: null, limit: 10, signal });
    const { nodes } = await house.source.nodes(
      items.map(({ uid }) => uid),
      { signal },
    );
    expect(Object.fromEntries(nodes.map(({ uid, rev, caption }) => [uid, `${rev} ${caption}`]))).to.deep.equal({
      [sha1('picture A')]: `${sha1('picture A')} of A`,
      [sha1('picture N')]: `${sha1('picture N')} of N now`,
    });
  });

  it('has another photo if a file has new content, and the first one again if the old content returns', async () => {
    house.export.write(`${year}/a.jpg`, 'first');
    await house.start();
    await house.nodes();
    house.export.write(`${year}/a.jpg`, 'second', 1_700_000_100);
    expect((await house.nodes()).get('a.jpg')?.uid).to.equal(sha1('second'));
    house.export.write(`${year}/a.jpg`, 'first', 1_700_000_200);
    expect((await house.nodes()).get('a.jpg')?.uid).to.equal(sha1('first'));
  });

  it('provides the captions if an older export lies beside it', async () => {
    for (const [export_, words, time] of [
      ['takeout-20230101', 'old words', 1_680_000_000],
      ['takeout-20240101', 'new words', 1_710_000_000],
    ] as const) {
      const folder = `${export_}/Takeout/Google Photos/Photos from 2019`;
      house.export.write(`${folder}/a.jpg`, 'same');
      house.export.side(`${folder}/a.jpg.json`, { title: 'a.jpg', description: words });
      house.export.write(`${folder}/IMG_7.HEIC`, 'still');
      house.export.write(`${folder}/IMG_7.MP4`, 'moves');
      utimesSync(join(house.export.root, folder, 'a.jpg.json'), time, time);
    }
    await house.start();
    const nodes = await house.nodes();
    expect(nodes.get('a.jpg')?.caption).to.equal('new words');
    // The second video of the live photo is not a photo of its own.
    expect([...nodes.keys()].sort()).to.deep.equal(['IMG_7.HEIC', 'a.jpg']);
  });
});
