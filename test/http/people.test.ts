import { expect } from 'chai';
import type { FaceList, MapMarkers, People, Person, PhotoList, Status } from '../../core/http/wire.ts';
import { FaceRows, writeCrop } from '../support/face-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('people', () => {
  let s: LibraryServer;
  let faces: FaceRows;

  beforeEach(async () => {
    s = await libraryServer();
    faces = new FaceRows(s.db);
  });
  afterEach(() => s.stop());

  const photo = (uid: string, hidden = false): number => {
    const id = s.rows.add({ uid, takenAt: uid.charCodeAt(0) });
    if (hidden) s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(id);
    return id;
  };
  const list = (query = '', headers = s.reader): Promise<People> => s.json(`/api/people?${query}`, headers);
  const named = async (query = '', headers = s.reader): Promise<(string | null)[]> =>
    (await list(query, headers)).people.map(({ name }) => name);

  describe('the list', () => {
    it('has named people first, then those with the most faces', async () => {
      const [a, b, c] = [photo('a'), photo('b'), photo('c')];
      const [small, large, few, many] = [faces.person(), faces.person(), faces.person('Few'), faces.person('Many')];
      for (const at of [a, b, c]) faces.add({ photo: at, person: large });
      for (const at of [a, b]) faces.add({ photo: at, person: many });
      faces.add({ photo: a, person: few });
      faces.add({ photo: a, person: small });
      const { people, total } = await list();
      expect(people.map(({ id }) => id)).to.deep.equal([many, few, large, small]);
      expect(total).to.equal(4);
      const page = await list('limit=2&offset=1');
      expect(page.people.map(({ id }) => id)).to.deep.equal([few, large]);
      expect(page.total).to.equal(4);
    });

    it('counts faces and photos', async () => {
      const [a, b] = [photo('a'), photo('b')];
      const person = faces.person('Anna');
      for (const at of [a, a, b]) faces.add({ photo: at, person });
      expect((await list()).people[0]).to.include({ face_count: 3, photo_count: 2, hidden: false });
    });

    it('finds people by part of their names, ignoring case', async () => {
      const at = photo('a');
      for (const name of ['Zoë Finch', 'Anna Berg', 'Bergthora']) faces.add({ photo: at, person: faces.person(name) });
      faces.add({ photo: at, person: faces.person() });
      expect(await named('q=BERG')).to.have.members(['Anna Berg', 'Bergthora']);
      expect(await named('q=zo%C3%AB')).to.deep.equal(['Zoë Finch']);
      expect(await named('q=%25')).to.deep.equal([]);
      expect((await list('q=berg&limit=1')).total).to.equal(2);
      expect((await list('q=')).total).to.equal(4);
    });

    it('leaves out people with neither a name nor a face', async () => {
      faces.person();
      faces.person('Named');
      expect(await named()).to.deep.equal(['Named']);
      expect((await s.json<Status>('/api/status')).people).to.equal(1);
    });

    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'sort=name']) {
      it(`rejects ?${query}`, async () => {
        expect((await s.get(`/api/people?${query}`)).statusCode).to.equal(400);
      });
    }
  });

  it('are shown without hidden photos everywhere, except to editors who ask for them', async () => {
    const [shown, hidden] = [photo('a'), photo('b', true)];
    const [both, secret] = [faces.person('Both'), faces.person('Secret')];
    const inShown = faces.add({ photo: shown, person: both, quality: 0.1 });
    const inHidden = faces.add({ photo: hidden, person: both, quality: 0.9 });
    faces.add({ photo: hidden, person: secret });
    const unassigned = faces.add({ photo: hidden });

    expect(await named()).to.deep.equal(['Both']);
    expect((await list()).people[0]).to.include({ face_count: 1, photo_count: 1, cover_face_id: inShown });
    const everybody = await list('include_hidden=true', s.writer);
    expect(everybody.people.map(({ name, face_count, hidden: is }) => [name, face_count, is])).to.deep.equal([
      ['Both', 2, false],
      ['Secret', 1, true],
    ]);
    expect((await s.get('/api/people?include_hidden=true')).statusCode).to.equal(403);
    expect(await s.json<Status>('/api/status')).to.include({ people: 1, faces: 1 });

    const ids = async (url: string, headers = s.reader): Promise<[number[], number]> => {
      const found = await s.json<FaceList>(url, headers);
      return [found.faces.map(({ id }) => id), found.total];
    };
    expect(await ids(`/api/people/${both}/faces`)).to.deep.equal([[inShown], 1]);
    expect(await ids(`/api/people/${both}/faces?include_hidden=true`, s.writer)).to.deep.equal([
      [inHidden, inShown],
      2,
    ]);
    expect(await ids(`/api/people/${secret}/faces`, s.writer)).to.deep.equal([[], 0]);
    expect(await ids('/api/faces/unassigned')).to.deep.equal([[], 0]);
    expect(await ids('/api/faces/unassigned?include_hidden=true', s.writer)).to.deep.equal([[unassigned], 1]);

    const photos = async (id: number, query = '', headers = s.reader): Promise<string[]> =>
      (await s.json<PhotoList>(`/api/people/${id}/photos?${query}`, headers)).photos.map(({ uid }) => uid);
    expect(await photos(both)).to.deep.equal(['a']);
    expect(await photos(secret, '', s.writer)).to.deep.equal([]);
    expect(await photos(both, 'include_hidden=true', s.writer)).to.deep.equal(['b', 'a']);
    for (const of of ['', '/faces', '/photos', '/map', '/cover']) {
      expect((await s.get(`/api/people/${secret}${of}`)).statusCode, of).to.equal(404);
    }

    await s.send('PATCH', '/api/photos/b', { hidden: false });
    expect(await named()).to.deep.equal(['Both', 'Secret']);
    s.db.exec("UPDATE photos SET deleted_at = 5 WHERE uid = 'b'");
    expect((await list()).people.map(({ name, face_count }) => [name, face_count])).to.deep.equal([
      ['Both', 1],
      ['Secret', 0],
    ]);
    expect(await ids('/api/faces/unassigned?include_hidden=true', s.writer)).to.deep.equal([[], 0]);
  });

  describe('one person', () => {
    it('is returned as in the list, but not found by users who may see no photo of them', async () => {
      const person = faces.person('Anna');
      faces.add({ photo: photo('a', true), person });
      faces.add({ photo: photo('b'), person: faces.person('Berta') });
      const [berta] = (await list()).people;
      expect(await s.json<Person>(`/api/people/${berta!.id}`)).to.deep.equal(berta);
      expect((await s.get(`/api/people/${person}`)).statusCode).to.equal(404);
      const secret = await s.json<Person>(`/api/people/${person}?include_hidden=true`, s.writer);
      expect(secret).to.include({ name: 'Anna', face_count: 1, hidden: true });
    });

    it('has photos, newest first and including archived ones, and map markers', async () => {
      const person = faces.person('Anna');
      const lisbon = s.rows.add({ uid: 'old', takenAt: 5, lat: 38.7, lng: -9.1, place: 'Lisbon, Portugal' });
      const other = s.rows.add({ uid: 'new', takenAt: 9 });
      s.rows.add({ uid: 'without', takenAt: 7, lat: 38.7, lng: -9.1, place: 'Lisbon, Portugal' });
      for (const at of [lisbon, other, other]) faces.add({ photo: at, person });
      s.db.prepare('INSERT INTO photo_flags (photo_id, archived) VALUES (?, 1)').run(other);
      const { photos, total } = await s.json<PhotoList>(`/api/people/${person}/photos`);
      expect(photos.map(({ uid }) => uid)).to.deep.equal(['new', 'old']);
      expect(total).to.equal(2);
      const { markers } = await s.json<MapMarkers>(`/api/people/${person}/map`);
      expect(markers.map(({ place, count }) => [place, count])).to.deep.equal([['Lisbon, Portugal', 1]]);
    });

    it('has all faces, best first, with signed crop URLs', async () => {
      const person = faces.person('Anna');
      const at = photo('a');
      const [poor, good, bare] = [0.2, 0.8, 0.1].map((quality) =>
        faces.add({ photo: at, person, quality, crop: quality === 0.1 ? 0 : 2 }),
      );
      const found = await s.json<FaceList>(`/api/people/${person}/faces`);
      expect(found.faces.map(({ id }) => id)).to.deep.equal([good, poor, bare]);
      expect(found.total).to.equal(3);
      expect(found.faces[0]).to.deep.include({
        photo_uid: 'a',
        person_id: person,
        person_name: 'Anna',
        box: { x: 0.25, y: 0.5, w: 0.125, h: 0.25 },
        assigned_by: 'auto',
      });
      expect(found.faces[0]!.crop_url).to.match(new RegExp(`^/api/faces/${good}/crop\\?sig=.+&v=2$`));
      expect(found.faces[2]!.crop_url).to.equal(null);
      const page = await s.json<FaceList>(`/api/people/${person}/faces?limit=1&offset=1`);
      expect(page.faces.map(({ id }) => id)).to.deep.equal([poor]);
    });

    it('is not found if there is no such person', async () => {
      for (const part of ['', '/faces', '/photos', '/map', '/cover']) {
        const { statusCode, payload } = await s.get(`/api/people/99${part}`);
        expect([statusCode, payload], part).to.deep.equal([404, '{"detail":"There is no such person."}']);
      }
      expect((await s.get('/api/people/0/faces')).statusCode).to.equal(400);
      expect((await s.get('/api/people/anna/faces')).statusCode).to.equal(400);
    });
  });

  describe('covers', () => {
    const coverOf = async (): Promise<Person> => (await list()).people[0]!;

    it('show the best face, and are cached forever by browsers', async () => {
      const person = faces.person('Anna');
      const at = photo('a');
      faces.add({ photo: at, person, quality: 0.3 });
      const best = faces.add({ photo: at, person, quality: 0.7 });
      faces.add({ photo: at, person, quality: 0.9, crop: 0 });
      const bytes = await writeCrop(s.dataDir, best, 'teal');
      const { cover_url: url, cover_face_id: id } = await coverOf();
      expect(id).to.equal(best);
      expect(url).to.match(new RegExp(`^/api/people/${person}/cover\\?sig=.+&v=${best}$`));
      const { statusCode, headers, rawPayload } = await s.get(url!, {});
      expect(statusCode).to.equal(200);
      expect(headers).to.include({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=31536000, immutable',
      });
      expect(rawPayload.equals(bytes)).to.equal(true);
      const again = await s.get(url!, { 'if-none-match': headers['etag']! });
      expect(again.statusCode).to.equal(304);
      expect((await s.get(`/api/people/${person}/cover`, {})).statusCode).to.equal(401);
    });

    it('show the face that a user chose, while it belongs to the person and is visible', async () => {
      const person = faces.person('Anna');
      const [a, b] = [photo('a'), photo('b')];
      const best = faces.add({ photo: a, person, quality: 0.9 });
      const chosen = faces.add({ photo: b, person, quality: 0.1 });
      const answer = await s.send('POST', `/api/people/${person}/cover`, { face_id: chosen });
      expect(JSON.parse(answer.payload)).to.include({ id: person, cover_face_id: chosen, face_count: 2 });
      expect((await coverOf()).cover_face_id).to.equal(chosen);
      await s.send('PATCH', '/api/photos/b', { hidden: true });
      expect((await coverOf()).cover_face_id).to.equal(best);
      await s.send('PATCH', '/api/photos/b', { hidden: false });
      expect((await coverOf()).cover_face_id).to.equal(chosen);
      await s.send('POST', `/api/faces/${chosen}/unassign`, {});
      expect((await coverOf()).cover_face_id).to.equal(best);
    });

    it('cannot be another person’s face', async () => {
      const at = photo('a');
      const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
      const face = faces.add({ photo: at, person: berta });
      const choose = async (person: number, payload: object, headers = s.writer): Promise<number> =>
        (await s.send('POST', `/api/people/${person}/cover`, payload, headers)).statusCode;
      expect(await choose(anna, { face_id: face })).to.equal(400);
      expect(await choose(anna, { face_id: 99 })).to.equal(404);
      expect(await choose(99, { face_id: face })).to.equal(404);
      expect(await choose(berta, { face_id: String(face) })).to.equal(400);
      expect(await choose(berta, { face_id: face, size: 5 })).to.equal(400);
      expect(await choose(berta, { face_id: face }, s.reader)).to.equal(403);
    });

    it('in hidden photos are visible only to editors', async () => {
      const face = faces.add({ photo: photo('b', true), person: faces.person('Secret'), crop: 1 });
      await writeCrop(s.dataDir, face, 'red');
      const url = `/api/faces/${face}/crop`;
      expect((await s.get(url, s.writer)).headers['content-type']).to.equal('image/jpeg');
      const refused = await s.get(url);
      expect([refused.statusCode, refused.payload]).to.deep.equal([404, (await s.get('/api/faces/99/crop')).payload]);
    });

    it('are answered with 404 and a message while there is no crop', async () => {
      const person = faces.person('Anna');
      const face = faces.add({ photo: photo('a'), person, crop: 0 });
      expect(await coverOf()).to.include({ cover_url: null, cover_face_id: null });
      const { statusCode, payload } = await s.get(`/api/people/${person}/cover`);
      expect([statusCode, payload]).to.deep.equal([404, '{"detail":"There is no picture of this person yet."}']);
      expect((await s.get(`/api/faces/${face}/crop`)).statusCode).to.equal(404);
      s.db.prepare('UPDATE faces SET crop = 1').run();
      expect((await s.get(`/api/faces/${face}/crop`)).payload).to.equal(
        '{"detail":"There is no picture of this face yet."}',
      );
    });
  });

  it('without a name and faces can be deleted by admins', async () => {
    const at = photo('a');
    const [withFace, empty] = [faces.person(), faces.person()];
    const deleted = s.rows.add({ uid: 'gone' });
    const onlyInGone = faces.person();
    faces.add({ photo: at, person: withFace });
    faces.add({ photo: deleted, person: onlyInGone });
    s.db.prepare('UPDATE photos SET deleted_at = 5 WHERE id = ?').run(deleted);
    faces.person('Named');
    expect((await s.send('POST', '/api/admin/people/gc-empty', {}, s.writer)).statusCode).to.equal(403);
    const collect = async (): Promise<unknown> =>
      JSON.parse((await s.send('POST', '/api/admin/people/gc-empty', {}, s.admin)).payload);
    expect(await collect()).to.deep.equal({ ok: true, deleted: 1 });
    expect(await collect()).to.deep.equal({ ok: true, deleted: 0 });
    const left = s.db.prepare('SELECT id FROM people ORDER BY id').pluck().all();
    expect(left).to.include(withFace).and.to.include(onlyInGone).and.to.not.include(empty);
  });
});
