import { expect } from 'chai';
import { dayText, epochDay, type DaySpan } from '../../../core/domain/epoch-day.ts';
import { CameraIndex } from '../../../core/domain/search-cameras.ts';
import { quotedParts, withoutPart } from '../../../core/domain/search-joins.ts';
import { placeIds, readSearchQuery, type SearchQuery } from '../../../core/domain/search-query.ts';
import { NameIndex } from '../../../core/domain/search-names.ts';
import { searching as de } from '../../../web/strings/searching/de.ts';
import { searching as en } from '../../../web/strings/searching/en.ts';
import { searching as fr } from '../../../web/strings/searching/fr.ts';

const names = new NameIndex({
  people: [
    { id: 1, name: 'Anna' },
    { id: 2, name: 'Ben Okafor' },
    { id: 3, name: 'Jürgen Weiß' },
    { id: 4, name: 'Maria Silva' },
    { id: 5, name: 'Maria Rossi' },
    { id: 6, name: 'Anna Lena' },
    { id: 7, name: 'Paris' },
    { id: 8, name: 'April' },
  ],
  places: [
    { id: 10, label: 'Lisbon, Portugal', city: 'Lisbon', country: 'Portugal' },
    { id: 11, label: 'Porto, Portugal', city: 'Porto', country: 'Portugal' },
    { id: 12, label: 'São Paulo, Brazil', city: 'São Paulo', country: 'Brazil' },
    { id: 13, label: 'Paris, France', city: 'Paris', country: 'France' },
    { id: 15, label: 'Tromsø, Norway', city: 'Tromsø', country: 'Norway' },
    { id: 14, label: 'Nice, France', city: 'Nice', country: 'France' },
  ],
});

const cameras = new CameraIndex(
  [
    'Apple iPhone 12',
    'Apple iPhone 12 Pro',
    'Canon EOS 5D Mark III',
    'Canon EOS R',
    'Google Pixel 6',
    'NIKON D750',
  ].map((name, at) => ({ id: at + 1, name })),
);

/** 22 November 2026 is a Sunday. */
const today = epochDay(2026, 11, 22);
const read = (text: string): SearchQuery => readSearchQuery(text, { names, cameras }, today);

/** `2020-05-03..2020-05-10`; an open end is empty. */
const span = ([from, to]: DaySpan): string =>
  [from, to].map((day) => (Number.isFinite(day) ? dayText(day) : '')).join('..');

/** The parsed query in short: names, dates and the remaining text. */
function inShort(text: string): Record<string, unknown> {
  const {
    people,
    places,
    cameras: taken,
    days,
    months,
    weekdays,
    yearlyDays,
    kinds,
    favorites,
    text: rest,
  } = read(text);
  return {
    ...(people.length > 0 && { people: people.map(({ name }) => name) }),
    ...(places.length > 0 && { places: places.map(({ name }) => name) }),
    ...(taken.length > 0 && { cameras: taken.map(({ name }) => name) }),
    ...(days.length > 0 && { days: days.map(span) }),
    ...(months.length > 0 && { months }),
    ...(weekdays.length > 0 && { weekdays }),
    ...(yearlyDays.length > 0 && { yearlyDays: yearlyDays.map(({ month, day }) => `${day}.${month}.`) }),
    ...(kinds.length > 0 && { kinds }),
    ...(favorites && { favorites }),
    text: rest,
  };
}

describe('a search query', () => {
  it('extracts names, places and years from the text', () => {
    expect(inShort('Anna in Lisbon 2023 sunset')).to.deep.equal({
      people: ['Anna'],
      places: ['Lisbon'],
      days: ['2023-01-01..2023-12-31'],
      text: 'sunset',
    });
  });

  it('leaves a text without any of them unchanged', () => {
    expect(inShort('a red circle on blue')).to.deep.equal({ text: 'a red circle on blue' });
    expect(inShort('  T-shirt, o’clock  ')).to.deep.equal({ text: 'T-shirt, o’clock' });
    expect(inShort('🐶')).to.deep.equal({ text: '🐶' });
  });

  describe('for people', () => {
    it('finds names in any case, without diacritics, with several words, and the longest name first', () => {
      expect(inShort('ANNA')).to.deep.equal({ people: ['Anna'], text: '' });
      expect(inShort('jurgen weiss')).to.deep.equal({ people: ['Jürgen Weiß'], text: '' });
      expect(inShort('Juergen Weiss')).to.deep.equal({ people: ['Jürgen Weiß'], text: '' });
      expect(inShort('juergen swims')).to.deep.equal({ people: ['Jürgen Weiß'], text: 'swims' });
      expect(inShort('tromso')).to.deep.equal({ places: ['Tromsø'], text: '' });
      expect(inShort('anna lena swims')).to.deep.equal({ people: ['Anna Lena'], text: 'swims' });
    });

    it('extracts all people who are named', () => {
      expect(inShort('Anna and Ben Okafor')).to.deep.equal({ people: ['Anna', 'Ben Okafor'], text: '' });
      expect(inShort('Anna und Ben am Strand')).to.deep.equal({ people: ['Anna', 'Ben Okafor'], text: 'Strand' });
    });

    it('accepts a first name if only one person has it', () => {
      expect(inShort('ben')).to.deep.equal({ people: ['Ben Okafor'], text: '' });
      expect(inShort('maria')).to.deep.equal({ text: 'maria' });
    });

    it('prefers a person to a place or month of the same name, except after words like "in"', () => {
      expect(inShort('Paris')).to.deep.equal({ people: ['Paris'], text: '' });
      expect(inShort('dinner in Paris')).to.deep.equal({ places: ['Paris'], text: 'dinner' });
      expect(inShort('april')).to.deep.equal({ people: ['April'], text: '' });
    });

    it('matches any of several people with the same name', () => {
      const index = new NameIndex({
        people: [
          { id: 1, name: 'Ana' },
          { id: 2, name: 'Aña' },
        ],
        places: [],
      });
      expect(readSearchQuery('ana', { names: index }, today).people[0]?.ids).to.deep.equal([1, 2]);
    });
  });

  describe('for places', () => {
    it('recognises labels, cities and countries', () => {
      expect(inShort('lisbon, portugal')).to.deep.equal({ places: ['Lisbon, Portugal'], text: '' });
      expect(inShort('beach sao paulo')).to.deep.equal({ places: ['São Paulo'], text: 'beach' });
      expect(read('Portugal').places[0]?.ids).to.deep.equal([10, 11]);
    });

    it('narrows a country down to its city, and matches any of several cities', () => {
      expect([...placeIds(read('Lisbon Portugal').places)!]).to.deep.equal([10]);
      expect([...placeIds(read('Lisbon Porto').places)!]).to.deep.equal([10, 11]);
      expect([...placeIds(read('Lisbon Brazil').places)!]).to.deep.equal([10, 12]);
      expect(placeIds([])).to.equal(null);
    });

    it('reads an ordinary word as a town only in a clear context', () => {
      expect(inShort('nice sunset')).to.deep.equal({ text: 'nice sunset' });
      expect(inShort('Nice sunset')).to.deep.equal({ text: 'Nice sunset' });
      expect(inShort('sunset in nice')).to.deep.equal({ places: ['Nice'], text: 'sunset' });
      expect(inShort('sunset Nice')).to.deep.equal({ places: ['Nice'], text: 'sunset' });
      expect(inShort('nice')).to.deep.equal({ places: ['Nice'], text: '' });
    });
  });

  describe('for dates', () => {
    it('reads years and ranges of years', () => {
      expect(read('2021').days.map(span)).to.deep.equal(['2021-01-01..2021-12-31']);
      for (const text of ['2021-2023', '2021 – 2023', '2021 to 2023', 'von 2021 bis 2023']) {
        expect(inShort(text), text).to.deep.equal({ days: ['2021-01-01..2023-12-31'], text: '' });
      }
      expect(inShort('2019 2021')).to.deep.equal({
        days: ['2019-01-01..2019-12-31', '2021-01-01..2021-12-31'],
        text: '',
      });
    });

    it('leaves numbers as text that cannot be years of photos', () => {
      for (const text of ['1234', '2077', '20234', 'size 42']) expect(inShort(text), text).to.deep.equal({ text });
    });

    it('reads months in English and German, with a year or in any year', () => {
      expect(inShort('june 2023')).to.deep.equal({ days: ['2023-06-01..2023-06-30'], text: '' });
      expect(inShort('im März wandern')).to.deep.equal({ months: [3], text: 'wandern' });
      expect(inShort('2023-06')).to.deep.equal({ days: ['2023-06-01..2023-06-30'], text: '' });
      expect(inShort('juli august 2022')).to.deep.equal({
        days: ['2022-07-01..2022-07-31', '2022-08-01..2022-08-31'],
        text: '',
      });
    });

    it('reads ambiguous words as months only next to a year or after "in"', () => {
      expect(inShort('may flowers')).to.deep.equal({ text: 'may flowers' });
      expect(inShort('protest march')).to.deep.equal({ text: 'protest march' });
      expect(inShort('may 2020')).to.deep.equal({ days: ['2020-05-01..2020-05-31'], text: '' });
      expect(inShort('2020 dec')).to.deep.equal({ days: ['2020-12-01..2020-12-31'], text: '' });
      expect(inShort('flowers in may')).to.deep.equal({ months: [5], text: 'flowers' });
    });

    it('reads a name that is also a month as the month only after "in"', () => {
      expect(inShort('April 2020')).to.deep.equal({ people: ['April'], days: ['2020-01-01..2020-12-31'], text: '' });
      expect(inShort('April in April')).to.deep.equal({ people: ['April'], months: [4], text: '' });
      expect(inShort('im April 2020')).to.deep.equal({ days: ['2020-04-01..2020-04-30'], text: '' });
      expect(inShort('with April')).to.deep.equal({ people: ['April'], text: '' });
    });
  });

  describe('for cameras', () => {
    it('recognises full names, ends of names, and all cameras of a maker or model', () => {
      expect(inShort('Apple iPhone 12')).to.deep.equal({ cameras: ['Apple iPhone 12'], text: '' });
      expect(inShort('iPhone 12')).to.deep.equal({ cameras: ['Apple iPhone 12'], text: '' });
      expect(inShort('sunset iphone 12 pro')).to.deep.equal({ cameras: ['Apple iPhone 12 Pro'], text: 'sunset' });
      expect(read('iphone').cameras[0]?.ids).to.deep.equal([1, 2]);
      expect(read('photos by the Canon').cameras[0]?.ids).to.deep.equal([3, 4]);
      expect(inShort('d750')).to.deep.equal({ cameras: ['NIKON D750'], text: '' });
    });

    it('leaves words as text that mean more than a camera', () => {
      for (const text of ['apple', 'mark', 'google', 'pixel art', 'pro', '12', 'EOS']) {
        expect(inShort(text), text).to.deep.equal({ text });
      }
      expect(inShort('Pixel 6')).to.deep.equal({ cameras: ['Google Pixel 6'], text: '' });
      expect(inShort('"iPhone 12"')).to.deep.equal({ text: 'iPhone 12' });
    });
  });

  it('returns the position of each filter, and the text without it', () => {
    const asked = 'a dog with Anna in Lisbon, last summer';
    const { filters } = read(asked);
    expect(filters.map(({ type, start, end }) => [type, asked.slice(start, end)])).to.deep.equal([
      ['person', 'Anna'],
      ['place', 'Lisbon'],
      ['date', 'last summer'],
    ]);
    expect(filters.map((filter) => withoutPart(asked, filter))).to.deep.equal([
      'a dog in Lisbon, last summer',
      'a dog with Anna last summer',
      'a dog with Anna in Lisbon',
    ]);
    expect(withoutPart('photos of Anna', { start: 10, end: 14 })).to.equal('photos');
    expect(withoutPart('Anna and Ben', { start: 0, end: 4 })).to.equal('Ben');
    expect(quotedParts(asked, filters)).to.equal('a dog with "Anna" in "Lisbon", "last summer"');
  });

  it('turns a filter into text with quotes, even next to an unmatched quote', () => {
    for (const asked of ['a 5" Anna', '„Anna', '» Lisbon 2020', '“so" Anna "x']) {
      const quoted = quotedParts(asked, read(asked).filters);
      expect(read(quoted).filters, quoted).to.deep.equal([]);
    }
  });

  it('reads kinds of photos unless they describe the content', () => {
    expect(inShort('videos of Anna')).to.deep.equal({ people: ['Anna'], kinds: ['video'], text: '' });
    expect(inShort('Anna video')).to.deep.equal({ people: ['Anna'], kinds: ['video'], text: '' });
    expect(inShort('video Anna')).to.deep.equal({ people: ['Anna'], kinds: ['video'], text: '' });
    expect(inShort('Bilder 2020')).to.deep.equal({ days: ['2020-01-01..2020-12-31'], kinds: ['image'], text: '' });
    expect(inShort('live photos 2023')).to.deep.equal({ days: ['2023-01-01..2023-12-31'], kinds: ['live'], text: '' });
    expect(inShort('photos from Lisbon')).to.deep.equal({ places: ['Lisbon'], kinds: ['image'], text: '' });
    expect(inShort('a video game')).to.deep.equal({ text: 'a video game' });
    expect(inShort('a red picture')).to.deep.equal({ text: 'a red picture' });
    expect(inShort('raw fish')).to.deep.equal({ text: 'raw fish' });
  });

  it('reads favourites in three languages, but not `favourite` before other words', () => {
    const favorites = true;
    for (const text of ['favourites', 'my favorites', 'Meine Lieblingsfotos', 'Favoriten', 'mes favoris']) {
      expect(inShort(text), text).to.deep.equal({ favorites, text: '' });
    }
    for (const text of [
      ...['favourite photos of Anna', 'my favourite pictures of Anna', 'my favorite photo of Anna'],
      ...['Anna in meinen Favoriten', 'Anna auf unseren Lieblingsbildern', 'mes photos préférées d’Anna'],
    ]) {
      expect(inShort(text), text).to.deep.equal({ people: ['Anna'], favorites, text: '' });
    }
    for (const text of ['favorite videos', 'my favourite video', 'Lieblingsvideos', 'vidéos préférées']) {
      expect(inShort(text), text).to.deep.equal({ kinds: ['video'], favorites, text: '' });
    }
    expect(inShort('favourite raw photos')).to.deep.equal({ kinds: ['raw'], favorites, text: '' });
    for (const { favoritesWord } of [en, de, fr]) {
      expect(inShort(favoritesWord), 'in the menu of filters').to.deep.equal({ favorites, text: '' });
    }
    for (const text of ['favourite dress', 'favourite video game', 'favourite picture frame']) {
      expect(inShort(text), text).to.deep.equal({ text });
    }
    const asked = 'favourite photos of Anna';
    expect(read(asked).filters.map((filter) => withoutPart(asked, filter))).to.deep.equal(['Anna', 'favourite photos']);
    expect(inShort('plage préférée')).to.deep.equal({ text: 'plage préférée' });
    expect(inShort('"favourites"')).to.deep.equal({ text: 'favourites' });
  });

  it('matches any of several kinds', () => {
    expect(inShort('videos and photos of Anna')).to.deep.equal({
      people: ['Anna'],
      kinds: ['video', 'image'],
      text: '',
    });
    expect(inShort('live photos and videos')).to.deep.equal({ kinds: ['live', 'video'], text: '' });
    expect(inShort('videos, videos')).to.deep.equal({ kinds: ['video'], text: '' });
  });

  it('keeps text in quotes as text', () => {
    expect(inShort('"Anna" 2023')).to.deep.equal({ days: ['2023-01-01..2023-12-31'], text: 'Anna' });
    expect(inShort('„Lisbon 2023“')).to.deep.equal({ text: 'Lisbon 2023' });
    expect(read('"old town" market').terms).to.deep.equal([
      { words: ['old', 'town'], phrase: true, prefix: false },
      { words: ['market'], phrase: false, prefix: true },
    ]);
  });

  it('drops words that only join filters to the rest, and no others', () => {
    expect(inShort('a dog with Anna at the beach in 2021')).to.deep.equal({
      people: ['Anna'],
      days: ['2021-01-01..2021-12-31'],
      text: 'a dog beach',
    });
    expect(inShort('the house of the rising sun')).to.deep.equal({ text: 'the house of the rising sun' });
  });

  it('matches only the word that is being typed as a prefix', () => {
    expect(read('sun be').terms.map(({ prefix }) => prefix)).to.deep.equal([false, true]);
    expect(read('sun be ').terms.map(({ prefix }) => prefix)).to.deep.equal([false, false]);
  });

  it('parses any text without errors', () => {
    for (const text of ['"', '""', '"unclosed', 'constructor __proto__ toString', '-', 'in', '\u0000', '2023-', '«a']) {
      expect(() => read(text), text).not.to.throw();
    }
  });
});
