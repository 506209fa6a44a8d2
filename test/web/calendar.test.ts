import { expect } from 'chai';
import fc from 'fast-check';
import type { Anchor } from '../../core/http/wire.ts';
import { CalendarView } from '../../web/state/calendar/calendar-view.ts';
import { dayOf, daysIn, daysLater, formatDate, monthsLater, orderOf, parseDate } from '../../web/state/calendar/day.ts';
import type { Day } from '../../web/state/calendar/day.ts';
import { PhotoDays } from '../../web/state/calendar/photo-days.ts';
import { firstWeekday, usualFirstWeekday } from '../../web/state/calendar/week-start.ts';

const sunday = 0;
const monday = 1;
const on = (date: string): Day => parseDate(date)!;

/** `2019-05: [0, 2, 1]` are two photos on the second and one on the third; newest month first, as from the server. */
function anchors(months: Readonly<Record<string, readonly number[]>>): Anchor[] {
  let offset = 0;
  return Object.entries(months).map(([name, days]) => {
    const [year = 0, month = 0] = name.split('-').map(Number);
    const count = days.reduce((sum, of) => sum + of, 0);
    const anchor = { year, month, count, offset, before: 0, days: [...days] };
    offset += count;
    return anchor;
  });
}

const photos = new PhotoDays(anchors({ '2019-05': [0, 2, 1], '2019-02': [4], '2007-12': [1, 0, 0, 0, 5] }));

describe('a day of the calendar', () => {
  it('is written as an ISO date in URLs, and anything else is rejected', () => {
    expect(parseDate('2019-05-17')).to.deep.equal({ year: 2019, month: 5, day: 17 });
    expect(formatDate({ year: 987, month: 1, day: 2 })).to.equal('0987-01-02');
    for (const wrong of ['2019-02-29', '2019-13-01', '2019-00-10', '0000-01-01', '2019-5-1', 'x', '']) {
      expect(parseDate(wrong), wrong).to.equal(null);
    }
    expect(parseDate('2020-02-29')).to.not.equal(null);
  });

  it('has earlier and later days across months, years and leap days', () => {
    expect(daysLater(on('2020-02-28'), 1)).to.deep.equal(on('2020-02-29'));
    expect(daysLater(on('2019-01-01'), -1)).to.deep.equal(on('2018-12-31'));
    expect(monthsLater(on('2020-02-29'), 12)).to.deep.equal(on('2021-02-28'));
    expect(monthsLater(on('2019-01-31'), -2)).to.deep.equal(on('2018-11-30'));
    expect(daysIn(2000, 2)).to.equal(29);
    expect(daysIn(1900, 2)).to.equal(28);
    const anyDay = fc.record({ year: fc.integer({ min: 2, max: 9998 }), month: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -300, max: 300 }), ({ year, month }, days) => {
        const day = { year, month, day: 1 };
        const later = daysLater(day, days);
        expect(daysLater(later, -days)).to.deep.equal(day);
        expect(dayOf(later.year, later.month, later.day)).to.deep.equal(later);
        expect(Math.sign(orderOf(later) - orderOf(day))).to.equal(Math.sign(days));
      }),
    );
  });
});

describe('the days of a list of photos', () => {
  it('count the photos of a day, a month and a year', () => {
    expect(photos.count(on('2019-05-02'))).to.equal(2);
    expect(photos.count(on('2019-05-31'))).to.equal(0);
    expect(photos.count({ year: 2019, month: 5 })).to.equal(3);
    expect(photos.count({ year: 2019 })).to.equal(7);
    expect(photos.count({ year: 2018 })).to.equal(0);
    expect(photos.years).to.deep.equal([2007, 2019]);
    expect(photos.span).to.deep.equal({ first: on('2007-12-01'), last: on('2019-05-31') });
    expect(new PhotoDays([]).span).to.equal(undefined);
  });

  it('locate the first photo of a day, or the next older photo if the day has none', () => {
    expect(photos.begin(on('2019-05-03'))).to.equal(0);
    expect(photos.begin(on('2019-05-02'))).to.equal(1);
    expect(photos.begin({ year: 2019, month: 2 })).to.equal(3);
    expect(photos.begin({ year: 2007 })).to.equal(7);
    // No photos on that day: the next older photo.
    expect(photos.begin(on('2019-05-01'))).to.equal(3);
    expect(photos.begin(on('2019-03-10'))).to.equal(3);
    expect(photos.begin(on('2030-01-01'))).to.equal(0);
    // Before all photos: the oldest photo.
    expect(photos.begin(on('1990-01-01'))).to.equal(12);
    expect(new PhotoDays([]).begin(on('2019-05-01'))).to.equal(0);
  });

  it('know the day of each photo', () => {
    const days = Array.from({ length: 13 }, (_, photo) => formatDate(photos.dayOf(photo)!));
    expect(days).to.deep.equal([
      ...['2019-05-03', '2019-05-02', '2019-05-02'],
      ...Array<string>(4).fill('2019-02-01'),
      ...Array<string>(5).fill('2007-12-05'),
      '2007-12-01',
    ]);
    expect(new PhotoDays([]).dayOf(0)).to.equal(undefined);
  });
});

describe('a page of the calendar', () => {
  const view = new CalendarView(photos, monday);
  const by = (from: string, key: string, shift = false): string => {
    const to = view.byKey('days', on(from), key, shift);
    return to ? formatDate(to) : 'nowhere';
  };

  it('shows the weeks of a month, starting on the first day of the week', () => {
    // 1 May 2019 was a Wednesday.
    const firstOf = (first: number): (number | undefined)[] =>
      new CalendarView(photos, first).rows('days', on('2019-05-17'))[0]!.map((cell) => cell?.day);
    expect(firstOf(monday)).to.deep.equal([undefined, undefined, 1, 2, 3, 4, 5]);
    expect(firstOf(sunday)).to.deep.equal([undefined, undefined, undefined, 1, 2, 3, 4]);
    for (const month of ['2019-05-01', '2015-02-01', '2020-08-01']) {
      const rows = view.rows('days', on(month));
      expect(rows, 'the same height for each month').to.have.length(6);
      const { year, month: of } = on(month);
      expect(rows.flat().filter(Boolean)).to.have.length(daysIn(year, of));
    }
  });

  it('shows the months of a year, or the years that have photos', () => {
    expect(view.rows('months', on('2019-05-17')).map((row) => row.map((cell) => cell?.month))).to.deep.equal([
      ...[
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
      [10, 11, 12],
    ]);
    expect(view.rows('years', on('2019-05-17'))).to.deep.equal([[{ year: 2007 }, { year: 2019 }]]);
  });

  it('is navigated by keys: by days, weeks, months and years, and to the ends of a week', () => {
    const from = '2019-01-30';
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => by(from, key))).to.deep.equal([
      ...['2019-01-29', '2019-01-31', '2019-01-23', '2019-02-06'],
    ]);
    expect([by(from, 'PageUp'), by(from, 'PageDown')]).to.deep.equal(['2018-12-30', '2019-02-28']);
    expect([by('2018-01-30', 'PageUp', true), by('2018-01-30', 'PageDown', true)]).to.deep.equal([
      ...['2017-01-30', '2019-01-30'],
    ]);
    expect([by(from, 'Home'), by(from, 'End')]).to.deep.equal(['2019-01-28', '2019-02-03']);
    expect(by(from, 'x')).to.equal('nowhere');
  });

  it('is navigated by keys among months and years', () => {
    const among = (level: 'months' | 'years', key: string, shift = false): string =>
      formatDate(view.byKey(level, on('2010-05-31'), key, shift)!);
    expect(['ArrowRight', 'ArrowUp', 'PageDown', 'Home', 'End'].map((key) => among('months', key))).to.deep.equal([
      ...['2010-06-30', '2010-02-28', '2011-05-31', '2010-01-31', '2010-12-31'],
    ]);
    // Years without photos are left out; from such a year, a key moves to the next year with photos.
    expect(among('years', 'ArrowRight')).to.equal('2019-05-31');
    expect(among('years', 'Home')).to.equal('2007-12-01');
    expect(among('years', 'End')).to.equal('2019-05-31');
  });

  it('does not go beyond the months that have photos', () => {
    expect(by('2019-05-31', 'ArrowRight')).to.equal('2019-05-31');
    expect(by('2019-05-02', 'PageDown', true)).to.equal('2019-05-31');
    expect(by('2007-12-05', 'PageUp')).to.equal('2007-12-01');
  });
});

describe('the first day of a week', () => {
  it('depends on the region', () => {
    expect(['de', 'fr', 'en-GB', 'en-US', 'en', 'fr-CA', 'ar-EG'].map(firstWeekday)).to.deep.equal([
      ...[1, 1, 1, 0, 0, 0, 6],
    ]);
  });

  it('is the same in the fallback for browsers without this data', () => {
    for (const tag of [
      'de',
      'de-AT',
      'de-CH',
      'fr',
      'fr-BE',
      'fr-CA',
      'en',
      'en-GB',
      'en-US',
      'en-IN',
      'pt-BR',
      'ar-EG',
    ]) {
      expect(usualFirstWeekday(tag), tag).to.equal(firstWeekday(tag));
    }
  });
});
