import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { TakeoutHouse } from '../../support/takeout-house.ts';

const signal = new AbortController().signal;
const trip = 'Takeout/Google Photos/Trip';

const sha1 = (bytes: string): string => createHash('sha1').update(bytes).digest('hex');

describe('albums of an export of Google Photos', () => {
  let house: TakeoutHouse;
  beforeEach(() => {
    house = new TakeoutHouse();
  });
  afterEach(() => house.close());

  const writeTakeoutAlbums = (): void => {
    for (const [album, who] of [
      ['Takeout food', 'Anna'],
      ['Takeout Berlin', 'Ben'],
    ] as const) {
      const folder = `Takeout/Google Photos/${album}`;
      house.export.album(`${folder}/metadata.json`, album);
      house.export.write(`${folder}/IMG_1.jpg`, `a picture of ${who}`);
      house.export.side(`${folder}/IMG_1.jpg.json`, { title: 'IMG_1.jpg', people: [who] });
    }
  };
  const expectApart = async (): Promise<void> => {
    expect(Object.keys(await house.albums())).to.have.members(['Takeout food', 'Takeout Berlin']);
    for (const who of ['Anna', 'Ben']) {
      const { nodes } = await house.source.nodes([sha1(`a picture of ${who}`)], { signal });
      expect(nodes[0]?.people).to.deep.equal([{ name: who }]);
    }
  };

  it('stay separate if their names begin with “Takeout”, with the right people on their photos', async () => {
    writeTakeoutAlbums();
    await house.start();
    await expectApart();
  });

  it('are separated again after an older version read them as one', async () => {
    writeTakeoutAlbums();
    await house.start();
    await house.end();
    await house.fake?.stop();
    const journal = openSqlite(join(house.fake?.host.dataDir ?? '', 'takeout.sqlite3'));
    journal.exec("UPDATE files SET folder = '', settled = NULL; INSERT INTO stale_folders VALUES ('')");
    journal.close();
    await house.start();
    await expectApart();
  });

  it('may be named after a year', async () => {
    house.export.album('Takeout/Google Photos/2019/metadata.json', '2019');
    house.export.write('Takeout/Google Photos/2019/a.jpg', 'a');
    await house.start();
    expect(await house.albums()).to.deep.equal({ '2019': ['a.jpg'] });
  });

  it('are deleted with the file that names them, or with their folder', async () => {
    house.export.write(`${trip}/a.jpg`, 'a');
    house.export.album(`${trip}/metadata.json`, 'Trip');
    house.export.write('Takeout/Google Photos/Other/b.jpg', 'b');
    house.export.album('Takeout/Google Photos/Other/metadata.json', 'Other');
    await house.start();
    const since = await house.end();
    rmSync(join(house.export.root, `${trip}/metadata.json`));
    rmSync(join(house.export.root, 'Takeout/Google Photos/Other'), { recursive: true });
    const gone = (await house.changes(since)).map(({ type, kind }) => `${type} ${kind}`);
    expect(gone.sort()).to.deep.equal(['delete album', 'delete album', 'delete photo']);
    expect(await house.albums()).to.deep.equal({});
    house.export.album(`${trip}/metadata.json`, 'Trip again');
    expect(await house.albums()).to.deep.equal({ 'Trip again': ['a.jpg'] });
  });
});
