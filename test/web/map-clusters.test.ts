import { expect } from 'chai';
import { boxOf, formatBox, gathered, type Marker } from '../../web/state/map/map-clusters.ts';
import { toWorld, worldWidth } from '../../web/state/map/map-projection.ts';

const marker = (place: string, lat: number, lng: number, count: number): Marker => ({
  place,
  lat,
  lng,
  count,
  thumb_url: `/${place}`,
});

describe('markers on the map', () => {
  it('are merged if they would overlap: the larger one absorbs the smaller', () => {
    const markers = [marker('a', 10, 10, 3), marker('b', 10, 10.1, 50), marker('c', 10, 30, 1)];
    const far = gathered(markers, 5, 60);
    expect(far.map(({ place, count }) => [place, count])).to.deep.equal([
      ['b', 53],
      ['c', 1],
    ]);
    expect(gathered(markers, 12, 60)).to.have.length(3);
    expect(far[0]).to.include(toWorld({ lat: 10, lng: 10.1 }));
  });

  it('are merged across the antimeridian', () => {
    expect(gathered([marker('a', 0, 179.9, 1), marker('b', 0, -179.9, 1)], 4, 60)).to.have.length(1);
  });

  it('are clustered by the thousand, with none lost and none too close', () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      marker(String(i), ((i * 7919) % 16_000) / 100 - 80, ((i * 104_729) % 36_000) / 100 - 180, 1 + (i % 9)),
    );
    const clusters = gathered(many, 4, 60);
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).to.equal(
      many.reduce((sum, { count }) => sum + count, 0),
    );
    const width = worldWidth(4);
    for (const a of clusters.slice(0, 50)) {
      for (const b of clusters) {
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y) * width).to.be.at.least(59.9);
      }
    }
  });

  it('cover the grid cells by which the server grouped their photos', () => {
    const box = boxOf([marker('a', 38.7, -9.1, 1)], 0);
    expect(box.west).to.equal(-90);
    expect(box.east).to.equal(0);
    expect(box.south).to.be.closeTo(0, 1e-9);
    expect(box.north).to.be.closeTo(66.51, 0.01);
    const both = boxOf([marker('a', 0.1, 179, 1), marker('b', 0.1, -179, 1)], 1);
    expect(formatBox(both)).to.match(/^135,0,-135,40\.97/);
    expect(boxOf([marker('a', 0.1, 179, 1)], 3).east).to.equal(180);
    expect(formatBox({ west: 1e-9, south: -1.5, east: 2, north: 3 })).to.equal('0,-1.5,2,3');
  });
});
