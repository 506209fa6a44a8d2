import { expect } from 'chai';
import type { AssignedFace, Face, FaceList, Faces, People, Person, Status } from '../../core/http/wire.ts';
import { type FaceRows, writeCrop } from '../support/face-rows.ts';
import { withFaces } from '../support/faces-server.ts';
import type { LibraryServer } from '../support/library-server.ts';

describe('a face marked as “not a face”', () => {
  let s: LibraryServer;
  let faces: FaceRows;
  let photos = 0;

  const photo = (): number => s.rows.add({ uid: `p${(photos += 1)}` });
  const send = async <T>(url: string, payload: object): Promise<T> => {
    const { statusCode, payload: text } = await s.send('POST', url, payload);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as T;
  };
  const refused = async (url: string, payload: object, headers = s.writer): Promise<number> =>
    (await s.send('POST', url, payload, headers)).statusCode;
  withFaces((server, rows) => {
    s = server;
    faces = rows;
  });
  const reject = async (ids: readonly number[], rejected = true): Promise<Face[]> =>
    (await send<Faces>('/api/faces/reject', { face_ids: ids, rejected })).faces;
  const queue = async (): Promise<number[]> => {
    const { faces, total } = await s.json<FaceList>('/api/faces/unassigned');
    expect(total).to.equal(faces.length);
    return faces.map(({ id }) => id);
  };

  it('is gone from its person, cover, photo, queue and status, until that is undone', async () => {
    const anna = faces.person('Anna');
    const at = s.rows.add({ uid: 'both' });
    const best = faces.add({ photo: at, person: anna, quality: 0.9 });
    const other = faces.add({ photo: photo(), person: anna, quality: 0.5 });
    const loose = faces.add({ photo: at });
    await writeCrop(s.dataDir, best, 'red');
    await send(`/api/people/${anna}/cover`, { face_id: best });
    expect((await reject([best, loose])).map(({ id, person_id }) => [id, person_id])).to.deep.equal([
      [best, null],
      [loose, null],
    ]);
    expect(await s.json<Person>(`/api/people/${anna}`)).to.include({
      face_count: 1,
      photo_count: 1,
      cover_face_id: other,
    });
    expect(await queue()).to.deep.equal([]);
    expect((await s.json<Faces>('/api/photos/both/faces')).faces).to.deep.equal([]);
    expect(await s.json<Status>('/api/status')).to.include({ faces: 1 });
    // Users who undo this still see the crop.
    expect((await s.get(`/api/faces/${best}/crop`, s.writer)).statusCode).to.equal(200);

    await reject([best, loose], false);
    expect(await s.json<Person>(`/api/people/${anna}`)).to.include({ face_count: 2, cover_face_id: best });
    expect(await queue()).to.deep.equal([loose]);
  });

  it('is assigned exactly as before after an undo, also a repeated one', async () => {
    const anna = faces.person('Anna');
    const [said, found, followed] = (['user', 'auto', 'propagated'] as const).map((assignedBy) =>
      faces.add({ photo: photo(), person: anna, assignedBy }),
    );
    const all = [said!, found!, followed!];
    const before = all.map((id) => faces.assignment(id));
    await reject(all);
    for (const id of all) expect(faces.assignment(id)).to.deep.include({ person: null, decided: null });
    expect(await reject(all)).to.have.length(3);
    await reject(all, false);
    expect(all.map((id) => faces.assignment(id))).to.deep.equal(before);
    await reject(all, false);
    expect(all.map((id) => faces.assignment(id))).to.deep.equal(before);
  });

  it('returns to the merge target of its person, or stays unassigned if that is not possible', async () => {
    const [from, to, gone] = [faces.person(), faces.person('To'), faces.person()];
    const moved = faces.add({ photo: photo(), person: from });
    faces.add({ photo: photo(), person: from });
    const orphan = faces.add({ photo: photo(), person: gone });
    const twice = photo();
    const second = faces.add({ photo: twice, person: to });
    await reject([moved, orphan, second]);
    await send(`/api/people/${from}/merge`, { target_id: to });
    expect((await s.send('POST', '/api/admin/people/gc-empty', {}, s.admin)).statusCode).to.equal(200);
    faces.add({ photo: twice, person: to });
    await reject([moved, orphan, second], false);
    expect([moved, orphan, second].map((id) => faces.assignment(id).person)).to.deep.equal([to, null, null]);
  });

  it('leaves no unnamed person without faces in the list', async () => {
    const face = faces.add({ photo: photo(), person: faces.person() });
    await reject([face]);
    expect(await s.json<People>('/api/people')).to.deep.equal({ people: [], total: 0 });
  });

  it('is not assigned along with a similar face, and is a face again once a user assigns it', async () => {
    const face = faces.add({ photo: photo(), like: { 1: 1 } });
    const alike = faces.add({ photo: photo(), like: { 1: 0.9, 2: 0.4 } });
    await reject([alike]);
    const { propagated } = await send<AssignedFace>(`/api/faces/${face}/person`, { name: 'Anna' });
    expect(propagated).to.equal(0);
    const { person } = await send<AssignedFace>(`/api/faces/${alike}/person`, { name: 'Anna' });
    expect(person.face_count).to.equal(2);
    expect(s.db.prepare('SELECT count(*) FROM face_rejections').pluck().get()).to.equal(0);
  });

  it('is listed for editors, latest first, and in hidden photos only on request', async () => {
    const hidden = s.rows.add({ uid: 'hidden' });
    const one = faces.add({ photo: photo(), person: faces.person('Anna') });
    const other = faces.add({ photo: hidden });
    const gone = s.rows.add({ uid: 'gone' });
    await reject([one]);
    await reject([other, faces.add({ photo: gone })]);
    s.db.prepare('UPDATE face_rejections SET decided_at = face_id').run();
    s.db.prepare('UPDATE photos SET deleted_at = 1 WHERE id = ?').run(gone);
    const rejected = async (query = ''): Promise<unknown> => {
      const answer = await s.json<FaceList>(`/api/faces/rejected${query}`, s.writer);
      return [answer.faces.map(({ id, person_id }) => [id, person_id]), answer.total];
    };
    const [first, last] = [
      [one, null],
      [other, null],
    ];
    expect(await rejected()).to.deep.equal([[last, first], 2]);
    expect(await rejected('?limit=1&offset=1')).to.deep.equal([[first], 2]);
    expect((await s.send('PATCH', '/api/photos/hidden', { hidden: true })).statusCode).to.equal(200);
    expect(await rejected()).to.deep.equal([[first], 1]);
    expect(await rejected('?include_hidden=true')).to.deep.equal([[last, first], 2]);
    await reject([one], false);
    expect(await rejected()).to.deep.equal([[], 0]);
    expect((await s.get('/api/faces/rejected')).statusCode).to.equal(403);
  });

  it('is marked only if all faces of the request exist, and not by readers', async () => {
    const face = faces.add({ photo: photo() });
    expect(await refused('/api/faces/reject', { face_ids: [face, 999] })).to.equal(404);
    expect(await queue()).to.deep.equal([face]);
    for (const face_ids of [[], ['1'], [0], [face, face], Array.from({ length: 201 }, (_, at) => at + 1)]) {
      expect(await refused('/api/faces/reject', { face_ids })).to.equal(400);
    }
    expect(await refused('/api/faces/reject', { face_ids: [face] }, s.reader)).to.equal(403);
  });
});
