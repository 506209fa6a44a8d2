import { expect } from 'chai';
import type { MergedPerson, PeopleMerges, Person } from '../../core/http/wire.ts';
import type { FaceRows } from '../support/face-rows.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { Merges } from '../support/merges.ts';

describe('undoing a merge of people', () => {
  const rig = Merges.inSuite();
  const { add, merge, undo, refused, state, besides, names, owner } = rig;
  const { photo, post } = rig.server;
  let s: LibraryServer;
  let faces: FaceRows;

  beforeEach(() => {
    ({ s, faces } = rig.server);
  });

  const ask = (url: string, payload: object = {}, headers = s.writer) => s.send('POST', url, payload, headers);

  it('restores the person with their id, name and faces', async () => {
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

  it('keeps the two people apart, as a decision of the user who undid it', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person()];
    for (const person of [anna, berta]) add(person);
    await undo(await merge(berta, anna));
    expect(state().apart).to.deep.equal([{ low_id: anna, high_id: berta, user_id: 2, decided_at: s.now }]);
  });

  it('works for a merge that resulted from giving a name that another person had', async () => {
    const [anna, other] = [faces.person('Anna'), faces.person()];
    for (const person of [anna, other]) add(person);
    const { merge_id } = await post<MergedPerson>(`/api/people/${other}/name`, { name: 'anna' });
    expect(await undo(merge_id)).to.include({ person_id: other, name: null, name_taken: false });
    expect(await names()).to.have.deep.members([
      [anna, 'Anna', 1],
      [other, null, 1],
    ]);
  });

  it('restores all earlier decisions, and who made them', async () => {
    const [from, to, third] = [faces.person(), faces.person('Anna'), faces.person('Berta')];
    s.db.prepare('UPDATE people SET hidden = 1, created_at = 77 WHERE id = ?').run(from);
    add(from, 'user');
    add(to, 'user');
    add(from, 'propagated');
    const isNotHim = add(from);
    const isNotHer = add(to);
    const no = add(from);
    const refuse = s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, ?)');
    // Cannot-links of faces of one person to the other, and of faces to both people.
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
    // The two people were kept apart before: only the time has changed.
    expect(besides([from, to])).to.deep.equal({ ...before, apart: before.apart.slice(1) });
    expect(state().apart[0]).to.deep.include({ user_id: 2, decided_at: s.now });
  });

  describe('handles the cover', () => {
    it('by restoring that of both people', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      add(to);
      const cover = add(from);
      await post(`/api/people/${from}/cover`, { face_id: cover });
      const before = state();
      await undo(await merge(from, to));
      expect(besides([from, to])).to.deep.equal(before);
    });

    it('by keeping one that a user has chosen since', async () => {
      const [from, to] = [faces.person('Anna'), faces.person()];
      const [first] = [add(to), add(from)];
      const id = await merge(from, to);
      await post(`/api/people/${to}/cover`, { face_id: first });
      await undo(id);
      expect((await s.json<Person>(`/api/people/${to}`)).cover_face_id).to.equal(first);
      expect(s.db.prepare('SELECT cover_face_id FROM people WHERE id = ?').pluck().get(to)).to.equal(first);
    });
  });

  describe('handles the name', () => {
    it('by taking it back from the target that got it', async () => {
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

    it('by reporting that another person has it by now', async () => {
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

    it('by leaving it to the target if a user has given it again since', async () => {
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

  describe('keeps later changes', () => {
    let [anna, berta] = [0, 0];
    beforeEach(() => {
      [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    });

    it('to the person of a face, even in the same second', async () => {
      const [hers, others, left] = [add(berta, 'user'), add(berta, 'user'), add(berta)];
      const id = await merge(berta, anna);
      await post(`/api/faces/${hers}/person`, { person_id: anna });
      await post(`/api/faces/${others}/person`, { name: 'Cid' });
      await undo(id);
      expect(faces.assignment(hers)).to.deep.include({ person: anna, by: 'user', decided: anna });
      expect([anna, berta]).to.not.include(owner(others));
      expect(owner(left)).to.equal(berta);
    });

    it('that say that a face is not the person: it belongs to neither of the two', async () => {
      const [face, left] = [add(berta), add(berta)];
      const id = await merge(berta, anna);
      await post(`/api/faces/${face}/unassign`);
      await undo(id);
      expect(faces.assignment(face)).to.deep.include({ person: null, refused: [anna, berta] });
      expect(owner(left)).to.equal(berta);
    });

    it('that mark something as not a face, which belongs to its old person again once that is undone', async () => {
      const [face, left] = [add(berta), add(berta)];
      const id = await merge(berta, anna);
      await post('/api/faces/reject', { face_ids: [face] });
      await undo(id);
      expect([owner(face), owner(left)]).to.deep.equal([null, berta]);
      await post('/api/faces/reject', { face_ids: [face], rejected: false });
      expect(owner(face)).to.equal(berta);
    });

    it('that keep people apart', async () => {
      const third = faces.person('Cid');
      for (const person of [anna, berta, third]) add(person);
      await post('/api/people/duplicates/dismiss', { a: berta, b: third });
      const id = await merge(berta, anna);
      s.now += 5;
      await post('/api/people/duplicates/dismiss', { a: anna, b: third });
      await undo(id);
      expect(state().apart).to.have.length(3);
    });

    it('such as new faces, which stay with the target', async () => {
      add(berta);
      const id = await merge(berta, anna);
      const late = add(anna);
      await undo(id);
      expect(owner(late)).to.equal(anna);
    });
  });

  it('works once', async () => {
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

  it('is impossible if the target no longer exists', async () => {
    const [from, to] = [faces.person(), faces.person()];
    const face = add(from);
    const id = await merge(from, to);
    await post(`/api/faces/${face}/unassign`);
    s.db.prepare('DELETE FROM people WHERE id = ?').run(to);
    // 404 instead of 409, which means that another merge has to be undone first.
    expect(await refused(id)).to.deep.equal([
      404,
      'The person that they became part of is gone: this merge cannot be undone.',
    ]);
    expect((await s.json<PeopleMerges>('/api/people/merges', s.writer)).merges).to.deep.equal([]);
  });

  it('leaves what is marked as not a face unchanged', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    for (const person of [anna, berta]) add(person);
    const no = add(berta);
    await post('/api/faces/reject', { face_ids: [no] });
    s.db.prepare('INSERT INTO face_refusals VALUES (?, ?, 2, 5)').run(no, anna);
    const before = state();
    await undo(await merge(berta, anna));
    expect(besides([anna, berta])).to.deep.equal(before);
  });

  it('restores hundreds of faces, whether assigned by users or automatically', async () => {
    const [anna, berta] = [faces.person('Anna'), faces.person('Berta')];
    const many = Array.from({ length: 450 }, (_, i) => add(i % 3 ? berta : anna, i % 2 ? 'user' : 'auto'));
    const before = state();
    const id = await merge(berta, anna);
    expect(owner(many[1]!)).to.equal(anna);
    expect(await undo(id)).to.include({ face_count: 300 });
    expect(besides([anna, berta])).to.deep.equal(before);
  });

  it('leaves out faces that no longer exist', async () => {
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
});
