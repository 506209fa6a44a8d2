import { expect } from 'chai';
import { dayOf, dayText, epochDay } from '../../../core/domain/epoch-day.ts';
import { CameraIndex } from '../../../core/domain/search-cameras.ts';
import { quotedParts, withoutPart } from '../../../core/domain/search-joins.ts';
import { NameIndex } from '../../../core/domain/search-names.ts';
import { searchWords } from '../../../core/domain/search-words.ts';
import { longestText, readSearchQuery, type SearchQuery } from '../../../core/domain/search-query.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';

const names = new NameIndex({
  people: ['Anna', 'Ben Okafor', 'Jürgen Weiß', 'Maria Silva', 'Anna Lena', 'Paris', 'April'].map((name, id) => ({
    id,
    name,
  })),
  places: [
    { id: 10, label: 'Lisbon, Portugal', city: 'Lisbon', country: 'Portugal' },
    { id: 13, label: 'Paris, France', city: 'Paris', country: 'France' },
    { id: 14, label: 'Nice, France', city: 'Nice', country: 'France' },
    { id: 15, label: 'Tromsø, Norway', city: 'Tromsø', country: 'Norway' },
  ],
});
const cameras = new CameraIndex(['Apple iPhone 12', 'Canon EOS R', 'NIKON D750'].map((name, id) => ({ id, name })));
const read = (text: string): SearchQuery => readSearchQuery(text, { names, cameras }, epochDay(2026, 11, 22));

const words = [
  ...[
    'Anna ',
    'Paris ',
    'April ',
    'in ',
    ' and ',
    ' to ',
    '-',
    '–',
    '"',
    '“',
    '”',
    '„',
    '«',
    '»',
    '.',
    '/',
    '2020',
    '1990s',
    '31.',
    'February',
  ],
  ...[
    'since ',
    'until ',
    'before ',
    'between ',
    'last ',
    'next ',
    'summer',
    'winter 2020/21',
    'letzten ',
    'à partir de ',
    'jusqu’au ',
    'weekend',
  ],
  ...[
    '3 weeks ago',
    'vor 2 Jahren',
    'il y a 5 mois',
    'yesterday',
    'Saturday',
    'videos',
    'iPhone 12',
    'the 24th of ',
    '0',
    '99999',
    '\u0301',
    'ß',
    'İ',
    '\ue000',
  ],
];

describe('search queries, with', () => {
  fuzz({
    seeds: 'search',
    words,
    runs: 1000,
    work: { each: 100_000, byte: 2000 },
    check: (input) => {
      const text = textOf(input).slice(0, longestText);
      const query = read(text);
      let end = 0;
      for (const filter of query.filters) {
        expect(filter.start, 'filters stand one behind the other').to.be.at.least(end);
        expect(filter.end).to.be.above(filter.start);
        end = filter.end;
        expect(withoutPart(text, filter).length, 'a text without a filter').to.be.below(text.length + 1);
      }
      expect(end).to.be.at.most(text.length);
      expect(query.text.length).to.be.at.most(text.length);
      for (const [from, to] of query.days) {
        expect(from <= to, `${from} to ${to}`).to.equal(true);
        for (const day of [from, to]) if (Number.isFinite(day)) expect(dayOf(dayText(day))).to.equal(day);
      }
      for (const month of query.months) expect(month).to.be.within(1, 12);
      for (const weekday of query.weekdays) expect(weekday).to.be.within(1, 7);
      for (const { month, day } of query.yearlyDays) expect(dayOf(`2000-${two(month)}-${two(day)}`)).to.be.a('number');
      for (const term of query.terms)
        expect(term.words.every((word) => /[\p{L}\p{N}\p{M}]/u.test(word))).to.equal(true);
      // Quotes turn filters into plain words; each pair shifts the text behind it.
      const quoted = searchWords(quotedParts(text, query.filters));
      for (const [before, filter] of query.filters.entries()) {
        const [start, end] = [filter.start, filter.end].map((at) => at + 2 * before + 1) as [number, number];
        const inside = quoted.filter((word) => word.start >= start && word.end <= end);
        expect(inside.length).to.be.above(0);
        expect(
          inside.every(({ quote }) => quote !== null),
          'a filter between quotes is none',
        ).to.equal(true);
      }
    },
  });
});

const two = (number: number): string => String(number).padStart(2, '0');
