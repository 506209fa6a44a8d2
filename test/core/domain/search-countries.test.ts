import { expect } from 'chai';
import { epochDay } from '../../../core/domain/epoch-day.ts';
import { NameIndex } from '../../../core/domain/search-names.ts';
import { placeIds, readSearchQuery, type SearchQuery } from '../../../core/domain/search-query.ts';

describe('alternative names of countries in a search query', () => {
  const place = (
    id: number,
    city: string,
    country: string,
  ): ConstructorParameters<typeof NameIndex>[0]['places'][0] => ({
    ...{ id, label: `${city}, ${country}`, city, country },
  });
  const abroad = new NameIndex({
    people: [
      { id: 1, name: 'Malte' },
      { id: 2, name: 'Maurice Petit' },
      { id: 3, name: 'Maurice Grand' },
    ],
    places: [
      place(10, 'Vienna', 'Austria'),
      place(11, 'Graz', 'Austria'),
      place(12, 'Boston', 'United States'),
      place(13, 'Reykjavík', 'Iceland'),
      place(14, 'Valletta', 'Malta'),
      place(15, 'Port Louis', 'Mauritius'),
      place(16, 'Salvador', 'Brazil'),
      place(17, 'San Salvador', 'El Salvador'),
      place(18, 'Mostar', 'Bosnia & Herzegovina'),
      place(19, 'Rome', 'Italy'),
      place(20, 'Izmir', 'Türkiye'),
      place(21, 'Central', 'Hong Kong SAR China'),
    ],
  });
  const readAbroad = (text: string): Pick<SearchQuery, 'text' | 'people' | 'places'> =>
    readSearchQuery(text, { names: abroad }, epochDay(2026, 11, 22));
  const meant = (text: string): string[] => {
    const { people, places, text: rest } = readAbroad(text);
    return [...[...people, ...places].map(({ name }) => name), rest];
  };

  it('are read in German and French, in any case, without diacritics and with several words', () => {
    for (const text of ['Österreich', 'osterreich', 'Autriche', 'aus Österreich', 'en autriche']) {
      expect(meant(text), text).to.deep.equal(['Austria', '']);
    }
    expect(readAbroad('Österreich').places[0]?.ids).to.deep.equal([10, 11]);
    expect(meant('Strand vereinigte staaten')).to.deep.equal(['United States', 'Strand']);
    expect(meant('États-Unis')).to.deep.equal(['United States', '']);
    expect(meant('bosnia and herzegovina')).to.deep.equal(['Bosnia & Herzegovina', '']);
    expect([...placeIds(readAbroad('Vienna, Österreich').places)!]).to.deep.equal([10]);
  });

  it('include abbreviations and English names that are still in use', () => {
    for (const text of ['USA', 'usa', 'US']) {
      expect(meant(text), text).to.deep.equal(['United States', '']);
    }
    expect(meant('Hongkong')).to.deep.equal(['Hong Kong SAR China', '']);
    expect(meant('hong kong harbour')).to.deep.equal(['Hong Kong SAR China', 'harbour']);
    expect(meant('Turkey 2019')[0]).to.equal('Türkiye');
  });

  it('stay text in quotes, and for countries without photos', () => {
    expect(meant('"Österreich"')).to.deep.equal(['Österreich']);
    expect(meant('Dänemark')).to.deep.equal(['Dänemark']);
  });

  it('give way to people and towns of that name, even to a first name of several people', () => {
    expect(meant('Malte')).to.deep.equal(['Malte', '']);
    expect(meant('en Malte')).to.deep.equal(['Malta', '']);
    expect(meant('Maurice')).to.deep.equal(['Maurice']);
    expect(readAbroad('Salvador').places.map(({ ids }) => ids)).to.deep.equal([[16]]);
  });

  it('that are ordinary words in another language are countries only in a clear context', () => {
    for (const text of ['island', 'Coney Island', 'an island', 'Strand Island', 'roast turkey', 'all of us']) {
      expect(meant(text), text).to.deep.equal([text]);
    }
    expect(meant('Island')).to.deep.equal(['Iceland', '']);
    expect(meant('Wasserfall in island')).to.deep.equal(['Iceland', 'Wasserfall']);
    expect(meant('Malte Island')).to.deep.equal(['Malte', 'Iceland', '']);
    expect(meant('Island Wasserfall')).to.deep.equal(['Iceland', 'Wasserfall']);
  });

  it('that are French adjectives stay text after their noun', () => {
    expect(meant('restaurant italien')).to.deep.equal(['restaurant italien']);
    for (const text of ['italien strand', 'Strand Italien', 'strand in italien']) {
      expect(meant(text)[0], text).to.equal('Italy');
    }
    expect(meant('italien')).to.deep.equal(['Italy', '']);
  });
});
