import { expect } from 'chai';
import type { AlbumPhotos, Albums } from '../../core/http/wire.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { MadeUpLife } from '../support/made-up-life.ts';
import { TripsServer } from '../support/trips-server.ts';

describe('trips that users change', () => {
  const rig = TripsServer.inSuite();
  const { settle, list, spans, only, done } = rig;
  let s: LibraryServer;
  let life: MadeUpLife;
  let lisbon: number[];

  beforeEach(() => {
    ({ s, life, lisbon } = rig);
  });

  const undo = async (step: number): Promise<number> =>
    (await s.send('POST', `/api/trips/steps/${step}/undo`, {})).statusCode;

  it('have the name that users give them, until it is removed', async () => {
    const { id } = await only('2023-05-02');
    const { body } = await done('PATCH', `/api/trips/${id}`, { name: '  Anna’s birthday ' });
    expect(body.trips.map(({ name, changed }) => [name, changed])).to.deep.equal([['Anna’s birthday', true]]);
    await done('PATCH', `/api/trips/${id}`, { name: null });
    expect((await only('2023-05-02')).name).to.equal(null);
  });

  it('are neither moved nor split so that a part would have no photos', async () => {
    const { id, first_day: first } = await only('2023-05-02');
    const moved = await done('PATCH', `/api/trips/${id}`, { start: '2032-05-02', end: '2032-05-06' });
    expect(moved.status).to.equal(400);
    expect((await done('PATCH', `/api/trips/${id}`, { end: '2023-05-20' })).status).to.equal(200);
    expect((await done('POST', `/api/trips/${id}/split`, { day: '2023-05-16' })).status).to.equal(400);
    expect((await only('2023-05-02')).first_day).to.equal(first);
    expect((await done('POST', `/api/trips/${id}/split`, { day: '2023-05-04' })).status).to.equal(200);
  });

  it('cannot take all days with photos from another trip that users changed', async () => {
    const spring = await only('2023-05-02');
    await done('PATCH', `/api/trips/${spring.id}`, { name: 'Lisbon', start: '2023-04-25' });
    const summer = await only('2023-08-05');
    expect((await done('PATCH', `/api/trips/${summer.id}`, { start: '2023-04-28' })).status).to.equal(409);
    expect((await spans()).at(-1)).to.include('Lisbon');
  });

  it('provide the photos of an album with a rule for them, before and after their days change', async () => {
    const { id } = await only('2023-05-02');
    const made = await s.send('POST', '/api/albums', { name: 'Ours', rule: { trip: id } });
    const told = async (): Promise<unknown> => {
      const { albums } = await s.json<Albums>('/api/albums');
      const { uid, photo_count: count } = albums.find(({ name }) => name === 'Ours')!;
      const { album, total } = await s.json<AlbumPhotos>(`/api/albums/${uid}/photos`);
      expect(album.photo_count).to.equal(total);
      return count;
    };
    expect([made.statusCode, await told()]).to.deep.equal([201, 20]);
    await done('PATCH', `/api/trips/${id}`, { end: '2023-05-03' });
    expect(await told()).to.equal((await only('2023-05-02')).count);
  });

  it('include photos that are added later, at their ends and inside', async () => {
    const { id } = await only('2023-05-02');
    await done('PATCH', `/api/trips/${id}`, { name: 'Lisbon' });
    life.photos('2023-05-07', 'porto', 2);
    life.photos('2023-05-04', 'porto', 2, 20);
    await settle();
    const trip = await only('2023-05-02');
    expect([trip.id, trip.name, trip.count, trip.last_day]).to.deep.equal([id, 'Lisbon', 24, '2023-05-07']);
  });

  it('can be merged, and separated again by undoing it', async () => {
    const [rome, spring] = await list();
    const { body } = await done('POST', '/api/trips/merge', { ids: [spring!.id, rome!.id] });
    expect(await spans()).to.deep.equal(['2023-05-02 2023-08-10']);
    const [merged] = await list();
    // The weeks at home in between are not part of the trip.
    expect([merged?.id, merged?.count]).to.deep.equal([spring!.id, 32]);
    expect(await undo(body.step)).to.equal(200);
    expect((await list()).map(({ id }) => id)).to.deep.equal([rome!.id, spring!.id]);
    expect(await undo(body.step), 'a second time').to.equal(404);
  });

  it('cannot be merged across another trip', async () => {
    life.days('2023-06-10', '2023-06-12', 'porto');
    await settle();
    const [rome, , spring] = await list();
    const { status } = await done('POST', '/api/trips/merge', { ids: [spring!.id, rome!.id] });
    expect(status).to.equal(409);
    expect(await list()).to.have.length(3);
  });

  it('can be split at a day, and each part grows at its own end', async () => {
    const { id } = await only('2023-08-05');
    const { body } = await done('POST', `/api/trips/${id}/split`, { day: '2023-08-08' });
    expect(await spans()).to.deep.equal(['2023-08-08 2023-08-10', '2023-08-05 2023-08-07', '2023-05-02 2023-05-06']);
    expect(body.trips[0]?.id).to.equal(id);
    life.photos('2023-08-04', 'rome', 2);
    life.photos('2023-08-11', 'nice', 2);
    await settle();
    expect((await spans()).slice(0, 2)).to.deep.equal(['2023-08-08 2023-08-11', '2023-08-04 2023-08-07']);
    expect(await undo(body.step)).to.equal(200);
    expect((await spans())[0]).to.equal('2023-08-04 2023-08-11');
    expect((await list())[0]?.id).to.equal(id);
  });

  it('stay removed, whatever photos are added, until that is undone', async () => {
    const { id } = await only('2023-05-02');
    const { body } = await done('DELETE', `/api/trips/${id}`);
    life.photos('2023-05-07', 'lisbon', 5);
    await settle();
    expect(await spans()).to.deep.equal(['2023-08-05 2023-08-10']);
    expect((await s.get(`/api/trips/${id}`)).statusCode).to.equal(404);
    expect(await undo(body.step)).to.equal(200);
    expect((await only('2023-05-02')).id).to.equal(id);
    expect((await spans())[1]).to.equal('2023-05-02 2023-05-07');
  });

  it('start and end on the days that users set, with the photos of added days', async () => {
    const { id } = await only('2023-05-02');
    const packing = life.photos('2023-05-01', 'berlin', 2, 18);
    await settle();
    await done('PATCH', `/api/trips/${id}`, { start: '2023-05-01', end: '2023-05-05' });
    const trip = await only('2023-05-01');
    // One of the weekly photos at home was taken on that Monday, too.
    expect([trip.id, trip.last_day, trip.count]).to.deep.equal([id, '2023-05-05', 16 + packing.length + 1]);
    await done('PATCH', `/api/trips/${id}`, { end: null });
    expect((await only('2023-05-01')).last_day).to.equal('2023-05-06');
  });

  it('follow their photos when most of these get new dates', async () => {
    const { id } = await only('2023-05-02');
    await done('PATCH', `/api/trips/${id}`, { name: 'Lisbon', end: '2023-05-05' });
    s.db.exec(`UPDATE photos SET taken_at = taken_at - 365 * 86400,
      taken_at_local = replace(datetime(taken_at - 365 * 86400, 'unixepoch'), ' ', 'T')
      WHERE place_id = (SELECT id FROM places WHERE label = 'Lisbon, Portugal')`);
    await settle();
    expect(await spans()).to.deep.equal(['2023-08-05 2023-08-10', 'Lisbon 2022-05-02 2022-05-05']);
    expect((await only('2022-05-02')).id).to.equal(id);
  });

  it('stay when their photos turn out to be from home', async () => {
    const { id } = await only('2023-05-02');
    await done('PATCH', `/api/trips/${id}`, { name: 'Holidays on the balcony' });
    s.db.exec(`UPDATE photos SET lat = 52.52, lng = 13.4
      WHERE place_id = (SELECT id FROM places WHERE label = 'Lisbon, Portugal')`);
    await settle();
    expect((await only('2023-05-02')).count).to.equal(20);
  });

  it('have changes that cannot be undone after choosing another cover, unless its photo is deleted', async () => {
    const { id } = await only('2023-05-02');
    const [one = 0, two = 0] = lisbon;
    const first = await done('PATCH', `/api/trips/${id}`, { cover: `p${one - 1}` });
    const second = await done('PATCH', `/api/trips/${id}`, { cover: `p${two - 1}` });
    expect(await undo(first.body.step)).to.equal(409);
    s.db.prepare('DELETE FROM photos WHERE id = ?').run(two);
    expect(await undo(second.body.step)).to.equal(200);
    expect((await only('2023-05-02')).cover_url).to.contain(`/p${one - 1}/`);
    expect(await undo(first.body.step)).to.equal(200);
  });

  it('have changes that cannot be undone after a later change', async () => {
    const { id } = await only('2023-05-02');
    const first = await done('PATCH', `/api/trips/${id}`, { name: 'One' });
    const second = await done('PATCH', `/api/trips/${id}`, { name: 'Two' });
    expect(await undo(first.body.step)).to.equal(409);
    expect(await undo(second.body.step)).to.equal(200);
    expect(await undo(first.body.step)).to.equal(200);
    expect(await only('2023-05-02')).to.deep.include({ id, name: null, changed: false });
  });

  it('have changes that cannot be undone over another trip that was named since', async () => {
    life.days('2023-08-20', '2023-08-24', 'lisbon', 3);
    await settle();
    const { id } = await only('2023-08-05');
    await done('PATCH', `/api/trips/${id}`, { name: 'Rome', end: '2023-08-25' });
    const cut = await done('PATCH', `/api/trips/${id}`, { end: '2023-08-10' });
    const other = await only('2023-08-20');
    const named = await done('PATCH', `/api/trips/${other.id}`, { name: 'Lisbon' });
    const after = await spans();
    expect(await undo(cut.body.step)).to.equal(409);
    expect(await spans()).to.deep.equal(after);
    expect(await undo(named.body.step)).to.equal(200);
    expect(await undo(cut.body.step)).to.equal(200);
    expect(await only('2023-08-05')).to.include({ id, name: 'Rome', last_day: '2023-08-24' });
  });
});
