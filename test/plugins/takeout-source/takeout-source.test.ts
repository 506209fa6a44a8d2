import { createHash } from 'node:crypto';
import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { skip } from '../../support/skip.ts';
import { TakeoutHouse } from '../../support/takeout-house.ts';

const signal = new AbortController().signal;
const year = 'Takeout/Google Photos/Photos from 2019';
const trip = 'Takeout/Google Photos/Trip';

const sha1 = (bytes: string): string => createHash('sha1').update(bytes).digest('hex');

/** An MP4 file of this duration, with some bytes of picture data. */
function video(seconds: number): Buffer {
  const box = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const header = Buffer.alloc(100);
  header.writeUInt32BE(600, 12);
  header.writeUInt32BE(600 * seconds, 16);
  const type = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
  return Buffer.concat([type, box('mdat', Buffer.alloc(500, seconds)), box('moov', box('mvhd', header))]);
}

describe('an export of Google Photos', () => {
  describePhotoSource(
    async () => {
      const house = new TakeoutHouse();
      for (let i = 0; i < 5; i += 1) {
        house.export.write(`${year}/IMG_${i}.jpg`, `picture number ${i}`, 1_600_000_000 + i);
        house.export.side(`${year}/IMG_${i}.jpg.json`, { title: `IMG_${i}.jpg`, takenAt: 1_500_000_000 + (i % 3) });
      }
      house.export.album(`${trip}/metadata.json`, 'Trip');
      house.export.write(`${trip}/IMG_1.jpg`, 'picture number 1');
      house.export.write(`${trip}/clip.mp4`, 'a film of some length');
      house.export.write(`${trip}/IMG_9.HEIC`, 'a still of some length');
      house.export.write(`${trip}/IMG_9.MOV`, 'what moves in the still');
      await house.start();
      return { source: house.source, house, cleanup: () => house.close() };
    },
    {
      change: ({ house }) => {
        house.export.write(`${year}/IMG_0.jpg`, 'picture number 0, other');
        house.export.side(`${year}/IMG_2.jpg.json`, { title: 'IMG_2.jpg', takenAt: 1_400_000_000 });
        house.export.write(`${trip}/new.jpg`, 'a new picture of the trip');
        rmSync(join(house.export.root, `${year}/IMG_3.jpg`));
      },
    },
  );

  let house: TakeoutHouse;
  beforeEach(() => {
    house = new TakeoutHouse();
  });
  afterEach(() => house.close());

  it('has the data of its side files, whichever part they are in', async () => {
    const said = {
      title: 'IMG_1.jpg',
      description: 'At the sea',
      takenAt: 1_564_000_000,
      geoData: [38.7, -9.14],
      people: ['Anna', 'Bert'],
      favorited: true,
    } as const;
    house.export.write('takeout-x-001/Takeout/Google Photos/Photos from 2019/IMG_1.jpg', 'one');
    house.export.side('takeout-x-002/Takeout/Google Photos/Photos from 2019/IMG_1.jpg.json', said);
    house.export.write('takeout-x-002/Takeout/Google Photos/Photos from 2019/bare.jpg', 'two', 1_600_000_000);
    await house.start();
    const nodes = await house.nodes();
    expect(nodes.get('IMG_1.jpg')).to.deep.include({
      uid: sha1('one'),
      captureTime: 1_564_000_000,
      captureTimeSource: 'upstream',
      caption: 'At the sea',
      location: { lat: 38.7, lng: -9.14 },
      people: [{ name: 'Anna' }, { name: 'Bert' }],
      favourite: true,
    });
    expect(nodes.get('bare.jpg')).to.deep.include({
      captureTime: 1_600_000_000,
      captureTimeSource: 'mtime',
      people: [],
      favourite: false,
    });
  });

  it('has each photo once, in its albums, however many files it has', async () => {
    for (const folder of [year, trip, 'Takeout/Google Photos/Best of']) house.export.write(`${folder}/a.jpg`, 'same');
    house.export.write(`${year}/b.jpg`, 'other');
    house.export.album(`${trip}/Metadaten.json`, 'Trip to Lisbon');
    house.export.album('Takeout/Google Photos/Best of/metadata.json', 'Best of');
    house.export.album(`${year}/metadata.json`, 'Photos from 2019');
    house.export.write('Takeout/Google Photos/Untitled/c.jpg', 'in a folder without a word about it');
    await house.start();
    expect([...(await house.nodes()).keys()].sort()).to.deep.equal(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(await house.albums()).to.deep.equal({ 'Trip to Lisbon': ['a.jpg'], 'Best of': ['a.jpg'] });
  });

  it('leaves out trashed photos, and serves short videos as the motion of live photos', async () => {
    house.export.write('Takeout/Google Photos/Trash/bin.jpg', 'thrown away');
    house.export.side('Takeout/Google Photos/Trash/bin.jpg.json', { title: 'bin.jpg', trashed: true });
    house.export.write(`${year}/IMG_7.HEIC`, 'still');
    house.export.side(`${year}/IMG_7.HEIC.supplemental-metadata.json`, { title: 'IMG_7.HEIC' });
    house.export.write(`${year}/IMG_7.MP4`, 'moves');
    house.export.write(`${year}/IMG_8.jpg`, 'a still');
    house.export.write(`${year}/IMG_8.mp4`, 'a film that has the same name');
    house.export.side(`${year}/IMG_8.jpg.json`, { title: 'IMG_8.jpg' });
    house.export.side(`${year}/IMG_8.mp4.json`, { title: 'IMG_8.mp4' });
    await house.start();
    const nodes = await house.nodes();
    expect([...nodes].map(([name, { kind }]) => `${name} ${kind}`).sort()).to.deep.equal([
      'IMG_7.HEIC live',
      'IMG_8.jpg image',
      'IMG_8.mp4 video',
    ]);
    const still = nodes.get('IMG_7.HEIC');
    expect(still?.motion).to.deep.equal({ mediaType: 'video/mp4', size: 5 });
    const content = await house.source.openMotion?.(sha1('still'), { signal, range: { start: 1, end: 3 } });
    expect(content).to.include({ mediaType: 'video/mp4', length: 3, totalLength: 5, rev: sha1('moves') });
    expect(content && (await text(content.body))).to.equal('ove');
  });

  it('restores the names that Google numbered or truncated, except those of edited photos', async () => {
    const long = 'A walk along the river with everybody who had time that day in May.jpg';
    house.export.write(`${year}/${long.slice(0, 47)}.jpg`, 'long');
    house.export.side(`${year}/${long.slice(0, 46)}.json`, { title: long });
    house.export.write(`${year}/IMG_1(1).jpg`, 'second');
    house.export.side(`${year}/IMG_1.jpg(1).json`, { title: 'IMG_1.jpg', description: 'numbered' });
    house.export.write(`${year}/IMG_2-edited.jpg`, 'edited');
    house.export.side(`${year}/IMG_2.jpg.json`, { title: 'IMG_2.jpg', description: 'shared' });
    await house.start();
    const captions = [...(await house.nodes())].map(([name, { caption }]) => [name, caption]);
    expect(Object.fromEntries(captions)).to.deep.equal({
      [long]: null,
      'IMG_1.jpg': 'numbered',
      'IMG_2-edited.jpg': 'shared',
    });
  });

  it('reports a new side file as a change, and no unchanged photos', async () => {
    for (const name of ['a.jpg', 'b.jpg']) house.export.write(`${year}/${name}`, name);
    await house.start();
    const since = await house.end();
    house.export.side(`${year}/a.jpg.json`, { title: 'a.jpg', people: ['Anna'] });
    expect(await house.changes(since)).to.deep.equal([
      { type: 'upsert', kind: 'photo', uid: sha1('a.jpg'), rev: sha1('a.jpg') },
    ]);
    expect((await house.nodes()).get('a.jpg')?.people).to.deep.equal([{ name: 'Anna' }]);
  });

  it('lists long videos separately from a still of the same name', async () => {
    house.export.write(`${trip}/IMG_0001.JPG`, 'still');
    house.export.side(`${trip}/IMG_0001.JPG.json`, { title: 'IMG_0001.JPG' });
    house.export.write(`${trip}/IMG_0001.MP4`, video(20));
    house.export.write(`${trip}/IMG_0002.JPG`, 'another still');
    house.export.write(`${trip}/IMG_0002.MOV`, video(2.8));
    house.export.write(`${trip}/IMG_0003.JPG`, 'a third still');
    house.export.write(`${trip}/IMG_0003.MP4`, Buffer.alloc(17 * 1024 * 1024, 'no box of a video'));
    await house.start();
    while ((await house.source.health({ signal })).filling) await house.end();
    expect([...(await house.nodes())].map(([name, { kind }]) => `${name} ${kind}`).sort()).to.deep.equal([
      'IMG_0001.JPG image',
      'IMG_0001.MP4 video',
      'IMG_0002.JPG live',
      'IMG_0003.JPG image',
      'IMG_0003.MP4 video',
    ]);
  });

  it('continues after a restart, and expires the cursor when its journal is lost', async () => {
    house.export.write(`${year}/a.jpg`, 'a');
    await house.start();
    const since = await house.end();
    await house.restart();
    house.export.write(`${year}/b.jpg`, 'b');
    expect((await house.changes(since)).map(({ uid }) => uid)).to.deep.equal([sha1('b')]);
    await house.fake?.stop();
    rmSync(join(house.folder, 'data'), { recursive: true });
    await house.start();
    const lost: unknown = await house.changes(since).catch((error: unknown) => error);
    expect(lost).to.include({ code: 'cursor_expired' });
    expect((await house.nodes()).get('a.jpg')?.uid).to.equal(sha1('a'));
  });

  it('is unreachable, not empty, while its folder is missing or has no files', async () => {
    house.export.write(`${year}/a.jpg`, 'a');
    await house.start();
    const since = await house.end();
    const folder = join(house.export.root, 'Takeout');
    renameSync(folder, join(house.folder, 'elsewhere'));
    expect(await house.changes(since).catch((error: unknown) => error)).to.include({ code: 'unreachable' });
    expect(await house.source.health({ signal })).to.include({ reachable: false });
    renameSync(join(house.folder, 'elsewhere'), folder);
    expect(await house.source.health({ signal })).to.include({ reachable: true });
    expect(await house.changes(since)).to.deep.equal([]);
    renameSync(house.export.root, join(house.folder, 'gone'));
    expect(await house.source.health({ signal })).to.include({ reachable: false });
    const open: unknown = await house.source.open(sha1('a'), { signal }).catch((error: unknown) => error);
    expect(open).to.include({ code: 'unreachable' });
    renameSync(join(house.folder, 'gone'), house.export.root);
  });

  it('logs unusable side files, and has the photos without them', async () => {
    const bad = { huge: `{"a":"${'x'.repeat(2_000_000)}"}`, deep: '['.repeat(900_000), cut: '{"photoTakenTime":' };
    for (const [name, json] of Object.entries(bad)) {
      house.export.write(`${year}/${name}.jpg`, name);
      house.export.write(`${year}/${name}.jpg.json`, json);
    }
    symlinkSync('/etc/passwd', join(house.export.root, year, 'link.jpg'));
    await house.start();
    expect([...(await house.nodes()).keys()].sort()).to.deep.equal(['cut.jpg', 'deep.jpg', 'huge.jpg']);
    const warned = house.fake?.logged.filter(({ level }) => level === 'warn') ?? [];
    expect(warned.map(({ facts }) => facts)).to.deep.equal([{ refused: 3 }]);
  });

  it('keeps the photos of a folder that is temporarily unreadable', async function () {
    if (process.getuid?.() === 0) skip(this, 'root may read every folder');
    house.export.write(`${year}/a.jpg`, 'a');
    house.export.write(`${trip}/b.jpg`, 'b');
    await house.start();
    const since = await house.end();
    chmodSync(join(house.export.root, year), 0);
    expect(await house.changes(since)).to.deep.equal([]);
    chmodSync(join(house.export.root, year), 0o755);
  });

  it('is read again if its journal is corrupt', async () => {
    house.export.write(`${year}/a.jpg`, 'a');
    await house.start();
    await house.nodes();
    await house.fake?.stop();
    const journal = join(house.fake?.host.dataDir ?? '', 'takeout.sqlite3');
    for (const part of ['-wal', '-shm']) rmSync(journal + part, { force: true });
    writeFileSync(journal, 'no database at all '.repeat(1000));
    await house.start();
    expect([...(await house.nodes()).keys()]).to.deep.equal(['a.jpg']);
  });

  it('is read again, with the same photos, if its journal has an older schema', async () => {
    house.export.write(`${trip}/a.jpg`, 'a');
    house.export.album(`${trip}/metadata.json`, 'Trip');
    await house.start();
    const before = await house.nodes();
    const since = await house.end();
    await house.fake?.stop();
    const journal = openSqlite(join(house.fake?.host.dataDir ?? '', 'takeout.sqlite3'));
    journal.pragma('user_version = 1');
    journal.close();
    await house.start();
    const changes: unknown = await house.changes(since).catch((error: unknown) => error);
    expect(changes).to.include({ code: 'cursor_expired' });
    expect(await house.nodes()).to.deep.equal(before);
    expect(await house.albums()).to.deep.equal({ Trip: ['a.jpg'] });
  });

  it('handles more removed files than a call can have arguments', async () => {
    house.export.write(`${year}/a.jpg`, 'a');
    await house.start();
    await house.nodes();
    await house.fake?.stop();
    const journal = openSqlite(join(house.fake?.host.dataDir ?? '', 'takeout.sqlite3'));
    journal
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 260000)
         INSERT INTO files (path, dir, folder, name, is_side, size, mtime_ms, state)
         SELECT dir || '/' || i || '.json', dir, dir, i || '.json', 1, 1, 1, 'failed'
         FROM (SELECT i, iif(i % 2 = 0, ?, 'gone') AS dir FROM n)`,
      )
      .run(year);
    journal.close();
    await house.start();
    house.export.write(`${year}/b.jpg`, 'b');
    expect([...(await house.nodes()).keys()].sort()).to.deep.equal(['a.jpg', 'b.jpg']);
  });

  it('reports that it is filling until it has been read to the end once', async () => {
    house.export.write(`${year}/a.jpg`, 'a');
    await house.start();
    const isFilling = async () => (await house.source.health({ signal })).filling === true;
    expect(await isFilling()).to.equal(true);
    await house.end();
    expect(await isFilling()).to.equal(false);
    await house.restart();
    expect(await isFilling()).to.equal(false);
  });
});
