import { expect } from 'chai';
import { Withholdings } from '../../../../core/store/household/withholdings.ts';
import { mergingIn } from '../../../support/merging.ts';
import { withFaces } from './crafted-faces.ts';

describe('grouping faces about which users decided', () => {
  it('never moves a face that a user assigned, and assigns similar ones to the same person', async () => {
    await withFaces(async (rig) => {
      const ann = rig.person('Ann');
      const odd = rig.face(9, { person: ann });
      const given = rig.faces(2, 1, { person: ann });
      const others = rig.faces(6, 1);
      const strangers = rig.faces(4, 9);
      await rig.cluster();
      expect(rig.peopleOf([odd, ...given])).to.deep.equal([ann, ann, ann]);
      expect(rig.peopleOf(others)).to.deep.equal(others.map(() => ann));
      expect(rig.personOf(strangers[0]!)).to.not.equal(ann);
    });
  });

  it('does not merge people again whose merge a user undid', async () => {
    await withFaces(async (rig) => {
      const [a, b] = [rig.faces(5, 1), rig.faces(3, 1)];
      const [ann, bob] = [rig.person(), rig.person()];
      for (const face of a) rig.give(face, ann);
      for (const face of b) rig.give(face, bob);
      rig.db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
        VALUES (1, 'w', 'w', 'write', '!', 0)`);
      const merging = mergingIn(rig.db);
      const by = { user: 1, now: 0 };
      await merging.undo(await merging.run({ source: bob, target: ann }, by), by);
      rig.faces(2, 1);
      await rig.cluster();
      await rig.cluster();
      expect(rig.people()).to.deep.equal([ann, bob]);
      expect([rig.peopleOf(a), rig.peopleOf(b)]).to.deep.equal([a.map(() => ann), b.map(() => bob)]);
    });
  });

  it('checks the faces that are similar to one that a user assigns', async () => {
    await withFaces(async (rig) => {
      const pair = rig.faces(2, 1);
      await rig.cluster();
      expect(rig.peopleOf(pair)).to.deep.equal([null, null]);
      const ann = rig.person('Ann');
      rig.decide(pair[0]!, ann);
      await rig.cluster();
      expect(rig.peopleOf(pair)).to.deep.equal([ann, ann]);
    });
  });

  it('never merges two people about whom users decided: by a name, a face, a cover, or hiding', async () => {
    await withFaces(async (rig) => {
      const ann = rig.person('Ann');
      rig.faces(3, 1, { person: ann });
      const kinds = [rig.person('Anna'), rig.person(), rig.person(), rig.person()];
      for (const [at, person] of kinds.entries()) {
        const faces = rig.faces(3, 1);
        for (const face of faces) rig.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(person, face);
        if (at === 1) rig.decide(faces[0]!, person);
        if (at === 2) rig.db.prepare('UPDATE people SET cover_face_id = ? WHERE id = ?').run(faces[0], person);
        if (at === 3) rig.db.prepare('UPDATE people SET hidden = 1 WHERE id = ?').run(person);
      }
      rig.face(1);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([ann, ...kinds]);
    });
  });

  it('never assigns a face to a person over a cannot-link, nor merges people over one', async () => {
    await withFaces(async (rig) => {
      const faces = rig.faces(4, 1);
      await rig.cluster();
      const [person] = rig.people();
      rig.refuse(faces[0]!, person!);
      await rig.cluster();
      expect(rig.personOf(faces[0]!)).to.equal(null);
      // Faces that were grouped with this one are another person, and stay another person.
      const other = rig.person();
      for (const face of [faces[0]!, ...rig.faces(2, 1)]) {
        rig.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(other, face);
      }
      rig.faces(3, 1);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([person, other]);
      expect(rig.personOf(faces[0]!)).to.equal(other);
    });
  });

  it('leaves out what a user marked as not a face, also by another model, until that is undone', async () => {
    await withFaces(async (rig) => {
      const ann = rig.person('Ann');
      rig.faces(4, 1, { person: ann });
      await rig.cluster();
      const [alike, ...strangers] = [rig.face(1), ...rig.faces(3, 2)];
      for (const face of [alike, strangers[0]!]) rig.reject(face);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([ann]);
      expect(rig.peopleOf([alike, ...strangers])).to.deep.equal([null, null, null, null]);
      rig.db.prepare(`UPDATE faces SET clustered = 0`).run();
      rig.face(1);
      await rig.cluster();
      expect(rig.peopleOf([alike, ...strangers])).to.deep.equal([null, null, null, null]);
      rig.db.prepare('DELETE FROM face_rejections').run();
      await rig.cluster();
      expect(rig.personOf(alike)).to.equal(ann);
      expect(new Set(rig.peopleOf(strangers)).size).to.equal(1);
      expect(rig.people()).to.have.length(2);
    });
  });

  it('assigns new faces to a hidden person, who stays hidden', async () => {
    await withFaces(async (rig) => {
      rig.faces(4, 1);
      await rig.cluster();
      const [person] = rig.people();
      rig.db.prepare('UPDATE people SET hidden = 1').run();
      const late = rig.faces(3, 1);
      await rig.cluster();
      expect(rig.peopleOf(late)).to.deep.equal(late.map(() => person));
      expect(rig.db.prepare('SELECT hidden FROM people').pluck().all()).to.deep.equal([1]);
    });
  });

  it('keeps an unnamed person hidden when a visible one is merged into them or new faces are added', async () => {
    await withFaces(async (rig) => {
      rig.db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
        VALUES (1, 'w', 'w', 'admin', '!', 0)`);
      const [shown, fromReaders, fromOne, single] = [rig.person(), rig.person(), rig.person(), rig.person()];
      for (const face of rig.faces(6, 1)) rig.give(face, shown);
      for (const face of rig.faces(3, 1)) rig.give(face, fromReaders);
      for (const face of rig.faces(3, 1)) rig.give(face, fromOne);
      for (const face of rig.faces(3, 2)) rig.give(face, single);
      const store = new Withholdings(rig.db);
      const by = { user: 1, now: 0 };
      for (const person of [fromReaders, single]) store.set({ person }, { readers: true, users: [] }, by);
      store.hideOwn({ person: fromOne }, true, by);
      const before = store.all();
      rig.face(1);
      const late = rig.faces(3, 2);
      await rig.cluster();
      // The visible person was merged into one of the two, and is hidden with them.
      expect(rig.people()).to.deep.equal([fromReaders, fromOne, single]);
      expect(store.all()).to.deep.equal(before);
      expect(rig.db.prepare('SELECT count(*) FROM withholdings').pluck().get()).to.equal(3);
      expect(rig.peopleOf(late)).to.deep.equal(late.map(() => single));
    });
  });

  it('keeps two anonymous people apart whom a user marked as different', async () => {
    await withFaces(async (rig) => {
      const [a, b] = [rig.person(), rig.person()];
      for (const person of [a, b]) {
        for (const face of rig.faces(3, 1))
          rig.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(person, face);
      }
      rig.keepApart(a, b);
      rig.face(1);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([a, b]);
    });
  });
});
