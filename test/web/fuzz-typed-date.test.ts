import { expect } from 'chai';
import { daysIn, formatDate, parseDate } from '../../web/state/calendar/day.ts';
import { parseTypedDate } from '../../web/state/calendar/typed-date.ts';
import { formatDay, parseDay } from '../../web/state/day-of-year.ts';
import { fuzz, textOf } from '../support/fuzz-parser.ts';

const words = [
  'May',
  'mai',
  'März',
  'maerz',
  'févr',
  'Sept.',
  '1er',
  'th of',
  '31',
  '29',
  '2',
  '2019',
  '0000',
  '9999',
  '99999',
  '-',
  '.',
  '/',
  '٣',
  '\u0301',
];
const locales = ['en-GB', 'en-US', 'de', 'fr'];

describe('a typed date, with', () => {
  fuzz({
    seeds: 'typed-date',
    words,
    runs: 600,
    work: { each: 20_000, byte: 100 },
    check: (input) => {
      const text = textOf(input).slice(0, 200);
      const locale = locales[input.length % locales.length] ?? 'en';
      const period = parseTypedDate(text, locale, 2026);
      if (period) {
        const { year, month, day } = period;
        expect(Number.isInteger(year) && year >= 1 && year <= 9999, `year ${year}`).to.equal(true);
        if (month !== undefined) expect(month).to.be.within(1, 12);
        if (day !== undefined) expect(day).to.be.within(1, daysIn(year, month ?? 1));
        if (month !== undefined && day !== undefined) {
          const written = formatDate({ year, month, day });
          expect(parseTypedDate(written, locale, 2026), 'the inverse').to.deep.equal(period);
        }
      }
      const date = parseDate(text);
      if (date) expect(formatDate(date)).to.equal(text);
      const ofYear = parseDay(text);
      if (ofYear) expect(formatDay(ofYear)).to.equal(text);
    },
  });
});
