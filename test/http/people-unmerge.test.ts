import { expect } from 'chai';
import type { MergedPerson, People, PeopleMerges, Person, UndoneMerge } from '../../core/http/wire.ts';
import type { FaceRows } from '../support/face-rows.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { PeopleServer } from '../support/people-server.ts';

/** Everything that a merge changes, as rows. */
const tables = {
  people: 'SELECT id, name, name_key, cover_face_id, hidden, created_at FROM people ORDER BY id',
  counts: 'SELECT * FROM person_counts ORDER BY person_id',
  faces: 'SELECT id, person_id, assigned_by FROM faces ORDER BY id',
  decisions: 'SELECT * FROM face_decisions ORDER BY face_id',
  refusals: 'SELECT * FROM face_refusals ORDER BY face_id, person_id',
  rejections: 'SELECT * FROM face_rejections ORDER BY face_id',
  apart: 'SELECT * FROM people_kept_apart ORDER BY low_id, high_id',
};

describe('a merge of people that is undone', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post } = rig;
  let s: LibraryServer;
  let faces: FaceRows;

  beforeEach(() => {
    ({ s, faces } = rig);
  });

  const add = (person: number, assignedBy: 'auto' | 'user' | 'propagated' = 'auto'): number =>
    faces.add({ photo: photo(), person, assignedBy });
  const ask = (url: string, payload: object = {}, headers = s.writer) => s.send('POST', url, payload, headers);
  const merge = async (from: number, to: number): Promise<number> =>
    (await post<MergedPerson>(`/api/people/${from}/merge`, { target_id: to })).merge_id;
  const undo = (id: number): Promise<UndoneMerge> => post(`/api/people/merges/${id}/undo`, {});
  const refused = (id: number): Promise<[number, string]> => rig.refused(`/api/people/merges/${id}/undo`);
  const state = (): Record<keyof typeof tables, unknown[]> => {
    const rows = Object.entries(tables).map(([name, sql]) => [name, s.db.prepare(sql).all()]);
    return Object.fromEntries(rows) as Record<keyof typeof tables, unknown[]>;
  };
  /** The state without the pairs that undos keep apart. */
  const besides = (...pairs: [number, number][]): ReturnType<typeof state> => {
    const now = state();
    const isPair = ({ low_id, high_id }: { low_id: number; high_id: number }): boolean =>
      pairs.some((pair) => Math.min(...pair) === low_id && Math.max(...pair) === high_id);
    return { ...now, apart: (now.apart as { low_id: number; high_id: number }[]).filter((row) => !isPair(row)) };
  };
  const names = async (): Promise<[number, string | null, number][]> =>
    (await s.json<People>('/api/people')).people.map(({ id, name, face_count }) => [id, name, face_count]);
  const owner = (face: number): number | null => faces.assignment(face).person;

  it('brings the person back under their id, with their name and their faces', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    for (const person of [anna, anna, berta, berta, berta]) add(person);
    const before = state();
    const id = await merge(berta, anna);
    expect(await names()).to.deep.equal([[anna, 'Anna', 5]]);
    expect(await undo(id)).to.deep.equal({
      ok: true,
      person_id: berta,
      target_id: anna,
      name: 'Berta',
      name_taken: false,
      undone_count: 1,
      photo_count: 3,
      face_count: 3,
    });
    expect(besides([anna, berta])).to.deep.equal(before);
    const texts = s.db.prepare<[string], number>('SELECT count(*) FROM photo_text WHERE photo_text MATCH ?').pluck();
    expect([texts.get('people:anna'), texts.get('people:berta')]).to.deep.equal([2, 3]);
  });

  it('keeps the two apart, which somebody decided', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person()];
    for (const person of [anna, berta]) add(person);
    await undo(await merge(berta, anna));
    expect(state().apart).to.deep.equal([{ low_id: anna, high_id: berta, user_id: 2, decided_at: s.now }]);
  });

  it('undoes what a name did that somebody had', async () => {
    const [anna, other] = [faces.person('Anna'), faces.person()];
    for (const person of [anna, other]) add(person);
    const { merge_id } = await post<MergedPerson>(`/api/people/${other}/name`, { name: 'anna' });
    expect(await undo(merge_id)).to.include({ person_id: other, name: null, name_taken: false });
    expect(await names()).to.have.deep.members([
      [anna, 'Anna', 1],
      [other, null, 1],
    ]);
  });

  it('gives back all that was decided before, and by whom', async () => {
    const [from, to, third] = [faces.person(), faces.person('Anna'), faces.person('Berta')];
    s.db.prepare('UPDATE people SET hidden = 1, created_at = 77 WHERE id = ?').run(from);
    add(from, 'user');
    add(to, 'user');
    add(from, 'propagated');
    const isNotHim = add(from);
    const isNotHer = add(to);
    const no = add(from);
    const refuse = s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, ?)');
    // What one has and the other is said not to be, and what both are said not to be.
    refuse.run(isNotHim, to, 5);
    refuse.run(isNotHer, from, 6);
    refuse.run(faces.add({ photo: photo() }), from, 7);
    const isNeither = faces.add({ photo: photo() });
    refuse.run(isNeither, from, 8);
    refuse.run(isNeither, to, 9);
    refuse.run(add(from, 'user'), to, 10);
    refuse.run(add(to, 'user'), from, 11);
    await post('/api/faces/reject', { face_ids: [no] });
    await post('/api/people/duplicates/dismiss', { a: from, b: third });
    await post('/api/people/duplicates/dismiss', { a: from, b: to });
    s.db.prepare('UPDATE people SET cover_face_id = ? WHERE id = ?').run(isNotHim, from);
    const before = state();
    const id = await merge(from, to);
    expect(owner(isNotHim)).to.equal(null);
    s.now += 100;
    await undo(id);
    // Of the two being kept apart nothing but the time changed.
    expect(besides([from, to])).to.deep.equal({ ...before, apart: before.apart.slice(1) });
    expect(state().apart[0]).to.deep.include({ user_id: 2, decided_at: s.now });
  });

  describe('finds the cover', () => {
    it('as it was, of both', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      add(to);
      const cover = add(from);
      await post(`/api/people/${from}/cover`, { face_id: cover });
      const before = state();
      await undo(await merge(from, to));
      expect(besides([from, to])).to.deep.equal(before);
    });

    it('that somebody chose since', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      const [first] = [add(to), add(from)];
      const id = await merge(from, to);
      await post(`/api/people/${to}/cover`, { face_id: first });
      await undo(id);
      expect((await s.json<Person>(`/api/people/${to}`)).cover_face_id).to.equal(first);
      expect(s.db.prepare('SELECT cover_face_id FROM people WHERE id = ?').pluck().get(to)).to.equal(first);
    });
  });

  describe('finds the name', () => {
    it('that the other got, and takes it back', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      for (const person of [from, to]) add(person);
      const id = await merge(from, to);
      expect(await names()).to.deep.equal([[to, 'Anna', 2]]);
      expect(await undo(id)).to.include({ name: 'Anna', name_taken: false });
      expect(await names()).to.have.deep.members([
        [from, 'Anna', 1],
        [to, null, 1],
      ]);
    });

    it('with somebody else, and says so', async () => {
      const [from, to, third] = [faces.person('Anna'), faces.person('Berta'), faces.person()];
      for (const person of [from, to, third]) add(person);
      const id = await merge(from, to);
      await post(`/api/people/${third}/name`, { name: 'ANNA' });
      expect(await undo(id)).to.include({ person_id: from, name: null, name_taken: true });
      expect(await names()).to.have.deep.members([
        [third, 'ANNA', 1],
        [to, 'Berta', 1],
        [from, null, 1],
      ]);
    });

    it('said again of the one who stayed, who keeps it', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      for (const person of [from, to]) add(person);
      const id = await merge(from, to);
      await post(`/api/people/${to}/name`, { name: 'ANNA' });
      expect(await undo(id)).to.include({ name: null, name_taken: true });
      expect(await names()).to.have.deep.members([
        [to, 'ANNA', 1],
        [from, null, 1],
      ]);
    });
  });

  describe('leaves as it is what was decided since', () => {
    let [anna, berta] = [0, 0];
    beforeEach(() => {
      [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    });

    it('about whose a face is, in the same second too', async () => {
      const [hers, others, left] = [add(berta, 'user'), add(berta, 'user'), add(berta)];
      const id = await merge(berta, anna);
      await post(`/api/faces/${hers}/person`, { person_id: anna });
      await post(`/api/faces/${others}/person`, { name: 'Cid' });
      await undo(id);
      expect(faces.assignment(hers)).to.deep.include({ person: anna, by: 'user', decided: anna });
      expect([anna, berta]).to.not.include(owner(others));
      expect(owner(left)).to.equal(berta);
    });

    it('about whose it is not: neither has it', async () => {
      const [face, left] = [add(berta), add(berta)];
      const id = await merge(berta, anna);
      await post(`/api/faces/${face}/unassign`);
      await undo(id);
      expect(faces.assignment(face)).to.deep.include({ person: null, refused: [anna, berta] });
      expect(owner(left)).to.equal(berta);
    });

    it('about what is no face; whose it was has it again when that is taken back', async () => {
      const [face, left] = [add(berta), add(berta)];
      const id = await merge(berta, anna);
      await post('/api/faces/reject', { face_ids: [face] });
      await undo(id);
      expect([owner(face), owner(left)]).to.deep.equal([null, berta]);
      await post('/api/faces/reject', { face_ids: [face], rejected: false });
      expect(owner(face)).to.equal(berta);
    });

    it('about who is one with whom', async () => {
      const third = faces.person('Cid');
      for (const person of [anna, berta, third]) add(person);
      await post('/api/people/duplicates/dismiss', { a: berta, b: third });
      const id = await merge(berta, anna);
      s.now += 5;
      await post('/api/people/duplicates/dismiss', { a: anna, b: third });
      await undo(id);
      expect(state().apart).to.have.length(3);
    });

    it('about faces that came later: they stay', async () => {
      add(berta);
      const id = await merge(berta, anna);
      const late = add(anna);
      await undo(id);
      expect(owner(late)).to.equal(anna);
    });
  });

  it('is undone once', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    const id = await merge(berta, anna);
    await undo(id);
    expect((await refused(id))[0]).to.equal(404);
    expect((await refused(999))[0]).to.equal(404);
    expect((await ask('/api/people/merges/x/undo')).statusCode).to.equal(400);
    expect((await ask(`/api/people/merges/${id}/undo`, {}, s.reader)).statusCode).to.equal(403);
    const [first, second] = await Promise.all([1, 2].map(() => merge(berta, anna).catch(() => 0)));
    const answers = await Promise.all([1, 2].map(() => ask(`/api/people/merges/${first! || second!}/undo`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 404]);
  });

  it('in a chain is undone from its end', async () => {
    const [anna, berta, cid] = ['Anna', 'Berta', 'Cid'].map((name) => faces.person(name)) as [number, number, number];
    for (const person of [anna, berta, cid]) add(person);
    const [shared] = [faces.add({ photo: photo() })];
    s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, 3)').run(shared, anna);
    const before = state();
    const first = await merge(anna, berta);
    const second = await merge(berta, cid);
    expect(await refused(first)).to.deep.equal([
      409,
      'The person that they became part of was merged into Cid since: undo that merge first.',
    ]);
    await undo(second);
    await undo(first);
    expect(besides([anna, berta], [berta, cid])).to.deep.equal(before);
  });

  it('into somebody who is gone by themselves cannot be undone', async () => {
    const [from, to] = [faces.person(), faces.person()];
    const face = add(from);
    const id = await merge(from, to);
    await post(`/api/faces/${face}/unassign`);
    s.db.prepare('DELETE FROM people WHERE id = ?').run(to);
    // Not 409, which says that another merge is in the way, and can be undone first.
    expect(await refused(id)).to.deep.equal([
      404,
      'The person that they became part of is gone: this merge cannot be undone.',
    ]);
    expect((await s.json<PeopleMerges>('/api/people/merges', s.writer)).merges).to.deep.equal([]);
  });

  it('among several into one person is undone after those that came later', async () => {
    const to = faces.person();
    const people = ['Anna', 'Berta', null].map((name) => faces.person(name)) as [number, number, number];
    const apart = faces.person('Apart');
    const [shared, of] = [faces.add({ photo: photo() }), add(people[0])];
    const refuse = s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, NULL, ?)');
    for (const [at, person] of people.entries()) {
      add(person);
      refuse.run(shared, person, at);
      await post('/api/people/duplicates/dismiss', { a: person, b: apart });
    }
    refuse.run(of, people[1], 9);
    const states = [state()];
    const merges: number[] = [];
    for (const person of people) {
      merges.push(await merge(person, to));
      states.push(state());
    }
    expect(await names()).to.deep.include([to, 'Anna', 3]);
    const unchanged = states[3];
    expect(await refused(merges[0]!)).to.deep.equal([
      409,
      'Somebody unnamed became part of the same person since: undo that merge first.',
    ]);
    expect((await refused(merges[1]!))[0]).to.equal(409);
    expect(state()).to.deep.equal(unchanged);
    for (const at of [2, 1, 0]) {
      await undo(merges[at]!);
      const undone = people.slice(at).map((person): [number, number] => [person, to]);
      expect(besides(...undone), `after the undo of merge ${at}`).to.deep.equal(states[at]);
      if (at > 0) {
        expect(faces.assignment(shared).refused).to.include(to);
        expect(state().apart).to.deep.include({ low_id: to, high_id: apart, user_id: 2, decided_at: s.now });
      }
    }
  });

  it('gives back what several of them would have taken, with the first of these', async () => {
    const [to, anna, berta] = [null, 'Anna', 'Berta'].map((name) => faces.person(name)) as [number, number, number];
    const face = add(to);
    for (const person of [anna, berta]) s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, 5)').run(face, person);
    const before = state();
    const [first, second] = [await merge(anna, to), await merge(berta, to)];
    expect((await refused(first))[1]).to.equal('Berta became part of the same person since: undo that merge first.');
    await undo(second);
    expect(owner(face)).to.equal(null);
    await undo(first);
    expect(besides([to, anna], [to, berta])).to.deep.equal(before);
  });

  it('says nothing new about what is no face', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    for (const person of [anna, berta]) add(person);
    const no = add(berta);
    await post('/api/faces/reject', { face_ids: [no] });
    s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, 5)').run(no, anna);
    const before = state();
    await undo(await merge(berta, anna));
    expect(besides([anna, berta])).to.deep.equal(before);
  });

  it('gives a face back to who is in its photo a second time by another merge', async () => {
    const [anna, berta, cid] = ['Anna', 'Berta', 'Cid'].map((name) => faces.person(name)) as [number, number, number];
    const together = photo();
    const [hers] = [anna, berta].map((person) => faces.add({ photo: together, person }));
    add(cid);
    s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, 5)').run(hers, cid);
    const before = state();
    const first = await merge(berta, anna);
    const second = await merge(cid, anna);
    expect(owner(hers!)).to.equal(null);
    await undo(second);
    expect(owner(hers!)).to.equal(anna);
    await undo(first);
    expect(besides([anna, berta], [anna, cid])).to.deep.equal(before);
  });

  it('keeps what it said about faces that came and went by a later one', async () => {
    const [anna, berta, cid] = ['Anna', 'Berta', 'Cid'].map((name) => faces.person(name)) as [number, number, number];
    add(berta);
    s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, 5)').run(add(cid, 'user'), berta);
    const before = state();
    const first = await merge(berta, anna);
    const second = await merge(cid, anna);
    await undo(second);
    await undo(first);
    expect(besides([anna, berta], [anna, cid])).to.deep.equal(before);
  });

  it('keeps people apart from those who became part of somebody else meanwhile', async () => {
    for (const order of ['first', 'last'] as const) {
      const [from, to] = [faces.person(`A ${order}`), faces.person(`B ${order}`)];
      const [other, into] = [faces.person(`C ${order}`), faces.person(`D ${order}`)];
      for (const person of [from, to, other, into]) add(person);
      await post('/api/people/duplicates/dismiss', { a: from, b: other });
      const before = state();
      const merges = [await merge(from, to), await merge(other, into)];
      if (order === 'last') merges.reverse();
      await undo(merges[0]!);
      const [low_id, high_id] = order === 'first' ? [from, into] : [to, other];
      expect(state().apart).to.deep.include({ low_id, high_id, user_id: 2, decided_at: s.now });
      await undo(merges[1]!);
      expect(besides([from, to], [other, into]), order).to.deep.equal(before);
    }
  });

  it('keeps people apart from whom they became part of, however far that went', async () => {
    const [from, to, other] = [faces.person('A'), faces.person('B'), faces.person('C')];
    const [into, last] = [faces.person('D'), faces.person('E')];
    for (const person of [from, to, other, into, last]) add(person);
    await post('/api/people/duplicates/dismiss', { a: from, b: other });
    const before = state();
    const first = await merge(from, to);
    const later = [await merge(other, into), await merge(into, last)];
    await undo(first);
    const pairs = (): unknown[] => s.db.prepare('SELECT low_id, high_id FROM people_kept_apart').raw().all();
    expect(pairs()).to.have.deep.members([
      [from, to],
      [from, last],
    ]);
    await undo(later[1]!);
    expect(pairs()).to.deep.include([from, into]);
    expect(pairs()).to.not.deep.include([from, last]);
    await undo(later[0]!);
    expect(besides([from, to], [other, into], [into, last])).to.deep.equal(before);
  });

  it('with many faces, whatever became of some of them, is undone whole', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    const many = Array.from({ length: 450 }, (_, i) => add(i % 3 ? berta : anna, i % 2 ? 'user' : 'auto'));
    const before = state();
    const id = await merge(berta, anna);
    expect(owner(many[1]!)).to.equal(anna);
    expect(await undo(id)).to.include({ face_count: 300 });
    expect(besides([anna, berta])).to.deep.equal(before);
  });

  it('lacks the faces that are gone', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    const [gone, there] = [add(berta), add(berta)];
    s.db.prepare('UPDATE people SET cover_face_id = ? WHERE id = ?').run(gone, berta);
    const id = await merge(berta, anna);
    s.db.prepare('DELETE FROM faces WHERE id = ?').run(gone);
    expect(await undo(id)).to.include({ face_count: 1 });
    expect((await s.json<Person>(`/api/people/${berta}`)).id).to.equal(berta);
    expect(s.db.prepare('SELECT cover_face_id FROM people WHERE id = ?').pluck().get(berta)).to.equal(null);
    expect(owner(there)).to.equal(berta);
  });

  it('is listed until it is undone, the latest first', async () => {
    const [anna, berta, cid] = ['Anna', 'Berta', 'Cid'].map((name) => faces.person(name)) as [number, number, number];
    for (const person of [anna, berta, berta, cid]) add(person);
    const [first, second] = [await merge(berta, anna), await merge(cid, anna)];
    const list = async (query = ''): Promise<PeopleMerges['merges']> =>
      (await s.json<PeopleMerges>(`/api/people/merges${query}`, s.writer)).merges;
    const [latest, earlier] = await list();
    expect(latest).to.deep.include({ merge_id: second, name: 'Cid', face_count: 1, merged_at: s.now });
    expect(earlier).to.deep.include({ merge_id: first, name: 'Berta', face_count: 2 });
    expect(earlier!.target).to.include({ id: anna, name: 'Anna', face_count: 4 });
    expect(latest).to.include({ target_name: 'Anna', undo_first: null, detail: null });
    expect(earlier).to.include({
      target_name: 'Anna',
      undo_first: second,
      detail: 'Cid became part of the same person since: undo that merge first.',
    });
    expect(await list('?limit=1')).to.have.length(1);
    await undo(second);
    expect((await list()).map(({ merge_id, undo_first }) => [merge_id, undo_first])).to.deep.equal([[first, null]]);
    const dora = faces.person('Dora');
    const third = await merge(anna, dora);
    const [, chained] = await list();
    expect(chained).to.include({ merge_id: first, name: 'Berta', target_name: 'Anna', undo_first: third });
    expect(chained!.detail).to.equal(
      'The person that they became part of was merged into Dora since: undo that merge first.',
    );
    expect(chained!.target).to.include({ id: dora, name: 'Dora' });
    expect((await s.get('/api/people/merges')).statusCode).to.equal(403);
    expect((await s.get('/api/people/merges?limit=201', s.writer)).statusCode).to.equal(400);
  });
});
