import { expect } from 'chai';
import type { Anchors, MapMarkers, Photo, PhotoList, Places, Status, Tags } from '../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** Tests the demo library through source, indexer, index and API together. */
describe('the demo library', function () {
  let app: TestApp;

  const get = async <T>(url: string, as: 'read' | 'write' | 'admin' = 'read'): Promise<T> => {
    const answer = await app.call('GET', url, { as });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as T;
  };

  before(async () => {
    // In a time zone where it is about noon: its memories are of the day on which it was indexed.
    app = await startTestApp({ environment: { DEMO: '1', TZ: process.env['TEST_TIME_ZONE'] ?? 'UTC' } });
    await app.untilIndexed();
  });
  after(() => app.stop());

  it('is indexed completely: times, places, albums, duplicates, placeholders', async () => {
    const { photos, total } = await get<PhotoList>('/api/photos?limit=1000');
    expect(total).to.equal(60);
    for (const photo of photos) {
      expect(photo).to.include({ kind: 'image', favorited_by_me: false, archived: false, hidden: false });
      expect(photo.thumbhash).to.be.a('string');
      expect((await app.call('GET', photo.thumb_url ?? '')).headers['content-type']).to.equal('image/webp');
    }
    expect(photos.map((photo) => photo.taken_at)).to.deep.equal(
      photos.map((photo) => photo.taken_at).sort((a, b) => b - a),
    );
    const { anchors } = await get<Anchors>('/api/photos/anchors');
    expect(anchors.reduce((sum, anchor) => sum + anchor.count, 0)).to.equal(60);
    const { places } = await get<Places>('/api/places');
    expect(places.length).to.be.greaterThan(8);
    expect(places.map(({ place }) => place)).to.include('Vienna, Austria');
    expect(
      (await get<MapMarkers>('/api/map')).markers.reduce((sum, marker) => sum + marker.count, 0),
    ).to.be.greaterThan(50);
    expect((await get<{ groups: unknown[] }>('/api/duplicates')).groups).to.have.length(3);
    expect((await get<{ albums: unknown[] }>('/api/albums')).albums).to.have.length(8);
    expect((await get<{ photos: unknown[] }>('/api/memories')).photos).to.not.be.empty;
  });

  it('shows an edit immediately to the users concerned, also in lists that were requested before', async () => {
    const uid = (await get<PhotoList>('/api/photos?limit=1')).photos[0]?.uid ?? '';
    await app.call('PATCH', `/api/photos/${uid}`, { as: 'write', payload: { favorited: true } });
    await app.call('PUT', `/api/photos/${uid}/tags`, { as: 'write', payload: { tags: ['Portrait', 'two'] } });

    const listed = async (as: 'read' | 'write') => (await get<PhotoList>('/api/photos?limit=1', as)).photos[0];
    expect(await listed('write')).to.deep.include({ uid, favorited_by_me: true, tags: ['Portrait', 'two'] });
    expect(await listed('read')).to.deep.include({ uid, favorited_by_me: false, tags: ['Portrait', 'two'] });
    expect((await get<Tags>('/api/tags')).tags).to.deep.include({ name: 'Portrait', count: 1 });

    await app.call('PUT', `/api/photos/${uid}/tags`, { as: 'write', payload: { tags: [] } });
    await app.call('PATCH', `/api/photos/${uid}`, { as: 'write', payload: { favorited: false } });
    expect(await listed('write')).to.deep.include({ uid, favorited_by_me: false, tags: [] });
  });

  it('does not count a hidden photo', async () => {
    const { photos } = await get<PhotoList>('/api/photos?limit=1');
    const photo = await get<Photo>(`/api/photos/${photos[0]?.uid ?? ''}`);
    await app.call('PATCH', `/api/photos/${photo.uid}`, { as: 'write', payload: { hidden: true } });
    expect((await get<PhotoList>('/api/photos')).total).to.equal(59);
    expect((await get<Status>('/api/status')).photos).to.equal(59);
    expect((await get<PhotoList>('/api/photos?include_hidden=true', 'write')).total).to.equal(60);
    await app.call('PATCH', `/api/photos/${photo.uid}`, { as: 'write', payload: { hidden: false } });
    expect((await get<Status>('/api/status')).photos).to.equal(60);
  });
});
