import { expect } from 'chai';
import fc from 'fast-check';
import { dateIn, localDate, monthDay, monthNumber } from '../../../core/domain/local-date.ts';

describe('the local date of a photo', () => {
  it('is the date of the wall clock', () => {
    // 2024-03-01T00:30:00Z, still 29 February in New York.
    expect(localDate(1_709_253_000, '2024-02-29T19:30:00')).to.deep.equal({
      month: monthNumber(2024, 2),
      monthDay: monthDay(2, 29),
    });
  });

  it('is the date in UTC if the wall clock is more than a day off', () => {
    const utc = { month: monthNumber(2024, 3), monthDay: monthDay(3, 1) };
    for (const broken of [
      '1970-01-01T00:00:00',
      '2024-03-05T00:30:00',
      '',
      'not a date at all',
      '2024-13-01T00:00:00',
    ]) {
      expect(localDate(1_709_253_000, broken), broken).to.deep.equal(utc);
    }
  });

  it('is that of every wall clock within a day of UTC', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -4_500_000_000, max: 4_500_000_000 }),
        fc.integer({ min: -840, max: 840 }),
        (at, offset) => {
          const local = new Date((at + offset * 60) * 1000);
          expect(localDate(at, local.toISOString().slice(0, 19))).to.deep.equal({
            month: monthNumber(local.getUTCFullYear(), local.getUTCMonth() + 1),
            monthDay: monthDay(local.getUTCMonth() + 1, local.getUTCDate()),
          });
        },
      ),
    );
  });

  it('can be computed for an instant in any zone', () => {
    expect(dateIn('Pacific/Auckland', 1_709_253_000)).to.deep.equal({ year: 2024, month: 3, day: 1 });
    expect(dateIn('America/New_York', 1_709_253_000)).to.deep.equal({ year: 2024, month: 2, day: 29 });
  });
});
