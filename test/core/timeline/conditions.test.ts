import { expect } from 'chai';
import type { PhotoFilter } from '../../../core/timeline/photo-filter.ts';
import { dayText, epochDay } from '../../../core/domain/epoch-day.ts';
import type { Selections } from '../../../core/timeline/selections.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { selectionsOf } from '../../support/selections.ts';

describe('photos filtered by day and camera', () => {
  let index: ReturnType<typeof newIndex>;
  let timeline: Timeline;
  let selections: Selections;
  const cameras = ['Apple iPhone 12', 'NIKON D750', undefined];

  before(() => {
    index = newIndex();
    const rows = new PhotoRows(index.db);
    const random = randomNumbers(7);
    const zones = [-8, 0, 2, 13];
    index.db.transaction(() => {
      for (let i = 0; i < 600; i++) {
        const takenAt = Math.floor(Date.UTC(2019, 0, 1) / 1000 + random() * 3 * 365.25 * 86_400);
        const zone = zones[i % zones.length]!;
        const takenAtLocal = new Date((takenAt + zone * 3600) * 1000).toISOString().slice(0, 19);
        const camera = cameras[i % 3];
        rows.add({ uid: `p${i}`, takenAt, takenAtLocal, ...(camera === undefined ? {} : { camera }) });
      }
    })();
    timeline = new Timeline(index.db);
    selections = selectionsOf(index.db, timeline);
  });
  after(() => {
    index.remove();
  });

  /** Compares the result of the timeline with that of SQL on the local time of each photo. */
  const same = (filter: PhotoFilter, sql: string): void => {
    const found = selections.find(filter).ids();
    const wanted = index.db
      .prepare<[], number>(`SELECT id FROM photos WHERE ${sql} ORDER BY taken_at DESC, uid`)
      .pluck()
      .all();
    expect(found, sql).to.deep.equal(wanted);
    expect(wanted.length, sql).to.be.greaterThan(0).and.lessThan(600);
  };

  it('match ranges of local days, which may be open-ended', () => {
    const [from, to] = [epochDay(2020, 2, 27), epochDay(2020, 3, 20)];
    const day = 'substr(taken_at_local, 1, 10)';
    same({ days: [[from, to]] }, `${day} BETWEEN '${dayText(from)}' AND '${dayText(to)}'`);
    same({ days: [[-Infinity, from]] }, `${day} <= '2020-02-27'`);
    same({ days: [[to, Infinity]] }, `${day} >= '2020-03-20'`);
    same(
      {
        days: [
          [epochDay(2019, 1, 1), epochDay(2019, 12, 31)],
          [from, to],
        ],
      },
      `(${day} LIKE '2019-%' OR ${day} BETWEEN '2020-02-27' AND '2020-03-20')`,
    );
  });

  it('match a weekday, or a day in any year', () => {
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
      same({ weekdays: [weekday] }, `strftime('%w', taken_at_local) = '${weekday % 7}'`);
    }
    same(
      { weekdays: [6, 7], months: [7] },
      `strftime('%w', taken_at_local) IN ('6', '0') AND taken_at_local LIKE '____-07-%'`,
    );
    const [{ day, month } = { day: 1, month: 1 }] = index.db
      .prepare<[], { day: number; month: number }>(
        `SELECT CAST(substr(taken_at_local, 9, 2) AS INTEGER) AS day, CAST(substr(taken_at_local, 6, 2) AS INTEGER) AS month
         FROM photos GROUP BY day, month ORDER BY count(*) DESC`,
      )
      .all();
    same(
      { yearlyDays: [{ day, month }] },
      `strftime('%d', taken_at_local) + 0 = ${day} AND strftime('%m', taken_at_local) + 0 = ${month}`,
    );
  });

  it('match a camera, including one that is added later', () => {
    const id = (name: string): number => timeline.cameras.idOf(name);
    same({ cameras: [id('NIKON D750')] }, `camera = 'NIKON D750'`);
    same({ cameras: [id('NIKON D750'), id('Apple iPhone 12')] }, 'camera IS NOT NULL');
    index.db.exec(`UPDATE photos SET camera = 'Pixel 6', indexed_at = 2 WHERE uid = 'p5'`);
    timeline.follow();
    same({ cameras: [id('Pixel 6')] }, `uid = 'p5'`);
  });
});
