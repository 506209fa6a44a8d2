import { expect } from 'chai';
import { onThisDay } from '../../../core/timeline/memories.ts';
import { allOf, columnsOf } from '../../support/timeline-columns.ts';

describe('memories', () => {
  const days = ['2020-02-29', '2021-02-28', '2019-02-28', '2019-02-27', '2020-03-01', '2020-02-28'];
  const columns = columnsOf(days.map((day) => ({ local: `${day}T12:00:00` })));
  const on = (month: number, day: number, year: number): string[] =>
    onThisDay(columns, allOf(columns), { month, day }, { year }).flatMap(({ positions }) =>
      positions.map((position) => days[columns.id[position]! - 1]!),
    );

  it('are the photos of one calendar day, newest year first', () => {
    expect(on(2, 27, 2024)).to.deep.equal(['2019-02-27']);
    expect(on(2, 28, 2024)).to.deep.equal(['2021-02-28', '2020-02-28', '2019-02-28']);
  });

  it('show 29 February also on the 28th of a common year', () => {
    expect(on(2, 28, 2025)).to.deep.equal(['2021-02-28', '2020-02-29', '2020-02-28', '2019-02-28']);
    expect(on(2, 28, 1900)).to.include('2020-02-29');
    expect(on(2, 28, 2000)).to.not.include('2020-02-29');
  });

  it('show 29 February on its own day', () => {
    expect(on(2, 29, 2024)).to.deep.equal(['2020-02-29']);
    expect(on(2, 29, 2025)).to.deep.equal(['2020-02-29']);
  });

  it('use local time, not UTC', () => {
    const late = columnsOf([{ takenAt: Date.UTC(2020, 4, 2, 2) / 1000, local: '2020-05-01T22:00:00' }]);
    expect(onThisDay(late, allOf(late), { month: 5, day: 1 }, { year: 2024 })).to.have.length(1);
    expect(onThisDay(late, allOf(late), { month: 5, day: 2 }, { year: 2024 })).to.have.length(0);
  });
});
