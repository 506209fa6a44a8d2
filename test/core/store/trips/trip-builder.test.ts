import { expect } from 'chai';
import { dayText } from '../../../../core/domain/epoch-day.ts';
import { newIndex } from '../../../support/index-file.ts';
import { MadeUpLife } from '../../../support/made-up-life.ts';
import { tripParts } from '../../../support/trip-rig.ts';

describe('trips found in photos', () => {
  let index: ReturnType<typeof newIndex>;
  let life: MadeUpLife;
  let parts: ReturnType<typeof tripParts>;

  beforeEach(() => {
    index = newIndex();
    life = new MadeUpLife(index.db);
    parts = tripParts(index.db);
  });
  afterEach(() => {
    index.remove();
  });

  const found = async (): Promise<string[]> => {
    await parts.task.run(new AbortController().signal);
    return parts.trips
      .all()
      .map(({ from, to }) => `${dayText(from)} ${dayText(to)}`)
      .sort();
  };

  it('are series of days away from the place with photos in most weeks', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.days('2023-05-02', '2023-05-06', 'lisbon', 40);
    expect(await found()).to.deep.equal(['2023-05-02 2023-05-06']);
  });

  it('are neither ways to work nor stays in a second home', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.weekly('2022-01-05', '2023-12-27', 'office');
    life.weekly('2022-01-08', '2023-12-30', 'hamburg');
    life.days('2023-08-12', '2023-08-16', 'hamburg');
    expect(await found()).to.deep.equal([]);
  });

  it('include weekends away and days far away, but no day trips nearby', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.days('2023-06-10', '2023-06-11', 'leipzig');
    life.photos('2023-07-01', 'leipzig', 9);
    life.photos('2023-09-09', 'rome', 9);
    expect(await found()).to.deep.equal(['2023-06-10 2023-06-11', '2023-09-09 2023-09-09']);
  });

  it('continue over a few days without photos, over more of them the farther away they are', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.days('2023-03-04', '2023-03-05', 'lisbon');
    life.days('2023-03-11', '2023-03-12', 'porto');
    life.days('2023-06-03', '2023-06-04', 'leipzig');
    life.days('2023-06-10', '2023-06-11', 'leipzig');
    // Removes the Mondays at home that the weeks above include.
    index.db.exec(`DELETE FROM photos WHERE place_id = (SELECT id FROM places WHERE label = 'Berlin, Germany')
      AND day BETWEEN 19420 AND 19430`);
    expect(await found()).to.deep.equal(['2023-03-04 2023-03-12', '2023-06-03 2023-06-04', '2023-06-10 2023-06-11']);
  });

  it('end with a day at home, but not because of photos that others take at home meanwhile', async () => {
    life.days('2023-01-01', '2023-12-31', 'berlin', 1);
    life.days('2023-05-02', '2023-05-06', 'lisbon');
    life.days('2023-05-08', '2023-05-09', 'porto');
    expect(await found()).to.deep.equal(['2023-05-02 2023-05-06', '2023-05-08 2023-05-09']);
  });

  it('depend on where home was at the time', async () => {
    life.weekly('2020-01-06', '2021-12-27', 'berlin');
    life.weekly('2022-01-03', '2023-12-25', 'lisbon');
    life.days('2021-03-06', '2021-03-09', 'lisbon');
    life.days('2023-03-04', '2023-03-07', 'berlin');
    expect(await found()).to.deep.equal(['2021-03-06 2021-03-09', '2023-03-04 2023-03-07']);
  });

  it('can extend over New Year and the date line, around the world', async () => {
    life.weekly('2018-01-01', '2023-11-27', 'berlin');
    life.days('2023-12-01', '2023-12-10', 'tokyo');
    life.days('2023-12-12', '2023-12-20', 'fiji');
    life.days('2023-12-22', '2024-01-05', 'samoa');
    life.days('2024-01-09', '2024-01-20', 'lima');
    life.weekly('2024-01-22', '2024-12-30', 'berlin');
    expect(await found()).to.deep.equal(['2023-12-01 2024-01-20']);
  });

  it('require a home to be away from, unless a long library has none at all', async () => {
    life.days('2023-05-02', '2023-05-06', 'lisbon');
    expect(await found(), 'a few days').to.deep.equal([]);
    life.days('2024-08-01', '2024-08-05', 'rome');
    expect(await found(), 'two summers').to.deep.equal(['2023-05-02 2023-05-06', '2024-08-01 2024-08-05']);
  });

  it('do not exist if no photo has a position', async () => {
    life.days('2022-01-01', '2023-12-31', null, 1);
    expect(await found()).to.deep.equal([]);
  });

  it('keep their ids when photos are added and removed, with no days left to examine', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.days('2023-05-02', '2023-05-06', 'lisbon');
    life.days('2023-08-05', '2023-08-09', 'rome');
    await found();
    const before = parts.trips.all();
    const early = life.photos('2023-05-01', 'lisbon');
    expect(await found()).to.deep.equal(['2023-05-01 2023-05-06', '2023-08-05 2023-08-09']);
    expect(parts.trips.all().map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id));
    index.db.prepare(`DELETE FROM photos WHERE id IN (SELECT value FROM json_each(?))`).run(JSON.stringify(early));
    expect(await found()).to.deep.equal(['2023-05-02 2023-05-06', '2023-08-05 2023-08-09']);
    expect(parts.trips.all()).to.deep.equal(before);
    const { changes } = index.db.prepare('DELETE FROM trip_days_due').run();
    expect(changes, 'nothing is left to do').to.equal(0);
  });

  it('are not derived from hidden photos', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    const hidden = life.days('2023-05-02', '2023-05-06', 'lisbon');
    const hide = index.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)');
    for (const id of hidden) hide.run(id);
    expect(await found()).to.deep.equal([]);
    index.db.exec('DELETE FROM photo_flags');
    expect(await found()).to.deep.equal(['2023-05-02 2023-05-06']);
  });

  it('are found even if photos are added day by day, in any order', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    for (const day of ['2023-05-06', '2023-05-02', '2023-05-04', '2023-05-03']) {
      life.photos(day, 'lisbon');
      await found();
    }
    expect(await found()).to.deep.equal(['2023-05-02 2023-05-06']);
  });
});
