import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Albums, MapMarkers, Photo, PhotoItem, PhotoMeta, SearchResults, Tags } from '../../core/http/wire.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { needPhotos, photosDir } from '../support/model-packs.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { TakeoutExport } from '../support/takeout-export.ts';
import { until } from '../support/until.ts';

const year = 'takeout-x-001/Takeout/Google Photos/Fotos von 2019';
const sameYear = 'takeout-x-002/Takeout/Google Photos/Fotos von 2019';
const trip = 'takeout-x-002/Takeout/Google Photos/Lissabon';
const lisbon = [38.7139, -9.1394] as const;

describe('a library from an export of Google Photos, in a real process', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  let made: TakeoutExport;
  let server: ServerProcess | undefined;
  let library: LibraryClient;
  const photos = 7;

  before(async function () {
    needPhotos(this);
    made = new TakeoutExport(join(folder, 'export'));
    const scenes = join(photosDir, 'scenes');
    const pictures = readdirSync(scenes)
      .filter((name) => name.endsWith('.jpg'))
      .sort();
    const picture = (index: number): Buffer => readFileSync(join(scenes, pictures[index] ?? ''));

    made.write(`${year}/IMG_1.jpg`, picture(0));
    made.write(`${trip}/IMG_1.jpg`, picture(0));
    made.album(`${trip}/Metadaten.json`, 'Lissabon im Juli');
    made.side(`${sameYear}/IMG_1.jpg.supplemental-metadata.json`, {
      title: 'IMG_1.jpg',
      description: 'Pastéis at breakfast',
      takenAt: 1_563_000_000,
      geoData: lisbon,
      people: ['Anna Alm', 'Bert'],
      favorited: true,
    });
    made.write(`${year}/IMG_1(1).jpg`, picture(1));
    made.side(`${year}/IMG_1.jpg(1).json`, { title: 'IMG_1.jpg', people: ['Anna Alm'], geoDataExif: lisbon });
    made.write(`${year}/IMG_2.jpg`, picture(2));
    made.write(`${year}/IMG_2-bearbeitet.jpg`, picture(3));
    made.side(`${year}/IMG_2.jpg.json`, { title: 'IMG_2.jpg', description: 'The old harbour' });
    made.write(`${year}/PXL_20230101_123456789.jpg`, picture(4));
    const cut = 'PXL_20230101_123456789.jpg.supplemental-metada.json';
    made.side(`${year}/${cut}`, { title: 'PXL_20230101_123456789.jpg', description: 'Fireworks' });
    made.write(`${year}/IMG_9.jpg`, picture(5));
    made.write(`${year}/IMG_9.mp4`, 'the moving half');
    made.side(`${year}/IMG_9.jpg.json`, { title: 'IMG_9.jpg' });
    made.write(`${year}/bare.jpg`, picture(6));
    made.write(`${year}/bare.jpg.json`, '{"photoTakenTime": ');
    made.write(`takeout-x-001/Takeout/Google Photos/Papierkorb/bin.jpg`, picture(7));
    made.side(`takeout-x-001/Takeout/Google Photos/Papierkorb/bin.jpg.json`, { title: 'bin.jpg', trashed: true });
    await start();
  });
  after(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<void> {
    server = await startServerProcess({
      DATA_DIR: join(folder, 'data'),
      PLUGINS: 'takeout-source',
      TAKEOUT_DIR: made.root,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      SYNC_INTERVAL: '1',
    });
    library = await LibraryClient.signIn(server.url);
    await until(async () => (await list()).length === photos);
  }

  const list = async (): Promise<PhotoItem[]> =>
    (await library.json<{ photos: PhotoItem[] }>('/api/photos?limit=100')).photos;
  const named = async (name: string, caption?: string): Promise<Photo> => {
    const all = await Promise.all((await list()).map(({ uid }) => library.json<Photo>(`/api/photos/${uid}`)));
    const found = all.find((photo) => photo.name === name && (caption === undefined || photo.caption === caption));
    if (!found) throw new Error(`no ${name} among ${all.map((photo) => photo.name).join()}`);
    return found;
  };
  const search = async (q: string): Promise<(string | null)[]> => {
    const { results } = await library.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}`);
    const found = await Promise.all(results.map(({ uid }) => library.json<Photo>(`/api/photos/${uid}`)));
    return found.map(({ caption, name }) => caption ?? name).sort();
  };

  it('has each photo once, with time, caption, people and album', async () => {
    const photo = await named('IMG_1.jpg', 'Pastéis at breakfast');
    expect(photo).to.deep.include({
      taken_at: 1_563_000_000,
      taken_at_local: '2019-07-13T07:40:00',
      place: 'Lisbon, Portugal',
      source_people: ['Anna Alm', 'Bert'],
      people: [],
    });
    const { albums, total } = await library.json<Albums>('/api/albums');
    expect(albums.map(({ name, photo_count: count }) => [name, count])).to.deep.equal([['Lissabon im Juli', 1]]);
    expect(total).to.equal(1);
    expect((await named('IMG_9.jpg')).kind).to.equal('live');
    expect((await named('IMG_2-bearbeitet.jpg')).caption).to.equal('The old harbour');
    const meta = await library.json<PhotoMeta>(`/api/photos/${photo.uid}/meta`);
    expect(meta.upstream.node).to.deep.include({ people: [{ name: 'Anna Alm' }, { name: 'Bert' }], favourite: true });
  });

  it('can be searched by people, captions and places', async () => {
    expect(await search('Anna')).to.deep.equal(['IMG_1.jpg', 'Pastéis at breakfast']);
    expect(await search('Anna Bert')).to.deep.equal(['Pastéis at breakfast']);
    expect(await search('harbour')).to.deep.equal(['The old harbour', 'The old harbour']);
    expect(await search('fireworks')).to.deep.equal(['Fireworks']);
    expect(await search('Lisbon')).to.have.length(2);
    expect(await search('breakfast in Portugal')).to.deep.equal(['Pastéis at breakfast']);
  });

  it('has photos on the map, and serves ranges of originals', async () => {
    const { markers } = await library.json<MapMarkers>('/api/map');
    expect(markers.map(({ place, count }) => [place, count])).to.deep.equal([['Lisbon, Portugal', 2]]);
    const { uid, size } = await named('PXL_20230101_123456789.jpg');
    const part = await library.ask(`/api/photos/${uid}/full`, { headers: { range: 'bytes=0-9' } });
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([206, `bytes 0-9/${size}`]);
    expect((await part.arrayBuffer()).byteLength).to.equal(10);
  });

  it('has the favourites of the export until a user removes one, and follows later changes of the export', async () => {
    const favourites = async (): Promise<string[]> =>
      (await library.json<{ photos: PhotoItem[] }>('/api/photos?only_favorites=true')).photos.map(({ uid }) => uid);
    const { uid } = await named('IMG_1.jpg', 'Pastéis at breakfast');
    await until(async () => (await favourites()).length === 1);
    expect(await favourites()).to.deep.equal([uid]);
    await library.json(`/api/photos/${uid}`, 'PATCH', { favorited: false });
    made.side(`${sameYear}/IMG_1.jpg.supplemental-metadata.json`, {
      title: 'IMG_1.jpg',
      description: 'Breakfast',
      takenAt: 1_563_000_000,
      people: ['Cleo'],
      favorited: true,
    });
    await until(async () => (await search('Cleo')).length === 1);
    expect(await search('Bert')).to.deep.equal([]);
    expect(await favourites()).to.deep.equal([]);
    await server?.stop();
    await start();
    expect(await favourites()).to.deep.equal([]);
    expect((await library.json<Tags>('/api/tags')).tags).to.deep.equal([]);
  });
});
