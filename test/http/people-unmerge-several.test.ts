import { expect } from 'chai';
import type { PeopleMerges } from '../../core/http/wire.ts';
import type { FaceRows } from '../support/face-rows.ts';
import type { LibraryServer } from '../support/library-server.ts';
import { Merges } from '../support/merges.ts';

describe('undoing one of several merges of people', () => {
  const rig = Merges.inSuite();
  const { add, merge, undo, refused, state, besides, names, owner } = rig;
  const { photo, post } = rig.server;
  let s: LibraryServer;
  let faces: FaceRows;

  beforeEach(() => {
    ({ s, faces } = rig.server);
  });

  it('in a chain works only from its end', async () => {
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

  it('into the same person works only after undoing the later ones', async () => {
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

  it('reassigns a face with cannot-links to several merged people only when the first merge is undone', async () => {
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

  it('reassigns a face to a person who is in its photo twice because of another merge', async () => {
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

  it('keeps decisions about faces that came and went with a later merge', async () => {
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

  it('keeps people apart from people who were merged into others in the meantime', async () => {
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

  it('keeps people apart from the targets of later merges, however long the chain is', async () => {
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

  it('removes it from the list, which has the latest first and says which merge must be undone first', async () => {
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
