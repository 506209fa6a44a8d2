import { expect } from 'chai';
import type { AssignedFace, Face, Faces, People, PeoplePairs, PhotoList, Suggestions } from '../../core/http/wire.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/ml-onnx/vectors/vector-indexes.ts';
import { FaceRows } from '../support/face-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('what people say about people', () => {
  let s: LibraryServer;
  let faces: FaceRows;
  let vectorIndexes: VectorIndexes;
  let photos = 0;

  before(() => {
    vectorIndexes = createVectorIndexProvider();
  });
  beforeEach(async () => {
    s = await libraryServer({}, vectorIndexes);
    faces = new FaceRows(s.db);
  });
  afterEach(() => s.stop());
  after(() => vectorIndexes.close());

  const photo = (): number => s.rows.add({ uid: `p${(photos += 1)}` });
  const post = async <T>(url: string, payload: object, headers = s.writer): Promise<T> => {
    const { statusCode, payload: text } = await s.send('POST', url, payload, headers);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as T;
  };
  const refused = async (url: string, payload: object, headers = s.writer): Promise<[number, string]> => {
    const answer = await s.send('POST', url, payload, headers);
    return [answer.statusCode, (JSON.parse(answer.payload) as { detail: string }).detail];
  };
  const people = async (): Promise<Record<string, number>> => {
    const found = (await s.json<People>('/api/people')).people;
    return Object.fromEntries(found.map(({ id, name, face_count }) => [name ?? `#${id}`, face_count]));
  };
  const texts = (word: string): number =>
    s.db
      .prepare<[string], number>('SELECT count(*) FROM photo_text WHERE photo_text MATCH ?')
      .pluck()
      .get(`people:${word}`) ?? 0;

  describe('a name', () => {
    it('is given, kept in its form, and found in the texts of photos', async () => {
      const person = faces.person();
      faces.add({ photo: photo(), person });
      expect(await post(`/api/people/${person}/name`, { name: '  Zoe\u0308 ' })).to.deep.equal({
        ok: true,
        merged: false,
      });
      expect(await people()).to.deep.equal({ 'Zo\u00eb': 1 });
      expect(texts('zoë')).to.equal(1);
      await post(`/api/people/${person}/name`, { name: 'ZOË' });
      expect(await people()).to.deep.equal({ ZOË: 1 });
      await post(`/api/people/${person}/name`, { name: 'Berta' });
      expect([texts('zoë'), texts('berta')]).to.deep.equal([0, 1]);
    });

    it('that somebody has merges the person into them', async () => {
      const [anna, other] = [faces.person('Anna'), faces.person()];
      const [a, b] = [photo(), photo()];
      faces.add({ photo: a, person: anna });
      const moved = faces.add({ photo: b, person: other });
      expect(await post(`/api/people/${other}/name`, { name: 'ANNA' })).to.deep.equal({
        ok: true,
        merged: true,
        merge_id: 1,
        target_id: anna,
        photo_count: 2,
        face_count: 2,
      });
      expect(await people()).to.deep.equal({ Anna: 2 });
      expect(faces.assignment(moved).person).to.equal(anna);
      expect((await s.get(`/api/people/${other}/faces`)).statusCode).to.equal(404);
      expect(texts('anna')).to.equal(2);
      expect((await s.json<PhotoList>(`/api/people/${anna}/photos`)).total).to.equal(2);
    });

    it('that two give at once makes one person', async () => {
      const [one, two] = [faces.person(), faces.person()];
      for (const person of [one, two]) faces.add({ photo: photo(), person });
      await Promise.all([one, two].map((person) => post(`/api/people/${person}/name`, { name: 'Anna' })));
      expect(await people()).to.deep.equal({ Anna: 2 });
    });

    it('can be taken only in a form that shows', async () => {
      const person = faces.person();
      faces.add({ photo: photo(), person });
      for (const name of ['', '   ', 'a'.repeat(101), 'a\u0000b']) {
        expect((await refused(`/api/people/${person}/name`, { name }))[0], JSON.stringify(name)).to.equal(400);
      }
      await post(`/api/people/${person}/name`, { name: '\u{1F426}'.repeat(100) });
      expect((await refused(`/api/people/${person}/name`, { name: 5 }))[0]).to.equal(400);
      expect((await refused(`/api/people/${person}/name`, { name: 'A', nick: 'B' }))[0]).to.equal(400);
      expect((await refused(`/api/people/${person}/name`, { name: 'A' }, s.reader))[0]).to.equal(403);
      expect(await refused('/api/people/999/name', { name: 'A' })).to.deep.equal([404, 'There is no such person.']);
    });

    it('reaches the texts of more photos than are written at once', async () => {
      const person = faces.person('Anna');
      for (let i = 0; i < 180; i += 1) faces.add({ photo: photo(), person });
      await post(`/api/people/${person}/name`, { name: 'Berta' });
      const deadline = Date.now() + 5000;
      while (texts('berta') < 180 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 5));
      expect([texts('berta'), texts('anna')]).to.deep.equal([180, 0]);
    });
  });

  describe('a merge', () => {
    it('takes along what people decided', async () => {
      const [from, to, third] = [faces.person(), faces.person('Anna'), faces.person('Berta')];
      const decided = faces.add({ photo: photo(), person: from, assignedBy: 'user' });
      const decidedBoth = faces.add({ photo: photo(), person: to, assignedBy: 'user' });
      const taken = faces.add({ photo: photo(), person: from });
      await post(`/api/faces/${taken}/unassign`, {});
      s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(decidedBoth, from);
      await post('/api/people/duplicates/dismiss', { a: from, b: third });
      await post('/api/people/duplicates/dismiss', { a: from, b: to });
      expect(await post(`/api/people/${from}/merge`, { target_id: to })).to.deep.equal({
        ok: true,
        merged: true,
        merge_id: 1,
        target_id: to,
        photo_count: 2,
        face_count: 2,
      });
      expect(faces.assignment(decided)).to.deep.equal({ person: to, by: 'user', decided: to, refused: [] });
      expect(faces.assignment(decidedBoth)).to.deep.equal({ person: to, by: 'user', decided: to, refused: [] });
      expect(faces.assignment(taken)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [to] });
      expect(s.db.prepare('SELECT low_id, high_id FROM people_kept_apart').raw().all()).to.deep.equal([[to, third]]);
    });

    it('gives no face to whom somebody said it is not', async () => {
      const [from, to] = [faces.person(), faces.person()];
      const face = faces.add({ photo: photo(), person: from });
      faces.add({ photo: photo(), person: from });
      s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(face, to);
      await post(`/api/people/${from}/merge`, { target_id: to });
      expect(faces.assignment(face).person).to.equal(null);
      expect(await people()).to.deep.equal({ [`#${to}`]: 1 });
    });

    it('keeps the cover of the one who stays, and a name that only the other has', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      const cover = faces.add({ photo: photo(), person: to, quality: 0.1 });
      faces.add({ photo: photo(), person: from, quality: 0.9 });
      await post(`/api/people/${from}/merge`, { target_id: to });
      const [person] = (await s.json<People>('/api/people')).people;
      expect(person).to.include({ id: to, name: 'Anna', cover_face_id: cover, face_count: 2 });
      expect(texts('anna')).to.equal(2);
    });

    it('of both into one photo is possible', async () => {
      const [from, to, at] = [faces.person(), faces.person(), photo()];
      for (const person of [from, to]) faces.add({ photo: at, person });
      expect(await post(`/api/people/${from}/merge`, { target_id: to })).to.include({ photo_count: 1, face_count: 2 });
    });

    it('needs two persons who are there', async () => {
      const person = faces.person('Anna');
      expect(await refused(`/api/people/${person}/merge`, { target_id: person })).to.deep.equal([
        409,
        'A person cannot be merged into themselves.',
      ]);
      expect((await refused(`/api/people/${person}/merge`, { target_id: 999 }))[0]).to.equal(404);
      expect((await refused(`/api/people/999/merge`, { target_id: person }))[0]).to.equal(404);
      expect((await refused(`/api/people/999/merge`, { target_id: 999 }))[0]).to.equal(404);
      expect((await refused(`/api/people/${person}/merge`, {}))[0]).to.equal(400);
      expect((await refused(`/api/people/${person}/merge`, { target_id: 1 }, s.reader))[0]).to.equal(403);
    });
  });

  describe('an assignment', () => {
    it('gives the face to a person, or to a new one by name', async () => {
      const anna = faces.person('Anna');
      const [a, b, c] = [photo(), photo(), photo()].map((at) => faces.add({ photo: at, like: { [at]: 1 } }));
      const first = await post<AssignedFace>(`/api/faces/${a}/person`, { person_id: anna });
      expect(first.face).to.include({ id: a, person_id: anna, person_name: 'Anna', assigned_by: 'user' });
      expect(first.person).to.include({ id: anna, name: 'Anna', face_count: 1, photo_count: 1 });
      expect(first.propagated).to.equal(0);
      expect((await post<AssignedFace>(`/api/faces/${b}/person`, { name: 'anna' })).person.id).to.equal(anna);
      const { person } = await post<AssignedFace>(`/api/faces/${c}/person`, { name: ' Berta ' });
      expect(person).to.include({ name: 'Berta', face_count: 1 });
      expect(await people()).to.deep.equal({ Anna: 2, Berta: 1 });
      expect(faces.assignment(a!)).to.include({ by: 'user', decided: anna });
      expect([texts('anna'), texts('berta')]).to.deep.equal([2, 1]);
    });

    it('takes similar faces along that are nobody’s, and no others', async () => {
      const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
      const add = (like: Record<number, number>, person?: number): number =>
        faces.add({ photo: photo(), like, ...(person === undefined ? {} : { person }) });
      add({ 1: 1, 2: 0.2 }, anna);
      add({ 3: 1 }, berta);
      const face = add({ 1: 1 });
      const similar = add({ 1: 0.8, 4: 0.6 });
      const less = add({ 1: 0.5, 4: 0.8 });
      const berta2 = add({ 1: 0.6, 3: 0.75 });
      const hers = add({ 1: 0.9, 5: 0.3 }, berta);
      const refusedOne = add({ 1: 0.9, 6: 0.3 }, anna);
      await post(`/api/faces/${refusedOne}/unassign`, {});
      const at = photo();
      const twin = faces.add({ photo: at, like: { 1: 0.9, 7: 0.4 } });
      const lesserTwin = faces.add({ photo: at, like: { 1: 0.9, 8: 0.5 } });

      const { propagated, propagated_ids } = await post<AssignedFace>(`/api/faces/${face}/person`, { person_id: anna });
      expect(propagated).to.equal(2);
      expect(propagated_ids).to.have.members([similar, twin]);
      expect(faces.assignment(similar)).to.include({ person: anna, by: 'propagated', decided: null });
      expect(faces.assignment(twin)).to.include({ person: anna, by: 'propagated' });
      for (const nobodys of [less, berta2, refusedOne, lesserTwin]) {
        expect(faces.assignment(nobodys).person, `face ${nobodys}`).to.equal(null);
      }
      expect(faces.assignment(hers).person).to.equal(berta);
    });

    it('takes along more similar faces than are compared at once', async () => {
      const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
      faces.add({ photo: photo(), like: { 3: 1 }, person: berta });
      const face = faces.add({ photo: photo(), like: { 1: 1 } });
      const similar = Array.from({ length: 70 }, (_, i) =>
        faces.add({ photo: photo(), like: i % 2 ? { 1: 0.6, 3: 0.75 } : { 1: 0.8, [4 + i]: 0.6 } }),
      );
      const { propagated } = await post<AssignedFace>(`/api/faces/${face}/person`, { person_id: anna });
      expect(propagated).to.equal(35);
      expect(similar.map((id) => faces.assignment(id).person)).to.deep.equal(
        similar.map((_, i) => (i % 2 ? null : anna)),
      );
    });

    it('takes similar faces along to a new person', async () => {
      const old = faces.person('Old');
      const face = faces.add({ photo: photo(), like: { 1: 1 }, person: old });
      const similar = faces.add({ photo: photo(), like: { 1: 0.9, 2: 0.4 } });
      const { propagated, person } = await post<AssignedFace>(`/api/faces/${face}/person`, { name: 'New' });
      expect([propagated, person.face_count]).to.deep.equal([1, 2]);
      expect(faces.assignment(similar).person).to.equal(person.id);
    });

    it('leaves nobody twice in a photo, unless somebody said so', async () => {
      const anna = faces.person('Anna');
      const at = photo();
      const taken = faces.add({ photo: at, person: anna });
      const said = faces.add({ photo: at, person: anna, assignedBy: 'user' });
      const face = faces.add({ photo: at });
      await post(`/api/faces/${face}/person`, { person_id: anna });
      expect(faces.assignment(taken)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [] });
      expect(faces.assignment(said).person).to.equal(anna);
      expect(await people()).to.deep.equal({ Anna: 2 });
    });

    it('takes back that the face was said not to be theirs', async () => {
      const anna = faces.person('Anna');
      const face = faces.add({ photo: photo(), person: anna });
      await post(`/api/faces/${face}/unassign`, {});
      await post(`/api/faces/${face}/person`, { person_id: anna });
      expect(faces.assignment(face)).to.deep.equal({ person: anna, by: 'user', decided: anna, refused: [] });
    });

    it('answers with the person as lists show them', async () => {
      const [person, secret] = [faces.person('Anna'), faces.person('Secret')];
      const hidden = photo();
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      faces.add({ photo: hidden, person });
      const inHidden = faces.add({ photo: hidden });
      const face = faces.add({ photo: photo() });
      const assigned = await post<AssignedFace>(`/api/faces/${face}/person`, { person_id: person });
      expect(assigned.person).to.deep.include({ face_count: 1, photo_count: 1, hidden: false });
      const listed = (await s.json<People>('/api/people?q=anna', s.writer)).people[0];
      expect(await post(`/api/people/${person}/cover`, { face_id: face })).to.deep.equal(listed);
      const unseen = await post<AssignedFace>(`/api/faces/${inHidden}/person`, { person_id: secret });
      expect(unseen.person).to.deep.include({ face_count: 1, photo_count: 1, hidden: true });
    });

    it('needs a face, and one way to say whose', async () => {
      const face = faces.add({ photo: photo() });
      const anna = faces.person('Anna');
      const assign = async (id: number, payload: object, headers = s.writer): Promise<number> =>
        (await refused(`/api/faces/${id}/person`, payload, headers))[0];
      expect(await assign(999, { person_id: anna })).to.equal(404);
      expect(await assign(face, { person_id: 999 })).to.equal(404);
      expect(await assign(face, {})).to.equal(400);
      expect(await assign(face, { person_id: anna, name: 'Anna' })).to.equal(400);
      expect(await assign(face, { person_id: String(anna) })).to.equal(400);
      expect(await assign(face, { name: ' ' })).to.equal(400);
      expect(await assign(face, { person_id: anna, propagate: false })).to.equal(400);
      expect(await assign(face, { person_id: anna }, s.reader)).to.equal(403);
      s.db.exec('UPDATE photos SET deleted_at = 5');
      expect(await assign(face, { person_id: anna })).to.equal(404);
      expect(faces.assignment(face).person).to.equal(null);
    });
  });

  describe('an unassignment', () => {
    it('takes the face away and remembers it', async () => {
      const anna = faces.person('Anna');
      const face = faces.add({ photo: photo(), person: anna, assignedBy: 'user', score: 0.5 });
      const other = faces.add({ photo: photo(), score: 0.7 });
      const answer = await post<Face>(`/api/faces/${face}/unassign`, {});
      expect(answer).to.include({ id: face, person_id: null, person_name: null });
      expect(faces.assignment(face)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [anna] });
      const { faces: queue } = await s.json<Faces>('/api/faces/unassigned');
      expect(queue.map(({ id }) => id)).to.deep.equal([other, face]);
      expect(await people()).to.deep.equal({ Anna: 0 });
      expect(texts('anna')).to.equal(0);
      expect(await post<Face>(`/api/faces/${face}/unassign`, {})).to.deep.include({ id: face, person_id: null });
    });

    it('of the last face of somebody without a name leaves nobody in the list', async () => {
      const face = faces.add({ photo: photo(), person: faces.person() });
      await post(`/api/faces/${face}/unassign`, {});
      expect(await people()).to.deep.equal({});
    });

    it('needs a face', async () => {
      expect(await refused('/api/faces/999/unassign', {})).to.deep.equal([404, 'There is no such face.']);
      const face = faces.add({ photo: photo() });
      expect((await refused(`/api/faces/${face}/unassign`, {}, s.reader))[0]).to.equal(403);
    });
  });

  describe('suggestions', () => {
    const suggested = async (face: number, query = ''): Promise<[string | null, number][]> =>
      (await s.json<Suggestions>(`/api/faces/${face}/suggest?${query}`)).suggestions.map(({ person, similarity }) => [
        person.name,
        Math.round(similarity * 100) / 100,
      ]);

    it('are the persons that a face resembles on the average', async () => {
      const [anna, berta, refusedOne, there, secret] = ['Anna', 'Berta', 'Refused', 'There', 'Secret'].map((name) =>
        faces.person(name),
      );
      const at = photo();
      const face = faces.add({ photo: at, like: { 1: 1 } });
      faces.add({ photo: photo(), person: anna!, like: { 1: 1, 2: 1 } });
      faces.add({ photo: photo(), person: anna!, like: { 1: 1, 2: -1 } });
      faces.add({ photo: photo(), person: berta!, like: { 1: 0.6, 3: 0.8 } });
      faces.add({ photo: photo(), person: refusedOne!, like: { 1: 1 } });
      s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 0)').run(face, refusedOne);
      faces.add({ photo: at, person: there!, like: { 1: 1 } });
      const hidden = photo();
      faces.add({ photo: hidden, person: secret!, like: { 1: 1 } });
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      expect(await suggested(face)).to.deep.equal([
        ['Anna', 1],
        ['Berta', 0.6],
      ]);
      expect(await suggested(face, 'limit=1')).to.deep.equal([['Anna', 1]]);
      await post(`/api/people/${anna!}/merge`, { target_id: berta! });
      expect(await suggested(face)).to.deep.equal([['Berta', 0.93]]);
    });

    it('of a face in a hidden photo are for those alone who may see such photos', async () => {
      faces.add({ photo: photo(), person: faces.person('Anna'), like: { 1: 1 } });
      const hidden = photo();
      const face = faces.add({ photo: hidden, like: { 1: 1 } });
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      const url = `/api/faces/${face}/suggest`;
      expect((await s.json<Suggestions>(url, s.writer)).suggestions).to.have.length(1);
      const refused = await s.get(url);
      expect([refused.statusCode, refused.payload]).to.deep.equal([
        404,
        (await s.get('/api/faces/999/suggest')).payload,
      ]);
    });

    it('are none for a face that no model has looked at, and an error for no face', async () => {
      faces.add({ photo: photo(), person: faces.person('Anna'), like: { 1: 1 } });
      expect(await suggested(faces.add({ photo: photo() }))).to.deep.equal([]);
      expect((await s.get('/api/faces/999/suggest')).statusCode).to.equal(404);
      expect((await s.get('/api/faces/1/suggest?limit=51')).statusCode).to.equal(400);
    });

    it('are the same where no plugin keeps vector indexes', async () => {
      await s.stop();
      s = await libraryServer();
      faces = new FaceRows(s.db);
      const face = faces.add({ photo: photo(), like: { 1: 1 } });
      for (const [name, like] of [
        ['Anna', { 1: 1, 2: 0.5 }],
        ['Berta', { 1: 1, 2: 2 }],
      ] as const) {
        faces.add({ photo: photo(), person: faces.person(name), like });
      }
      expect(await suggested(face)).to.deep.equal([
        ['Anna', 0.89],
        ['Berta', 0.45],
      ]);
    });
  });

  describe('pairs that may be one', () => {
    const pairs = async (query = ''): Promise<[string | null, string | null, number][]> =>
      (await s.json<PeoplePairs>(`/api/people/duplicates?${query}`)).pairs.map(({ a, b, similarity }) => [
        a.name,
        b.name,
        Math.round(similarity * 100) / 100,
      ]);

    it('are told the most similar first, until somebody says that they are two', async () => {
      const [anna, ann, berta] = [faces.person('Anna'), faces.person(), faces.person('Berta')];
      for (const person of [anna, ann]) faces.add({ photo: photo(), person, like: { 1: 1, [person + 10]: 0.5 } });
      faces.add({ photo: photo(), person: berta, like: { 1: 0.7, 2: 0.72 } });
      expect(await pairs()).to.deep.equal([
        ['Anna', null, 0.8],
        ['Anna', 'Berta', 0.62],
        ['Berta', null, 0.62],
      ]);
      expect(await pairs('threshold=0.7')).to.deep.equal([['Anna', null, 0.8]]);
      expect(await pairs('limit=1')).to.deep.equal([['Anna', null, 0.8]]);
      expect(await post('/api/people/duplicates/dismiss', { a: ann, b: anna })).to.deep.equal({ ok: true });
      expect(await pairs()).to.deep.equal([
        ['Anna', 'Berta', 0.62],
        ['Berta', null, 0.62],
      ]);
      await post(`/api/people/${ann}/merge`, { target_id: anna });
      expect(await pairs()).to.have.length(1);
    });

    it('are not those who are seen together, nor those who are hidden', async () => {
      const [anna, berta, secret] = [faces.person('Anna'), faces.person('Berta'), faces.person('Secret')];
      const together = photo();
      for (const person of [anna, berta]) faces.add({ photo: together, person, like: { 1: 1 } });
      const hidden = photo();
      faces.add({ photo: hidden, person: secret, like: { 1: 1 } });
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      expect(await pairs()).to.deep.equal([]);
      for (let i = 0; i < 9; i += 1) {
        for (const person of [anna, berta]) faces.add({ photo: photo(), person, like: { 1: 1 } });
      }
      expect(await pairs()).to.deep.equal([['Anna', 'Berta', 1]]);
    });

    it('are told of persons who are seen again, and as another model sees them', async () => {
      const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
      const [a, b] = [photo(), photo()];
      const ids = [
        faces.add({ photo: a, person: anna, like: { 1: 1 } }),
        faces.add({ photo: b, person: berta, like: { 1: 1 } }),
      ];
      const hide = s.db.prepare(
        'INSERT INTO photo_flags (photo_id, hidden) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET hidden = ?2',
      );
      for (const id of [a, b]) hide.run({ 1: id, 2: 1 });
      expect(await pairs()).to.deep.equal([]);
      for (const id of [a, b]) hide.run({ 1: id, 2: 0 });
      expect(await pairs()).to.deep.equal([['Anna', 'Berta', 1]]);

      for (const [at, id] of ids.entries()) faces.embed(id, at === 0 ? { 1: 1 } : { 1: 1, 2: 1 }, 'other@1');
      s.db.exec(`UPDATE current_models SET model = 'other@1' WHERE kind = 'face'`);
      expect(await pairs()).to.deep.equal([['Anna', 'Berta', 0.71]]);
    });

    it('are refused in wrong forms', async () => {
      const anna = faces.person('Anna');
      expect((await s.get('/api/people/duplicates?threshold=2')).statusCode).to.equal(400);
      expect((await s.get('/api/people/duplicates?limit=1001')).statusCode).to.equal(400);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna, b: anna }))[0]).to.equal(400);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna, b: 999 }))[0]).to.equal(404);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna }))[0]).to.equal(400);
      expect((await refused('/api/people/duplicates/dismiss', { a: anna, b: 1 }, s.reader))[0]).to.equal(403);
    });
  });
});
