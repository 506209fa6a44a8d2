import { expect } from 'chai';
import type { AlbumPhotos, PhotoItem, PhotoList } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('a list that is requested again', () => {
  let s: LibraryServer;
  let person = 0;
  const url = '/api/photos?include_archived=true';
  const beach = async (headers = s.reader, from = url): Promise<PhotoItem> => {
    const { photos } = await s.json<PhotoList>(from, headers);
    return photos.find(({ uid }) => uid.startsWith('beach'))!;
  };

  beforeEach(async () => {
    s = await libraryServer();
    const id = s.rows.add({ uid: 'beach', takenAt: 1_600_000_000, place: 'Lisbon, Portugal' });
    s.rows.add({ uid: 'café "☕" \u2028', takenAt: 1_500_000_000 });
    s.rows.album('trip', 'Trip "2020"', [id], 'beach');
    person = s.rows.person('Anna', [id]);
  });
  afterEach(() => s.stop());

  it('is the same text, byte for byte, until something changes', async () => {
    const [first, again] = [await s.get(url), await s.get(url)];
    expect(again.rawPayload.equals(first.rawPayload)).to.equal(true);
    expect(first.headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(first.headers['content-length']).to.equal(first.rawPayload.length);
    expect((JSON.parse(again.payload) as PhotoList).photos[1]?.uid).to.equal('café "☕" \u2028');
  });

  it('shows changes that were made to a photo in between', async () => {
    await beach();
    await s.send('PUT', '/api/photos/beach/tags', { tags: ['Sea'] });
    expect((await beach()).tags).to.deep.equal(['Sea']);
    await s.send('PATCH', '/api/photos/beach', { archived: true });
    expect((await beach()).archived).to.equal(true);
    s.db.exec("UPDATE photos SET width = 7, thumb_revision = 5 WHERE uid = 'beach'");
    const photo = await beach();
    expect(photo.width).to.equal(7);
    expect(photo.thumb_url).to.match(/-5$/);
    s.db.exec("UPDATE photos SET uid = 'beach-moved' WHERE uid = 'beach'");
    expect((await beach()).thumb_url).to.contain('/beach-moved/');
  });

  it('shows all users their own favourites, whoever requested it before', async () => {
    const both = async () => [(await beach(s.reader)).favorited_by_me, (await beach(s.writer)).favorited_by_me];
    expect(await both()).to.deep.equal([false, false]);
    await s.send('PATCH', '/api/photos/beach', { favorited: true }, s.writer);
    expect(await both()).to.deep.equal([false, true]);
    expect(await both()).to.deep.equal([false, true]);
    await s.send('PATCH', '/api/photos/beach', { favorited: false }, s.writer);
    expect(await both()).to.deep.equal([false, false]);
  });

  it('has thumbnail URLs signed for the current user, whoever requested it before', async () => {
    const lists = [url, '/api/albums/trip/photos', `/api/people/${person}/photos`];
    for (const list of lists) {
      const [reader, writer] = [await beach(s.reader, list), await beach(s.writer, list)];
      expect(reader.thumb_url).not.to.equal(writer.thumb_url);
      expect((await beach(s.reader, list)).thumb_url).to.equal(reader.thumb_url);
    }
  });

  it('has new signatures after an hour, and once its user was signed out everywhere', async () => {
    const first = (await beach()).thumb_url!;
    s.now += 3600;
    const later = (await beach()).thumb_url!;
    expect(later).not.to.equal(first);
    s.db.exec("UPDATE users SET token_epoch = token_epoch + 1 WHERE username = 'read'");
    const after = (await beach()).thumb_url!;
    expect(after).not.to.equal(later);
    expect((await s.server.inject(later)).statusCode).to.equal(403);
    // 404 instead of 403: the signature is valid, only the file is missing.
    expect((await s.server.inject(after)).statusCode).to.equal(404);
  });

  it('includes the album beside its photos', async () => {
    const { album, photos, total } = await s.json<AlbumPhotos>('/api/albums/trip/photos');
    expect([album.name, photos.map(({ uid }) => uid), total]).to.deep.equal(['Trip "2020"', ['beach'], 1]);
  });

  it('matches its query, even after other and invalid ones', async () => {
    const total = async (query: string) => (await s.json<PhotoList>(`/api/photos?${query}`)).photos.length;
    for (let round = 0; round < 2; round++) {
      expect(await total('limit=1')).to.equal(1);
      expect(await total('limit=2')).to.equal(2);
      expect(await total('limit=1&offset=2')).to.equal(0);
      for (const refused of ['limit=0', 'limit=1&limit=2', 'limit=1&sort=name', '__proto__=1']) {
        expect((await s.get(`/api/photos?${refused}`)).statusCode, refused).to.equal(400);
      }
    }
  });
});
