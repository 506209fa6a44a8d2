import { expect } from 'chai';
import type { MapMarkers, PhotoList, Towns } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

describe('the data of the map', () => {
  let s: LibraryServer;

  before(async () => {
    s = await libraryServer();
    const lisbon = { place: 'Lisbon, Portugal', lat: 38.7, lng: -9.1 };
    s.rows.add({ uid: 'of-2019', takenAt: at('2019-07-01T12:00:00'), ...lisbon });
    // It was already the new year in Lisbon, but not yet in UTC.
    const newYear = { takenAt: at('2020-12-31T23:59:00'), takenAtLocal: '2021-01-01T00:59:00' };
    s.rows.add({ uid: 'of-2021', ...newYear, ...lisbon });
    s.rows.add({ uid: 'of-2023', takenAt: at('2023-07-01T12:00:00'), place: 'Porto, Portugal', lat: 41.1, lng: -8.6 });
  });
  after(() => s.stop());

  describe('years', () => {
    const places = async (query: string): Promise<[string, number][]> =>
      (await s.json<MapMarkers>(`/api/map?${query}`)).markers.map(({ place, count }) => [place, count]);

    it('filter the map, both ends included, by the local time where photos were taken', async () => {
      expect(await places('years=2019-2021')).to.deep.equal([['Lisbon, Portugal', 2]]);
      expect(await places('years=2020')).to.deep.equal([]);
      expect(await places('years=2021-2023&bbox=-20,30,10,50&zoom=10')).to.have.length(2);
    });

    it('filter the list of photos in the viewport in the same way', async () => {
      const { photos } = await s.json<PhotoList>('/api/photos?years=2021-2022&bbox=-20,30,10,50');
      expect(photos.map(({ uid }) => uid)).to.deep.equal(['of-2021']);
    });

    for (const query of ['years=2021-2019', 'years=21', 'years=2019-', 'years=ever']) {
      it(`are rejected as ?${query}`, async () => {
        expect((await s.get(`/api/map?${query}`)).statusCode).to.equal(400);
        expect((await s.get(`/api/photos?${query}`)).statusCode).to.equal(400);
      });
    }
  });

  describe('towns', () => {
    it('are returned with country and kind, in a small response that browsers cache', async () => {
      const answer = await s.get('/api/map/towns?zoom=5&x=15&y=12');
      const { towns } = JSON.parse(answer.payload) as Towns;
      expect(towns.find(({ name }) => name === 'Lisbon')).to.deep.include({ country: 'PT', kind: 'capital' });
      expect(answer.headers['cache-control']).to.equal('private, max-age=86400');
      expect(answer.payload.length).to.be.below(12_000);
    });

    it('are the nearest ones for a tile far out at sea', async () => {
      const { towns, nearest } = await s.json<Towns>('/api/map/towns?zoom=8&x=100&y=100');
      expect(towns).to.deep.equal([]);
      expect(nearest).to.have.length(6);
    });

    for (const query of ['zoom=2&x=4&y=0', 'zoom=13&x=0&y=0', 'zoom=2&x=-1&y=0', 'zoom=2&x=1', '']) {
      it(`are rejected for the tile ?${query}`, async () => {
        expect((await s.get(`/api/map/towns?${query}`)).statusCode).to.equal(400);
      });
    }
  });
});
