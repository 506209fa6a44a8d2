import { expect } from 'chai';
import type { Albums, MapMarkers, Memories, People, Photo, PhotoList } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const day = Date.UTC(2020, 4, 17, 12) / 1000;
const porto = { lat: 41.15, lng: -8.61, place: 'Porto, Portugal' };

describe('photos that cannot be shown properly', () => {
  let s: LibraryServer;
  const ids: Record<string, number> = {};

  before(async () => {
    s = await libraryServer();
    const add = (uid: string, minutes: number, fault: string | null, more = {}): void => {
      ids[uid] = s.rows.add({ uid, takenAt: day + minutes * 60, ...porto, ...more });
      s.db.prepare('UPDATE photos SET fault = ? WHERE id = ?').run(fault, ids[uid]);
    };
    add('cut', 9, 'incomplete');
    add('broken', 8, 'damaged', { thumbRevision: 0 });
    add('raw', 7, null, { kind: 'raw', name: 'IMG_7.dng', thumbRevision: 0 });
    add('bare', 6.5, null, { name: 'far.jpg', thumbRevision: 0 });
    add('well', 6, null);
    add('secret', 5, 'damaged', { thumbRevision: 0 });
    const { broken, cut, raw, secret, well } = ids as Record<'broken' | 'cut' | 'raw' | 'secret' | 'well', number>;
    s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(secret);
    s.rows.album('chosen', 'Chosen', [cut, broken, well], 'cut');
    s.rows.album('newest', 'Newest', [cut, broken, raw, well]);
    s.rows.album('only', 'Only broken ones', [cut, broken]);
    s.rows.person('Ines', [cut, well]);
    s.rows.person('Omar', [cut]);
  });
  after(() => s.stop());

  it('are listed with the reason and their file name, unlike intact photos', async () => {
    const { photos, total } = await s.json<PhotoList>('/api/photos');
    expect(total).to.equal(5);
    expect(photos.map(({ uid, fault, thumb_url }) => [uid, fault, thumb_url !== null])).to.deep.equal([
      ['cut', { kind: 'incomplete', file: 'cut.jpg' }, true],
      ['broken', { kind: 'damaged', file: 'broken.jpg' }, false],
      ['raw', { kind: 'no_preview', file: 'IMG_7.dng' }, false],
      ['bare', { kind: 'unread', file: 'far.jpg' }, false],
      ['well', null, true],
    ]);
    expect((await s.json<Photo>('/api/photos/broken')).fault).to.deep.equal({ kind: 'damaged', file: 'broken.jpg' });
  });

  it('are visible only to editors if they are hidden', async () => {
    const withHidden = '/api/photos?include_hidden=true';
    expect((await s.get('/api/photos/secret')).statusCode).to.equal(404);
    const list = await s.get('/api/photos');
    expect(list.statusCode).to.equal(200);
    expect(list.payload).to.include('broken.jpg').and.not.include('secret');
    const refused = await s.get(withHidden);
    expect(refused.statusCode).to.equal(403);
    expect(refused.payload).not.to.include('secret');
    const fault = { kind: 'damaged', file: 'secret.jpg' };
    expect((await s.json<Photo>('/api/photos/secret', s.writer)).fault).to.deep.equal(fault);
    const { photos } = await s.json<PhotoList>(withHidden, s.writer);
    expect(photos.find(({ uid }) => uid === 'secret')?.fault).to.deep.equal(fault);
  });

  it('are never the cover of an album, even if chosen or alone in it', async () => {
    const { albums } = await s.json<Albums>('/api/albums');
    const covers = Object.fromEntries(albums.map(({ uid, cover_url }) => [uid, cover_url?.split('/')[3]]));
    expect(covers).to.deep.equal({ chosen: 'well', newest: 'well', only: undefined });
  });

  it('are counted on the map, but not the thumbnail of a place, at any zoom level', async () => {
    for (const view of ['', '?bbox=-9,41,-8,42&zoom=8']) {
      const { markers } = await s.json<MapMarkers>(`/api/map${view}`);
      expect(markers.map(({ count, thumb_url }) => [count, thumb_url?.split('/')[3]])).to.deep.equal([[5, 'well']]);
    }
  });

  it('are the cover of a person only if there is no other photo of the person', async () => {
    const { people } = await s.json<People>('/api/people');
    const faceIn = (id: number | null): string | undefined =>
      s.db
        .prepare<[number | null], string>('SELECT p.uid FROM faces f JOIN photos p ON p.id = f.photo_id WHERE f.id = ?')
        .pluck()
        .get(id);
    expect(people.map(({ name, cover_face_id }) => [name, faceIn(cover_face_id)])).to.deep.equal([
      ['Ines', 'well'],
      ['Omar', 'cut'],
    ]);
  });

  it('are left out of memories if they are damaged or incomplete', async () => {
    const { photos } = await s.json<Memories>('/api/memories?month=5&day=17');
    expect(photos.map(({ uid }) => uid)).to.deep.equal(['raw', 'bare', 'well']);
  });

  it('count as intact in lists and covers once their fault is gone', async () => {
    s.db.prepare('UPDATE photos SET fault = NULL WHERE id = ?').run(ids['cut']);
    const { photos } = await s.json<PhotoList>('/api/photos?limit=1');
    expect(photos[0]?.fault).to.equal(null);
    const { albums } = await s.json<Albums>('/api/albums?q=only');
    expect(albums[0]?.cover_url).to.include('/cut/');
  });
});
