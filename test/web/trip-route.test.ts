import { expect } from 'chai';
import type { TripDay } from '../../core/http/wire.ts';
import { toWorld } from '../../web/state/map/map-projection.ts';
import { placesOf, routeOf } from '../../web/state/map/trip-route.ts';

const towns = { Rome: [41.9, 12.5], Nice: [43.7, 7.27], Nadi: [-17.8, 177.4], Apia: [-13.83, -171.77] } as const;

const day = (town: keyof typeof towns | null, aside = 0): TripDay => {
  const [lat, lng] = town === null ? [null, null] : towns[town];
  return {
    day: '2023-05-02',
    count: 2,
    place: town === null ? null : { place: town, city: town, country: '', count: 2 },
    lat: lat === null ? null : lat + aside,
    lng,
    cover_url: null,
  };
};
const at = (town: keyof typeof towns) => toWorld({ lat: towns[town][0], lng: towns[town][1] });

describe('the route of a trip on its map', () => {
  it('goes from place to place in the order of the days, and back', () => {
    const days = [day('Rome'), day('Rome', 0.01), day(null), day('Nice'), day('Rome', 0.02)];
    expect(routeOf(days)).to.deep.equal([at('Rome'), at('Nice'), at('Rome')]);
    expect(placesOf(days).map(({ place, count }) => [place, count])).to.deep.equal([
      ['Rome', 6],
      ['Nice', 2],
    ]);
  });

  it('takes the shorter way around the world', () => {
    const [from, to] = routeOf([day('Nadi'), day('Apia')]);
    expect(from).to.deep.equal(at('Nadi'));
    expect(to?.x).to.be.closeTo(at('Apia').x + 1, 1e-12);
  });

  it('is empty for days without a position', () => {
    expect(routeOf([day(null), day(null)])).to.deep.equal([]);
  });
});
