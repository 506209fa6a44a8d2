import { expect } from 'chai';
import { Geocoder } from '../../../core/indexer/geocode.ts';

describe('the geocoder', function () {
  let geocoder: Geocoder;

  before(() => {
    geocoder = new Geocoder();
  });

  for (const [what, lat, lng, label] of [
    ['a capital', 38.7223, -9.1393, 'Lisbon, Portugal'],
    ['the southern hemisphere', -33.8688, 151.2093, 'Sydney, Australia'],
    ['a small town', 43.4674, 11.885, 'Arezzo, Italy'],
    ['the near side of a border', 47.5806, 7.5894, 'Basel, Switzerland'],
    ['the far side of a border', 48.5855, 7.8215, 'Kehl, Germany'],
    ['a territory overseas', 18.4663, -66.1057, 'San Juan, Puerto Rico'],
    ['the date line', -16.7807, 179.3412, 'Labasa, Fiji'],
    ['a disputed place', 42.6629, 21.1655, 'Pristina, Kosovo'],
  ] as const) {
    it(`names ${what}`, () => {
      const place = geocoder.placeAt(lat, lng);
      expect(place?.label).to.equal(label);
      expect(place).to.include({ city: label.split(', ')[0], country: label.split(', ')[1] });
    });
  }

  for (const [what, lat, lng] of [
    ['the middle of the ocean', 0, -30],
    ['the poles', 90, 0],
    ['the empty desert', 23.5, 12],
  ] as const) {
    it(`has no name for ${what}`, () => {
      expect(geocoder.placeAt(lat, lng)).to.equal(null);
    });
  }
});
