import { expect } from 'chai';
import fc from 'fast-check';
import { monthAnchors } from '../../../core/timeline/anchors.ts';
import { allOf, columnsOf } from '../../support/timeline-columns.ts';

const newYearsEve = [...new Array<number>(30).fill(0), 1];

describe('month anchors', () => {
  it('are the months in local time, newest first', () => {
    const columns = columnsOf([
      { local: '2024-03-02T10:00:00' },
      { local: '2024-03-01T10:00:00' },
      { local: '2023-12-31T23:00:00' },
    ]);
    expect(monthAnchors(columns, allOf(columns))).to.deep.equal([
      { year: 2024, month: 3, count: 2, offset: 0, before: Date.UTC(2024, 2, 2, 10) / 1000 + 1, days: [1, 1] },
      { year: 2023, month: 12, count: 1, offset: 2, before: Date.UTC(2023, 11, 31, 23) / 1000 + 1, days: newYearsEve },
    ]);
  });

  it('keep each month in one block if the months of a traveller alternate', () => {
    const turn = Date.UTC(2024, 2, 1) / 1000;
    const columns = columnsOf([
      { takenAt: turn + 300, local: '2024-03-01T00:05:00' },
      { takenAt: turn + 200, local: '2024-02-29T19:03:20' },
      { takenAt: turn + 100, local: '2024-03-01T00:01:40' },
      { takenAt: turn - 100, local: '2024-02-29T23:58:20' },
    ]);
    const months = monthAnchors(columns, allOf(columns)).map(({ month, count }) => [month, count]);
    expect(months).to.deep.equal([
      [3, 1],
      [2, 3],
    ]);
  });

  it('count the photos of each day in local time', () => {
    const columns = columnsOf([
      { takenAt: Date.UTC(2024, 0, 1, 3) / 1000, local: '2023-12-31T22:00:00' },
      { takenAt: Date.UTC(2023, 11, 31, 20) / 1000, local: '2024-01-01T05:00:00' },
      { takenAt: Date.UTC(2023, 11, 3, 12) / 1000, local: '2023-12-03T12:00:00' },
    ]);
    const [december, ...others] = monthAnchors(columns, allOf(columns));
    expect(others).to.deep.equal([]);
    expect(december!.days).to.have.length(31);
    // The second photo was taken in the new year already, but is among photos of New Year's Eve.
    expect([december!.days[30], december!.days[2]]).to.deep.equal([2, 1]);
  });

  it('are none for an empty list', () => {
    expect(monthAnchors(columnsOf([]), new Uint32Array(0))).to.deep.equal([]);
  });

  it('cover the list without gaps, and `before` lists from the offset, in any time zones', () => {
    const photo = fc.record({ at: fc.integer({ min: 0, max: 40 }), zone: fc.integer({ min: -12, max: 14 }) });
    fc.assert(
      fc.property(fc.array(photo, { maxLength: 40 }), (photos) => {
        const around = Date.UTC(2024, 2, 1) / 1000;
        const columns = columnsOf(
          photos.map(({ at, zone }) => {
            const takenAt = around + (at - 20) * 7200;
            return { takenAt, local: new Date((takenAt + zone * 3600) * 1000).toISOString().slice(0, 19) };
          }),
        );
        const anchors = monthAnchors(columns, allOf(columns));
        let offset = 0;
        let last = Infinity;
        for (const anchor of anchors) {
          expect(anchor.offset).to.equal(offset);
          expect(anchor.year * 12 + anchor.month).to.be.lessThan(last);
          expect(columns.firstBefore(anchor.before)).to.equal(offset);
          last = anchor.year * 12 + anchor.month;
          offset += anchor.count;
          expect(anchor.days.reduce((sum, count) => sum + count, 0)).to.equal(anchor.count);
          expect(anchor.days.length).to.be.within(1, 31);
          expect(anchor.days.at(-1)).to.be.above(0);
        }
        expect(offset).to.equal(photos.length);
      }),
    );
  });
});
