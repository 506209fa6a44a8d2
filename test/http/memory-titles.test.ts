import { expect } from 'chai';
import type { Memories, MemoryTitle, Trips } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { MadeUpLife } from '../support/made-up-life.ts';

describe('the title of a memory', () => {
  let s: LibraryServer;
  let life: MadeUpLife;

  beforeEach(async () => {
    s = await libraryServer();
    life = new MadeUpLife(s.db);
  });
  afterEach(() => s.stop());

  const titles = async (month: number, day: number): Promise<Record<number, MemoryTitle>> => {
    const { groups } = await s.json<Memories>(`/api/memories?month=${month}&day=${day}`);
    return Object.fromEntries(groups.map(({ year, title }) => [year, title]));
  };
  const nothing = { trip: null, city: null, countries: [], people: [], tag: null };

  it('is the city where most photos of that day were taken, else the countries, for each year', async () => {
    life.photos('2021-05-04', 'lisbon', 3);
    life.photos('2021-05-04', 'porto', 1, 15);
    life.photos('2022-05-04', 'rome', 2);
    life.photos('2022-05-04', 'nice', 2, 15);
    life.photos('2023-05-04', null, 3);
    life.photos('2023-05-04', 'lisbon', 2, 15);
    expect(await titles(5, 4)).to.deep.equal({
      2021: { ...nothing, city: 'Lisbon', countries: ['Portugal'] },
      2022: { ...nothing, countries: ['France', 'Italy'] },
      // The place of most photos is unknown.
      2023: nothing,
    });
  });

  it('is the trip of its photos, by the name that users gave it', async () => {
    life.weekly('2022-01-03', '2023-12-25', 'berlin');
    life.days('2023-05-02', '2023-05-06', 'lisbon');
    const task = s.container.resolve(inject.tasks).find(({ name }) => name === 'trips');
    await task?.run(new AbortController().signal, () => false);
    const [trip] = (await s.json<Trips>('/api/trips')).trips;
    await s.send('PATCH', `/api/trips/${trip?.id}`, { name: 'Honeymoon' });
    expect((await titles(5, 4))[2023]).to.deep.include({ trip: { id: trip?.id, name: 'Honeymoon' }, city: 'Lisbon' });
    expect((await titles(5, 1))[2023]).to.deep.include({ trip: null, city: 'Berlin' });
  });

  it('is the people in most of the photos, without hidden people', async () => {
    const photos = life.photos('2021-05-04', null, 3);
    s.db.exec(`INSERT INTO people (id, name, name_key, hidden, created_at)
      VALUES (1, 'Anna', 'anna', 0, 0), (2, 'Ben', 'ben', 0, 0), (3, 'Cleo', 'cleo', 1, 0)`);
    const face = s.db.prepare(`INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score)
      VALUES (?, ?, 0, 0, 0.1, 0.1, '[]', 1)`);
    for (const [at, photo] of photos.entries()) {
      for (const person of at === 0 ? [1, 2, 3] : [1, 3]) face.run(photo, person);
    }
    expect((await titles(5, 4))[2021]?.people).to.deep.equal([{ id: 1, name: 'Anna' }]);
  });

  it('is a tag that all photos have', async () => {
    const uids = life.photos('2021-05-04', null, 2).map((id) => `p${id - 1}`);
    await s.send('PATCH', '/api/photos', { uids, add_tags: ['Wedding'] });
    await s.send('PATCH', '/api/photos', { uids: uids.slice(1), add_tags: ['Cake'] });
    expect((await titles(5, 4))[2021]?.tag).to.equal('Wedding');
  });

  it('does not reveal hidden photos', async () => {
    const shown = life.photos('2021-05-04', 'lisbon', 1);
    const hidden = life.photos('2021-05-04', 'rome', 5, 15);
    for (const id of hidden) s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(id);
    expect(shown).to.have.length(1);
    expect((await titles(5, 4))[2021]).to.deep.include({ city: 'Lisbon', countries: ['Portugal'] });
  });
});
