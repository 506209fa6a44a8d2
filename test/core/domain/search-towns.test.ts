import { expect } from 'chai';
import { epochDay } from '../../../core/domain/epoch-day.ts';
import { NameIndex } from '../../../core/domain/search-names.ts';
import { placeIds, readSearchQuery, type SearchQuery } from '../../../core/domain/search-query.ts';

describe('alternative names of towns in a search query', () => {
  const place = (
    id: number,
    city: string,
    country: string,
  ): ConstructorParameters<typeof NameIndex>[0]['places'][0] => ({
    ...{ id, label: `${city}, ${country}`, city, country },
  });
  const index = new NameIndex({
    people: [
      { id: 1, name: 'Florence' },
      { id: 2, name: 'Vienne Roux' },
    ],
    places: [
      place(10, 'Lisbon', 'Portugal'),
      place(11, 'Porto', 'Portugal'),
      place(12, 'Genève', 'Switzerland'),
      place(13, 'Fribourg', 'Switzerland'),
      place(14, 'Freiburg', 'Germany'),
      place(15, 'Valencia', 'Spain'),
      place(16, 'Valence', 'France'),
      place(17, 'Valencia', 'Venezuela'),
      place(18, 'Mexico City', 'Mexico'),
      place(19, 'Cancún', 'Mexico'),
      place(20, 'Vienna', 'Austria'),
      place(21, 'Poznań', 'Poland'),
      place(22, 'Cape Town', 'South Africa'),
      place(23, 'Konstanz', 'Germany'),
      place(24, 'Riyadh', 'Saudi Arabia'),
      place(25, 'Munich', 'Germany'),
    ],
  });
  const read = (text: string, names = index): Pick<SearchQuery, 'text' | 'people' | 'places'> =>
    readSearchQuery(text, { names }, epochDay(2026, 11, 22));
  const meant = (text: string, names = index): string[] => {
    const { people, places, text: rest } = read(text, names);
    return [...[...people, ...places].map(({ name }) => name), rest];
  };
  const placesOf = (text: string): number[] => [...(placeIds(read(text).places) ?? [])].toSorted((a, b) => a - b);

  it('are found when umlauts are spelt out, as on a keyboard without them', () => {
    for (const text of ['München', 'munchen', 'Muenchen', 'in muenchen'])
      expect(meant(text), text).to.deep.equal(['Munich', '']);
    expect(meant('Oesterreich')).to.deep.equal(['Austria', '']);
  });

  it('are the same filter as the English name, in any case and without diacritics', () => {
    for (const text of ['Lissabon', 'lissabon', 'Lisbonne', 'à Lisbonne', 'lisboa', 'in Lissabon']) {
      expect(meant(text), text).to.deep.equal(['Lisbon', '']);
      expect(read(text).places, text).to.deep.equal(read('Lisbon').places);
    }
    for (const text of ['Genf', 'Geneva', 'geneve']) expect(meant(text), text).to.deep.equal(['Genève', '']);
    expect(meant('Sonnenuntergang in Kapstadt')).to.deep.equal(['Cape Town', 'Sonnenuntergang']);
    expect(placesOf('Lissabon, Portugal')).to.deep.equal([10]);
    expect(placesOf('Lisbonne Porto')).to.deep.equal([10, 11]);
  });

  it('mean every town of that name unless a country is given', () => {
    expect(placesOf('Freiburg')).to.deep.equal([13, 14]);
    expect(placesOf('Freiburg, Schweiz')).to.deep.equal([13]);
    expect(placesOf('Valence')).to.deep.equal([15, 16]);
    expect(placesOf('Valence, Espagne')).to.deep.equal([15]);
  });

  it('give way to names of countries and people', () => {
    expect(placesOf('Mexico')).to.deep.equal([18, 19]);
    expect(meant('Vienne')).to.deep.equal(['Vienne Roux', '']);
    expect(meant('in Vienne')).to.deep.equal(['Vienna', '']);
    expect(meant('"Lissabon"')).to.deep.equal(['Lissabon']);
    expect(meant('Kopenhagen')).to.deep.equal(['Kopenhagen']);
  });

  it('that are also ordinary words are towns only in a clear context', () => {
    expect(meant('Kinder posen am Strand')).to.deep.equal(['Kinder posen am Strand']);
    expect(meant('Altstadt in Posen')).to.deep.equal(['Poznań', 'Altstadt']);
    for (const text of ['constance et sa mère', 'notre riad', 'Riad mit Bart']) {
      expect(meant(text), text).to.deep.equal([text]);
    }
    const vienna = new NameIndex({ people: [], places: [place(20, 'Vienna', 'Austria')] });
    expect(meant('avant que Paul vienne', vienna)).to.deep.equal(['avant que Paul vienne']);
    expect(meant('opéra Vienne', vienna)).to.deep.equal(['Vienna', 'opéra']);
    expect(meant('lac à Constance')).to.deep.equal(['Konstanz', 'lac']);
    expect(meant('Altstadt Riad')).to.deep.equal(['Riyadh', 'Altstadt']);
  });
});
