import { expect } from 'chai';
import fc from 'fast-check';
import { clustersByGrid, clustersByPlace } from '../../../core/timeline/map-clusters.ts';
import { allOf, columnsOf } from '../../support/timeline-columns.ts';

const world = { west: -180, south: -90, east: 180, north: 90 };

describe('map clusters', () => {
  it('by place are in the centre of their photos, largest first', () => {
    const columns = columnsOf([
      { place: 1, lat: 10, lng: 20, takenAt: 3 },
      { place: 2, lat: 1, lng: 1, takenAt: 2 },
      { place: 2, lat: 3, lng: 5, takenAt: 1 },
      { place: 0, takenAt: 0 },
    ]);
    expect(clustersByPlace(columns, allOf(columns))).to.deep.equal([
      { place: 2, count: 2, lat: 2, lng: 3, cover: 1 },
      { place: 1, count: 1, lat: 10, lng: 20, cover: 0 },
    ]);
  });

  it('across the antimeridian are located there, not at Greenwich', () => {
    const columns = columnsOf([
      { place: 1, lat: -17, lng: 179.5 },
      { place: 1, lat: -17, lng: -179 },
    ]);
    const [cluster] = clustersByPlace(columns, allOf(columns));
    expect(cluster!.lng).to.be.closeTo(-179.75, 1e-4);
  });

  it('include photos far from any place, grouped by squares', () => {
    const columns = columnsOf([
      { lat: 30.2, lng: -40.1 },
      { lat: 30.3, lng: -40.2 },
      { lat: -30, lng: 80 },
    ]);
    expect(clustersByPlace(columns, allOf(columns)).map(({ count, place }) => [count, place])).to.deep.equal([
      [2, 0],
      [1, 0],
    ]);
  });

  it('show the newest photo that has a thumbnail', () => {
    const columns = columnsOf([
      { place: 1, lat: 1, lng: 1, takenAt: 3, flags: 0 },
      { place: 1, lat: 1, lng: 1, takenAt: 2 },
      { place: 1, lat: 1, lng: 1, takenAt: 1 },
    ]);
    expect(clustersByPlace(columns, allOf(columns))[0]!.cover).to.equal(1);
    const bare = columnsOf([{ place: 1, lat: 1, lng: 1, flags: 0 }]);
    expect(clustersByPlace(bare, allOf(bare))[0]!.cover).to.equal(0);
  });

  it('in a view across the antimeridian include both sides and nothing else', () => {
    const columns = columnsOf([
      { lat: 0, lng: 179, takenAt: 3 },
      { lat: 0, lng: -179, takenAt: 2 },
      { lat: 0, lng: 0, takenAt: 1 },
    ]);
    const view = { west: 170, south: -10, east: -170, north: 10 };
    const lngs = clustersByGrid(columns, allOf(columns), view, 4).map(({ lng }) => lng);
    expect(lngs.sort((a, b) => a - b)).to.deep.equal([-179, 179]);
  });

  it('count each photo of the view once, and become finer with the zoom', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), fc.integer({ min: 0, max: 23 }), (points, zoom) => {
        const columns = columnsOf(points);
        const clusters = clustersByGrid(columns, allOf(columns), world, zoom);
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).to.equal(points.length);
        expect(clustersByGrid(columns, allOf(columns), world, zoom + 1).length).to.be.at.least(clusters.length);
      }),
    );
  });
});
