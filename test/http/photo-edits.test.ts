import { expect } from 'chai';
import type { AuditEntries, MapMarkers, PhotoItem, PhotoList, Places } from '../../core/http/wire.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { berlin, EditedPhotos, lisbon, noon } from '../support/edited-photos.ts';

describe('the edited values of a photo', () => {
  const rig = EditedPhotos.inSuite();
  const { photo, patch } = rig;
  let s: LibraryServer;

  before(() => {
    ({ s } = rig);
  });

  const refused = async (body: object): Promise<string> => {
    const answer = await s.send('PATCH', '/api/photos/a', body);
    expect(answer.statusCode, answer.payload).to.equal(400);
    return (JSON.parse(answer.payload) as { detail: string }).detail;
  };
  const listed = async (query: string): Promise<string[]> =>
    (await s.json<PhotoList>(`/api/photos?${query}`, s.writer)).photos.map(({ uid }) => uid);

  it('are those of its file as long as nobody edits it', async () => {
    expect(await photo()).to.deep.include({ rotation: 0, edited: [], zone: null, original: null });
  });

  it('are those that users set, with the file’s values as original, until null resets them', async () => {
    const edited = await patch({
      caption: 'Grandma’s garden',
      taken_at_local: '1974-08-02T09:30',
      ...lisbon,
      rotation: 90,
    });
    expect(edited).to.deep.include({
      caption: 'Grandma’s garden',
      taken_at_local: '1974-08-02T09:30:00',
      ...lisbon,
      place: 'Lisbon, Portugal',
      city: 'Lisbon',
      rotation: 90,
      width: 300,
      height: 400,
      edited: ['time', 'place', 'caption', 'rotation'],
    });
    expect(edited.original).to.deep.equal({
      taken_at: noon,
      taken_at_local: '2023-07-01T14:00:00',
      lat: null,
      lng: null,
      place: null,
      caption: 'By the camera',
      width: 400,
      height: 300,
    });
    expect(await photo()).to.deep.equal({ ...edited, thumb_url: (await photo()).thumb_url });
    const back = await patch({ caption: null, taken_at_local: null, lat: null, lng: null, rotation: null });
    expect(back).to.deep.include({
      caption: 'By the camera',
      taken_at: noon,
      taken_at_local: '2023-07-01T14:00:00',
      place: null,
      lat: null,
      rotation: 0,
      width: 400,
      edited: [],
      original: null,
    });
    expect(s.db.prepare('SELECT count(*) AS n FROM photo_edits').get()).to.deep.equal({ n: 0 });
  });

  it('are used in lists, on the map, in places and in searches', async () => {
    s.rows.add({ uid: 'b', takenAt: noon - 60 });
    expect(await listed('')).to.deep.equal(['a', 'b']);
    await patch({ taken_at_local: '2020-01-01T00:00:00', ...lisbon, caption: 'Zanzibar shirt' });
    expect(await listed('')).to.deep.equal(['b', 'a']);
    expect(await listed('years=2020')).to.deep.equal(['a']);
    expect(await listed('place=Lisbon')).to.deep.equal(['a']);
    expect(await listed('bbox=-10,38,-9,39')).to.deep.equal(['a']);
    const found = await s.json<{ results: PhotoItem[] }>('/api/search?q=zanzibar', s.writer);
    expect(found.results.map(({ uid }) => uid)).to.deep.equal(['a']);
  });

  it('can be an empty caption', async () => {
    expect(await patch({ caption: '' })).to.deep.include({ caption: null, edited: ['caption'] });
  });

  it('can be no place, with the file’s place as original, until that is reset', async () => {
    s.rows.add({ uid: 'there', takenAt: noon - 60, takenAtLocal: '2023-07-01T12:59:00' });
    await patch(lisbon, 'there');
    s.db.exec(`
      UPDATE photos SET (lat, lng, place_id) = (SELECT lat, lng, place_id FROM photos WHERE uid = 'there'),
        taken_at_local = '2023-07-01T13:00:00'
      WHERE uid = 'a'`);
    const before = await photo();
    expect(before).to.include({ ...lisbon, place: 'Lisbon, Portugal' });
    const located = async (): Promise<unknown> => {
      const places = (await s.json<Places>('/api/places')).places.map(({ place, count }) => [place, count]);
      const markers = (await s.json<MapMarkers>('/api/map')).markers.map(({ place, count }) => [place, count]);
      return { places, markers, inMap: await listed('bbox=-10,38,-9,39'), inPlace: await listed('place=Lisbon') };
    };
    const both = await located();
    const gone = await patch({ no_place: true });
    expect(gone).to.deep.include({
      ...{ lat: null, lng: null, place: null, city: null, edited: ['place'] },
      ...{ taken_at: before.taken_at, taken_at_local: before.taken_at_local },
    });
    expect(gone.original).to.include({ ...lisbon, place: 'Lisbon, Portugal' });
    expect(await located()).to.deep.equal({
      places: [['Lisbon, Portugal', 1]],
      markers: [['Lisbon, Portugal', 1]],
      inMap: ['there'],
      inPlace: ['there'],
    });
    expect(await patch({ lat: null, lng: null })).to.deep.include({ ...lisbon, edited: [], original: null });
    expect(await located()).to.deep.equal(both);
    await patch({ no_place: true });
    expect(await patch(berlin)).to.deep.include({ ...berlin, edited: ['place'] });
  });

  it('use the time zone that is set with the time, else that of the place', async () => {
    expect((await patch({ taken_at_local: '2023-01-10T12:00:00', zone: '+02:00' })).taken_at).to.equal(
      Date.parse('2023-01-10T12:00:00+02:00') / 1000,
    );
    expect((await patch({ zone: 'America/New_York' })).taken_at).to.equal(Date.parse('2023-01-10T17:00:00Z') / 1000);
    // Without the zone: the file was dated two hours east of UTC, and nothing better is known.
    expect((await patch({ zone: null })).taken_at).to.equal(Date.parse('2023-01-10T10:00:00Z') / 1000);
    // The edited local time stays the same when the place is set.
    const placed = await patch(berlin);
    expect(placed).to.include({ taken_at_local: '2023-01-10T12:00:00' });
    expect(placed.taken_at).to.equal(Date.parse('2023-01-10T12:00:00+01:00') / 1000);
  });

  it('use the time zone of a place that is set alone, as the indexer does', async () => {
    // The file has a point in time without a time zone.
    expect(await patch(lisbon)).to.include({ taken_at: noon, taken_at_local: '2023-07-01T13:00:00' });
    expect(await patch({ lat: null, lng: null })).to.include({ taken_at: noon, taken_at_local: '2023-07-01T14:00:00' });
    // The camera's own clock says 14:00, without a time zone.
    const id = s.db.prepare(`SELECT id FROM photos WHERE uid = 'a'`).pluck().get();
    const keep = s.db.prepare('INSERT OR REPLACE INTO photo_exif (photo_id, exif) VALUES (?, ?)');
    keep.run(id, JSON.stringify({ exif: { DateTimeOriginal: '2023:07:01 14:00:00' } }));
    expect(await patch(lisbon)).to.include({ taken_at: noon + 3600, taken_at_local: '2023-07-01T14:00:00' });
    // A time zone written by the camera takes precedence over the place.
    keep.run(id, JSON.stringify({ exif: { DateTimeOriginal: '2023:07:01 14:00:00', OffsetTimeOriginal: '+02:00' } }));
    expect(await patch(berlin)).to.include({ taken_at: noon, taken_at_local: '2023-07-01T14:00:00' });
  });

  it('can be a shifted local time, which keeps its offset from UTC', async () => {
    expect(await patch({ shift_by: -3600 })).to.include({
      taken_at: noon - 3600,
      taken_at_local: '2023-07-01T13:00:00',
    });
    expect(await patch({ shift_by: 90 })).to.include({ taken_at: noon - 3510, taken_at_local: '2023-07-01T13:01:30' });
  });

  it('can be the local time of another time zone than the camera’s clock was set to', async () => {
    const moved = await patch({ zone_change: { from: 'Europe/Berlin', to: 'Europe/Lisbon' } });
    expect(moved).to.include({ taken_at: noon, taken_at_local: '2023-07-01T13:00:00', zone: 'Europe/Lisbon' });
  });

  it('are rejected if they are invalid, with a message that says why', async () => {
    expect(await refused({ taken_at_local: '2023-02-30T12:00:00' })).to.include('date and time');
    expect(await refused({ taken_at_local: '2023-02-03T12:00:00Z' })).to.include('without a zone');
    expect(await refused({ taken_at_local: '1700-02-03T12:00:00' })).to.match(
      /^taken_at_local: .*between 1826 and now/,
    );
    expect(await refused({ shift_by: 315_360_000 })).to.match(/^shift_by: .*between 1826 and now/);
    expect(await refused({ taken_at_local: '2023-02-03T12:00:00', zone: 'Mars/Olympus' })).to.match(
      /^zone must be .*Europe\/Lisbon/,
    );
    expect(await refused({ zone_change: { from: 'x', to: 'UTC' } })).to.match(/^zone_change\.from must be a time zone/);
    expect(await refused({ zone_change: { from: 'UTC', to: 'x' } })).to.match(/^zone_change\.to must be a time zone/);
    expect(await refused({ lat: 3 })).to.equal('lat needs lng as well.');
    expect(await refused({ change: 'short', caption: 'x' })).to.equal(
      'change must be 8 to 64 letters, digits, - and _.',
    );
    expect(await refused({ lat: 3, lng: null })).to.include('both');
    expect(await refused({ lat: 91, lng: 3 })).to.include('lat');
    expect(await refused({ rotation: 45 })).to.include('rotation');
    expect(await refused({ taken_at_local: null, shift_by: 3 })).to.include('shift_by');
    expect(await refused({ caption: 'x'.repeat(2001) })).to.include('caption');
    expect((await photo()).original).to.equal(null);
  });

  it('cannot be set or undone by readers', async () => {
    for (const body of [{ caption: 'x' }, { rotation: 90 }, lisbon, { taken_at_local: null }]) {
      expect((await s.send('PATCH', '/api/photos/a', body, s.reader)).statusCode).to.equal(403);
      expect((await s.send('PATCH', '/api/photos', { uids: ['a'], ...body }, s.reader)).statusCode).to.equal(403);
    }
    expect((await s.send('POST', '/api/photos/undo', { change: 'some-change' }, s.reader)).statusCode).to.equal(403);
    expect((await s.send('PATCH', '/api/photos/none', { caption: 'x' })).statusCode).to.equal(404);
  });

  it('include no rotation of videos', async () => {
    s.rows.add({ uid: 'v', kind: 'video' });
    expect((await s.send('PATCH', '/api/photos/v', { rotation: 90 })).payload).to.include('a video cannot be rotated');
    const told = (await s.send('PATCH', '/api/photos/v', { rotate_by: 90 })).payload;
    expect(told).to.include('rotate_by: a video cannot be rotated');
    await s.send('PATCH', '/api/photos', { uids: ['a', 'v'], rotate_by: 90 });
    expect((await photo('v')).rotation).to.equal(0);
    expect((await photo('a')).rotation).to.equal(90);
  });

  it('are in the audit log as the number of photos and the fields, without the values', async () => {
    s.rows.add({ uid: 'b', takenAt: noon });
    const audited = async (): Promise<AuditEntries['entries']> =>
      (await s.json<AuditEntries>('/api/admin/audit?limit=1000', s.admin)).entries;
    const seen = (await audited())[0]?.id ?? 0;
    const uids = ['a', 'b', 'gone'];
    await patch({ caption: 'Secret garden', ...lisbon, rotation: 90 });
    await patch({ caption: 'Secret garden', favorited: true });
    await s.send('PATCH', '/api/photos', { uids, shift_by: 60, archived: false, change: 'told-change' });
    await s.send('PATCH', '/api/photos', { uids, archived: true });
    await s.send('POST', '/api/photos/undo', { change: 'told-change' });
    await s.send('POST', '/api/photos/undo', { change: 'told-change' });
    const entries = (await audited()).filter(({ id }) => id > seen);
    expect(entries.map(({ action, actor, subject, detail }) => [action, actor, subject, detail])).to.deep.equal([
      ['photos.edits_undone', 'write', null, '2 photos'],
      ['photos.edited', 'write', null, '2 photos, date'],
      ['photos.edited', 'write', null, '1 photos, place, caption, rotation'],
    ]);
    expect(entries[2]?.told.map(({ kind }) => kind)).to.deep.equal([
      'audit_photos',
      'audit_edited_place',
      'audit_edited_caption',
      'audit_edited_rotation',
    ]);
  });
});
