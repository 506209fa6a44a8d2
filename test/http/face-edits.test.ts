import { expect } from 'chai';
import type { AssignedFace, Face, Faces, People } from '../../core/http/wire.ts';
import { SourcePeople } from '../../core/store/photos/source-people.ts';
import { PeopleServer } from '../support/people-server.ts';

describe('users’ decisions about faces', () => {
  const rig = PeopleServer.inSuite();
  const { photo, post, refused, people, texts } = rig;

  describe('an assignment', () => {
    it('gives the face to a person by id or name, or to a new person', async () => {
      const anna = rig.faces.person('Anna');
      const [a, b, c] = [photo(), photo(), photo()].map((at) => rig.faces.add({ photo: at, like: { [at]: 1 } }));
      const first = await post<AssignedFace>(`/api/faces/${a}/person`, { person_id: anna });
      expect(first.face).to.include({ id: a, person_id: anna, person_name: 'Anna', assigned_by: 'user' });
      expect(first.person).to.include({ id: anna, name: 'Anna', face_count: 1, photo_count: 1 });
      expect(first.propagated).to.equal(0);
      expect((await post<AssignedFace>(`/api/faces/${b}/person`, { name: 'anna' })).person.id).to.equal(anna);
      const { person } = await post<AssignedFace>(`/api/faces/${c}/person`, { name: ' Berta ' });
      expect(person).to.include({ name: 'Berta', face_count: 1 });
      expect(await people()).to.deep.equal({ Anna: 2, Berta: 1 });
      expect(rig.faces.assignment(a!)).to.include({ by: 'user', decided: anna });
      expect([texts('anna'), texts('berta')]).to.deep.equal([2, 1]);
    });

    it('also assigns similar unassigned faces, and no others', async () => {
      const [anna, berta] = [rig.faces.person('Anna'), rig.faces.person('Berta')];
      const add = (like: Record<number, number>, person?: number): number =>
        rig.faces.add({ photo: photo(), like, ...(person === undefined ? {} : { person }) });
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
      const twin = rig.faces.add({ photo: at, like: { 1: 0.9, 7: 0.4 } });
      const lesserTwin = rig.faces.add({ photo: at, like: { 1: 0.9, 8: 0.5 } });

      const { propagated, propagated_ids } = await post<AssignedFace>(`/api/faces/${face}/person`, { person_id: anna });
      expect(propagated).to.equal(2);
      expect(propagated_ids).to.have.members([similar, twin]);
      expect(rig.faces.assignment(similar)).to.include({ person: anna, by: 'propagated', decided: null });
      expect(rig.faces.assignment(twin)).to.include({ person: anna, by: 'propagated' });
      for (const nobodys of [less, berta2, refusedOne, lesserTwin]) {
        expect(rig.faces.assignment(nobodys).person, `face ${nobodys}`).to.equal(null);
      }
      expect(rig.faces.assignment(hers).person).to.equal(berta);
    });

    it('also assigns similar faces beyond one batch of comparisons', async () => {
      const [anna, berta] = [rig.faces.person('Anna'), rig.faces.person('Berta')];
      rig.faces.add({ photo: photo(), like: { 3: 1 }, person: berta });
      const face = rig.faces.add({ photo: photo(), like: { 1: 1 } });
      const similar = Array.from({ length: 70 }, (_, i) =>
        rig.faces.add({ photo: photo(), like: i % 2 ? { 1: 0.6, 3: 0.75 } : { 1: 0.8, [4 + i]: 0.6 } }),
      );
      const { propagated } = await post<AssignedFace>(`/api/faces/${face}/person`, { person_id: anna });
      expect(propagated).to.equal(35);
      expect(similar.map((id) => rig.faces.assignment(id).person)).to.deep.equal(
        similar.map((_, i) => (i % 2 ? null : anna)),
      );
    });

    it('also assigns similar faces to a new person', async () => {
      const old = rig.faces.person('Old');
      const face = rig.faces.add({ photo: photo(), like: { 1: 1 }, person: old });
      const similar = rig.faces.add({ photo: photo(), like: { 1: 0.9, 2: 0.4 } });
      const { propagated, person } = await post<AssignedFace>(`/api/faces/${face}/person`, { name: 'New' });
      expect([propagated, person.face_count]).to.deep.equal([1, 2]);
      expect(rig.faces.assignment(similar).person).to.equal(person.id);
    });

    it('removes the person from other faces of the photo, except those that users have assigned', async () => {
      const anna = rig.faces.person('Anna');
      const at = photo();
      const taken = rig.faces.add({ photo: at, person: anna });
      const said = rig.faces.add({ photo: at, person: anna, assignedBy: 'user' });
      const face = rig.faces.add({ photo: at });
      await post(`/api/faces/${face}/person`, { person_id: anna });
      expect(rig.faces.assignment(taken)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [] });
      expect(rig.faces.assignment(said).person).to.equal(anna);
      expect(await people()).to.deep.equal({ Anna: 2 });
    });

    it('removes the cannot-link between the face and the person', async () => {
      const anna = rig.faces.person('Anna');
      const face = rig.faces.add({ photo: photo(), person: anna });
      await post(`/api/faces/${face}/unassign`, {});
      await post(`/api/faces/${face}/person`, { person_id: anna });
      expect(rig.faces.assignment(face)).to.deep.equal({ person: anna, by: 'user', decided: anna, refused: [] });
    });

    it('returns the person with the same counts as in lists', async () => {
      const [person, secret] = [rig.faces.person('Anna'), rig.faces.person('Secret')];
      const hidden = photo();
      rig.s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      rig.faces.add({ photo: hidden, person });
      const inHidden = rig.faces.add({ photo: hidden });
      const face = rig.faces.add({ photo: photo() });
      const assigned = await post<AssignedFace>(`/api/faces/${face}/person`, { person_id: person });
      expect(assigned.person).to.deep.include({ face_count: 1, photo_count: 1, hidden: false });
      const listed = (await rig.s.json<People>('/api/people?q=anna', rig.s.writer)).people[0];
      expect(await post(`/api/people/${person}/cover`, { face_id: face })).to.deep.equal(listed);
      const unseen = await post<AssignedFace>(`/api/faces/${inHidden}/person`, { person_id: secret });
      expect(unseen.person).to.deep.include({ face_count: 1, photo_count: 1, hidden: true });
    });

    it('needs an existing face, either a person or a name, and the role write', async () => {
      const face = rig.faces.add({ photo: photo() });
      const anna = rig.faces.person('Anna');
      const assign = async (id: number, payload: object, headers = rig.s.writer): Promise<number> =>
        (await refused(`/api/faces/${id}/person`, payload, headers))[0];
      expect(await assign(999, { person_id: anna })).to.equal(404);
      expect(await assign(face, { person_id: 999 })).to.equal(404);
      expect(await assign(face, {})).to.equal(400);
      expect(await assign(face, { person_id: anna, name: 'Anna' })).to.equal(400);
      expect(await assign(face, { person_id: String(anna) })).to.equal(400);
      expect(await assign(face, { name: ' ' })).to.equal(400);
      expect(await assign(face, { person_id: anna, propagate: false })).to.equal(400);
      expect(await assign(face, { person_id: anna }, rig.s.reader)).to.equal(403);
      rig.s.db.exec('UPDATE photos SET deleted_at = 5');
      expect(await assign(face, { person_id: anna })).to.equal(404);
      expect(rig.faces.assignment(face).person).to.equal(null);
    });
  });

  describe('an unassignment', () => {
    it('removes the face from the person and stores a cannot-link', async () => {
      const anna = rig.faces.person('Anna');
      const face = rig.faces.add({ photo: photo(), person: anna, assignedBy: 'user', score: 0.5 });
      const other = rig.faces.add({ photo: photo(), score: 0.7 });
      const answer = await post<Face>(`/api/faces/${face}/unassign`, {});
      expect(answer).to.include({ id: face, person_id: null, person_name: null });
      expect(rig.faces.assignment(face)).to.deep.equal({ person: null, by: 'auto', decided: null, refused: [anna] });
      const { faces: queue } = await rig.s.json<Faces>('/api/faces/unassigned');
      expect(queue.map(({ id }) => id)).to.deep.equal([other, face]);
      expect(await people()).to.deep.equal({ Anna: 0 });
      expect(texts('anna')).to.equal(0);
      expect(await post<Face>(`/api/faces/${face}/unassign`, {})).to.deep.include({ id: face, person_id: null });
    });

    it('suppresses the suggestion of the same name by the photo store', async () => {
      const [anna, at] = [rig.faces.person('Anna'), photo()];
      const face = rig.faces.add({ photo: at, person: anna });
      const box = { x: 0.25, y: 0.5, w: 0.125, h: 0.25 };
      const { photo_uid: uid } = await post<Face>(`/api/faces/${face}/unassign`, {});
      new SourcePeople(rig.s.db).replace(at, [{ name: 'anna', box }]);
      const offered = async () => (await rig.s.json<Faces>(`/api/photos/${uid}/faces`)).faces[0]?.source_name;
      expect(await offered()).to.equal(null);
      new SourcePeople(rig.s.db).replace(at, [{ name: 'Berta', box }]);
      expect(await offered()).to.equal('Berta');
    });

    it('of the last face of an unnamed person removes the person from the list', async () => {
      const face = rig.faces.add({ photo: photo(), person: rig.faces.person() });
      await post(`/api/faces/${face}/unassign`, {});
      expect(await people()).to.deep.equal({});
    });

    it('needs an existing face and the role write', async () => {
      expect(await refused('/api/faces/999/unassign', {})).to.deep.equal([404, 'There is no such face.']);
      const face = rig.faces.add({ photo: photo() });
      expect((await refused(`/api/faces/${face}/unassign`, {}, rig.s.reader))[0]).to.equal(403);
    });
  });
});
