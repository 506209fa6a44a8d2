import { expect } from 'chai';
import fc from 'fast-check';
import {
  bounded,
  boundsOf,
  fitting,
  formatAt,
  fromPixel,
  parseAt,
  panned,
  toLatLng,
  toPixel,
  toWorld,
  zoomed,
} from '../../web/state/map/map-projection.ts';

const size = { width: 800, height: 600 };
const lisbon = { lat: 38.72, lng: -9.14 };
const fiji = { lat: -17.8, lng: 178 };
const samoa = { lat: -13.8, lng: -172 };

const anyPoint = fc.record({
  lat: fc.double({ min: -84, max: 84, noNaN: true }),
  lng: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
});
const anyPlace = fc
  .tuple(anyPoint, fc.double({ min: 2, max: 14, noNaN: true }))
  .map(([point, zoom]) => bounded({ ...toWorld(point), zoom }, size));

describe('the projection of the map', () => {
  it('converts coordinates to the world and back', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const back = toLatLng(toWorld(point));
        expect(back.lat).to.be.closeTo(point.lat, 1e-9);
        expect(back.lng).to.be.closeTo(point.lng, 1e-9);
      }),
    );
    expect(toWorld({ lat: 0, lng: 0 })).to.deep.equal({ x: 0.5, y: 0.5 });
    expect(toWorld({ lat: 90, lng: 180 }).y).to.be.closeTo(0, 1e-6);
  });

  it('keeps the point under the pointer in place while zooming in', () => {
    const anyStep = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(anyPlace, fc.nat(799), fc.nat(599), anyStep, (place, left, top, step) => {
        const under = fromPixel({ left, top }, place, size);
        const nearer = zoomed(place, step, { left, top }, size);
        expect(toPixel(under, nearer, size).left).to.be.closeTo(left, 0.01);
        expect(toPixel(under, nearer, size).top).to.be.closeTo(top, 0.01);
      }),
    );
  });

  it('pans around the world, but not beyond the poles', () => {
    const place = { ...toWorld(lisbon), zoom: 4 };
    expect(toPixel(toWorld(lisbon), panned(place, { left: 30, top: 20 }, size), size)).to.deep.equal({
      left: 430,
      top: 320,
    });
    const around = panned(place, { left: 256 * 2 ** 4, top: 0 }, size);
    expect(around.x).to.be.closeTo(place.x, 1e-9);
    const north = panned(place, { left: 0, top: 1e6 }, size);
    expect(boundsOf(north, size).north).to.be.closeTo(85.05, 0.01);
  });

  it('computes the visible bounds, also across the antimeridian', () => {
    const { west, east } = boundsOf({ ...toWorld({ lat: 0, lng: 179 }), zoom: 5 }, size);
    expect(west).to.be.above(east);
    expect(toPixel(toWorld(samoa), { ...toWorld(fiji), zoom: 5 }, size).left).to.be.within(400, 800);
    expect(boundsOf({ x: 0.5, y: 0.5, zoom: 0 }, size)).to.include({ west: -180, east: 180 });
  });

  it('finds a view that shows all points, across the antimeridian if that is shorter', () => {
    for (const points of [[lisbon, { lat: 41.1, lng: -8.6 }], [fiji, samoa], [lisbon]]) {
      const place = fitting(points, size);
      for (const point of points) {
        const { left, top } = toPixel(toWorld(point), place, size);
        expect(left).to.be.within(59, 741);
        expect(top).to.be.within(59, 541);
      }
    }
    expect(fitting([fiji, samoa], size).zoom).to.be.above(4);
    expect(fitting([], size).zoom).to.be.below(3);
  });

  it('formats a view for the URL and parses it, and rejects invalid text', () => {
    const place = { ...toWorld(lisbon), zoom: 9.5 };
    const back = parseAt(formatAt(place));
    expect(formatAt(place)).to.equal('38.7200,-9.1400,9.5');
    expect(back?.x).to.be.closeTo(place.x, 1e-6);
    expect(back?.zoom).to.equal(9.5);
    for (const text of ['', '1,2', '91,0,3', '0,181,3', '0,0,-1', 'a,b,c', '1,2,3,4', '1,,3']) {
      expect(parseAt(text), text).to.equal(null);
    }
  });
});
