import { expect } from 'chai';
import fc from 'fast-check';
import type { Period } from '../../web/state/calendar/day.ts';
import { daysIn } from '../../web/state/calendar/day.ts';
import { parseTypedDate } from '../../web/state/calendar/typed-date.ts';

const thisYear = 2024;
const read = (typed: string, locale: string): Period | null => parseTypedDate(typed, locale, thisYear);
const may = { year: 2019, month: 5 };
const day = { ...may, day: 17 };

/** What people type in each language, and what they mean by it. */
const typed: Readonly<Record<string, readonly (readonly [typed: string, meant: Period | null])[]>> = {
  'en-GB': [
    ['17/5/2019', day],
    ['17.05.19', day],
    ['17 May 2019', day],
    ['17th of May, 2019', day],
    ['5/17/2019', day],
    ['May 2019', may],
    ['SEPT 2019', { year: 2019, month: 9 }],
  ],
  'en-US': [
    ['5/17/2019', day],
    ['May 17, 2019', day],
    ['may 17th 2019', day],
    ['2019 May 17', day],
    ['3/4/2019', { year: 2019, month: 3, day: 4 }],
    ['17/5/2019', day],
    ['Ma 2019', null],
    ['Ju 2019', null],
    ['Mai 2019', null],
  ],
  de: [
    ['17.5.2019', day],
    ['17. Mai 2019', day],
    ['am 17. Mai 2019', day],
    ['Mai 2019', may],
    ['März 2019', { year: 2019, month: 3 }],
    ['maerz 2019', { year: 2019, month: 3 }],
    ['marz 2019', { year: 2019, month: 3 }],
    ['Dez. 2019', { year: 2019, month: 12 }],
    ['3.4.2019', { year: 2019, month: 4, day: 3 }],
  ],
  'de-AT': [['Jänner 2019', { year: 2019, month: 1 }]],
  fr: [
    ['17/05/2019', day],
    ['17 mai 2019', day],
    ['le 1er mai 2019', { ...may, day: 1 }],
    ['août 2019', { year: 2019, month: 8 }],
    ['aout 2019', { year: 2019, month: 8 }],
    ['févr. 2019', { year: 2019, month: 2 }],
    ['juil 2019', { year: 2019, month: 7 }],
    ['Jui 2019', null],
  ],
};

/** The same in every language. */
const everywhere: readonly (readonly [string, Period | null])[] = [
  ['2019', { year: 2019 }],
  [' 2019 ', { year: 2019 }],
  ['2019-05', may],
  ['5/2019', may],
  ['05.2019', may],
  ['2019-05-17', day],
  ['2019/5/17', day],
  ['1.1.87', { year: 1987, month: 1, day: 1 }],
  ['1.1.24', { year: 2024, month: 1, day: 1 }],
  ['29.2.2020', { year: 2020, month: 2, day: 29 }],
  ['29.2.2019', null],
  ['31.4.2019', null],
  ['13/2019', null],
  ['20195', null],
  ['19', null],
  ['0000', null],
  ['1.2.3.2019', null],
  ['1.1.019', null],
  ['', null],
  ['yesterday', null],
  ['2019 xyz', null],
  ['-', null],
];

describe('a typed date', () => {
  for (const [locale, cases] of Object.entries(typed)) {
    it(`is parsed as people write dates in ${locale}`, () => {
      for (const [text, meant] of [...cases, ...everywhere]) expect(read(text, locale), text).to.deep.equal(meant);
    });
  }

  it('is parsed in the browser’s long, medium and numeric formats', () => {
    const anyDay = fc
      .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 30 }))
      .map(([year, month, i]) => ({ year, month, day: 1 + (i % daysIn(year, month)) }));
    const styles: readonly Intl.DateTimeFormatOptions[] = [
      { dateStyle: 'long' },
      { dateStyle: 'medium' },
      { year: 'numeric', month: '2-digit', day: '2-digit' },
    ];
    fc.assert(
      fc.property(anyDay, fc.constantFrom('en-US', 'en-GB', 'de', 'de-CH', 'fr', 'fr-CA'), (meant, locale) => {
        const date = new Date(Date.UTC(meant.year, meant.month - 1, meant.day));
        for (const style of styles) {
          const written = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(date);
          expect(read(written, locale), written).to.deep.equal(meant);
        }
      }),
    );
  });

  it('is null or a valid period, without an error, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(text, 'de')).to.satisfy((period: Period | null) => period === null || period.year >= 1);
      }),
    );
  });
});
