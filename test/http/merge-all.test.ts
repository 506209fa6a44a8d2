import { expect } from 'chai';
import type { MergedPeople, MergedPerson, PeopleMerges, Person, UndoneMerge } from '../../core/http/wire.ts';
import { PeopleServer } from '../support/people-server.ts';

describe('several people who are merged in one step', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post, refused } = rig;

  const someone = (name: string | null, count: number): number => {
    const person = rig.faces.person(name);
    for (let i = 0; i < count; i += 1) rig.faces.add({ photo: photo(), person });
    return person;
  };
  const all = (): unknown => [
    rig.s.db.prepare('SELECT id, name, hidden FROM people ORDER BY id').all(),
    rig.s.db.prepare('SELECT id, person_id FROM faces ORDER BY id').all(),
  ];
  const merges = async (): Promise<PeopleMerges['merges']> =>
    (await rig.s.json<PeopleMerges>('/api/people/merges', rig.s.writer)).merges;

  it('are separate again after one undo, exactly as before', async () => {
    const [anna, one, two, three] = [someone('Anna', 2), someone(null, 3), someone('Berta', 1), someone(null, 4)];
    await post(`/api/people/${three}/hidden`, { hidden: true });
    const before = all();
    const merged = await post<MergedPeople>(`/api/people/${anna}/merge_all`, { source_ids: [one, two, three] });
    expect(merged).to.include({ target_id: anna, merged_count: 3, face_count: 10, photo_count: 10 });
    expect(await rig.people()).to.deep.equal({ Anna: 10 });
    expect(await merges()).to.have.length(1);
    expect((await merges())[0]).to.include({
      merge_id: merged.merge_id,
      merged_count: 3,
      face_count: 8,
      undo_first: null,
    });
    const undone = await post<UndoneMerge>(`/api/people/merges/${merged.merge_id}/undo`);
    expect(undone).to.include({ person_id: one, target_id: anna, undone_count: 3, name_taken: false });
    expect(all()).to.deep.equal(before);
    expect(await merges()).to.deep.equal([]);
    expect((await refused(`/api/people/merges/${merged.merge_id}/undo`))[0]).to.equal(404);
  });

  it('stay merged until a later merge is undone first', async () => {
    const [anna, one, two, later] = [someone('Anna', 2), someone(null, 1), someone(null, 1), someone(null, 1)];
    const before = all();
    const { merge_id: step } = await post<MergedPeople>(`/api/people/${anna}/merge_all`, { source_ids: [one, two] });
    const { merge_id: since } = await post<MergedPerson>(`/api/people/${later}/merge`, { target_id: anna });
    const together = all();
    expect((await refused(`/api/people/merges/${step}/undo`))[0]).to.equal(409);
    expect(all()).to.deep.equal(together);
    expect((await merges()).map(({ merge_id, undo_first }) => [merge_id, undo_first])).to.deep.equal([
      [since, null],
      [step, since],
    ]);
    await post(`/api/people/merges/${since}/undo`);
    await post(`/api/people/merges/${step}/undo`);
    expect(all()).to.deep.equal(before);
  });

  it('give their name to a target without one, and get it back after the undo', async () => {
    const [target, one, berta] = [someone(null, 5), someone(null, 1), someone('Berta', 1)];
    const { merge_id } = await post<MergedPeople>(`/api/people/${target}/merge_all`, { source_ids: [one, berta] });
    expect((await rig.s.json<Person>(`/api/people/${target}`)).name).to.equal('Berta');
    await post(`/api/people/merges/${merge_id}/undo`);
    expect((await rig.s.json<Person>(`/api/people/${target}`)).name).to.equal(null);
    expect((await rig.s.json<Person>(`/api/people/${berta}`)).name).to.equal('Berta');
  });

  it('are not merged at all if one of them is missing or is the target', async () => {
    const [anna, one] = [someone('Anna', 2), someone(null, 1)];
    const before = all();
    const url = `/api/people/${anna}/merge_all`;
    expect((await refused(url, { source_ids: [one, 999] }))[0]).to.equal(404);
    expect((await refused(url, { source_ids: [one, anna] }))[0]).to.equal(409);
    expect((await refused(url, { source_ids: [one, one] }))[0]).to.equal(400);
    expect((await refused(url, { source_ids: [] }))[0]).to.equal(400);
    expect((await refused(url, { source_ids: [one] }, rig.s.reader))[0]).to.equal(403);
    expect(all()).to.deep.equal(before);
  });
});
