import { expect } from 'chai';
import { FaceOwners } from '../../../../core/store/people/face-owners.ts';
import { MergeRecords } from '../../../../core/store/people/merge-records.ts';
import { transactOn } from '../../../../core/store/transact.ts';
import { withFaces, type CraftedFaces } from './crafted-faces.ts';

describe('grouping faces while users decide about them', () => {
  /** Runs the clusterer; `decide` runs when it has computed the groups and is about to write them. */
  async function meanwhile(rig: CraftedFaces, decide: () => void): Promise<void> {
    const transact = transactOn(rig.db);
    let decided = false;
    const late = rig.clustererWith({
      transact: (work) => {
        if (!decided) decide();
        decided = true;
        return transact(work);
      },
    });
    await late.run(new AbortController().signal);
    expect(decided).to.equal(true);
  }

  it('keeps a face with the person to whom a user assigned it', async () => {
    await withFaces(async (rig) => {
      const [faces, ann] = [rig.faces(5, 1), rig.person('Ann')];
      await meanwhile(rig, () => {
        rig.decide(faces[0]!, ann);
      });
      expect(rig.personOf(faces[0]!)).to.equal(ann);
      expect(rig.unclustered()).to.equal(1);
      expect(rig.peopleOf(faces.slice(1))).to.not.include(ann);
      // One face is too little to recognise Ann: the others stay with another person until a user assigns one more to
      // her.
      await rig.cluster();
      expect(rig.personOf(faces[0]!)).to.equal(ann);
      expect(rig.peopleOf(faces.slice(1))).to.not.include(ann);
      rig.decide(rig.face(1), ann);
      await rig.cluster();
      expect(rig.peopleOf(faces)).to.deep.equal(faces.map(() => ann));
    });
  });

  it('leaves a face unassigned that a user marked as not a face', async () => {
    await withFaces(async (rig) => {
      const faces = rig.faces(5, 1);
      await meanwhile(rig, () => {
        rig.reject(faces[0]!);
      });
      const [none, ...people] = rig.peopleOf(faces);
      expect(none).to.equal(null);
      expect(new Set(people).size).to.equal(1);
    });
  });

  it('makes no person of two faces that are left of three', async () => {
    await withFaces(async (rig) => {
      const [faces, ann] = [rig.faces(3, 1), rig.person('Ann')];
      await meanwhile(rig, () => {
        rig.decide(faces[0]!, ann);
      });
      expect(rig.people()).to.deep.equal([ann]);
      expect(rig.peopleOf(faces.slice(1))).to.deep.equal([null, null]);
    });
  });

  it('does not assign a face to a person who has a cannot-link to it, is gone, or is now in the photo', async () => {
    await withFaces(async (rig) => {
      const [ann, bob, cid] = [rig.person('Ann'), rig.person('Bob'), rig.person('Cid')];
      for (const [at, person] of [ann, bob, cid].entries()) rig.faces(3, at, { person });
      await rig.cluster();
      const photo = rig.photo();
      const [isNotAnn, wasBob, cidElsewhere] = [rig.face(0), rig.face(1), rig.face(2, { photo })];
      const side = rig.face(20, { photo });
      await meanwhile(rig, () => {
        rig.refuse(isNotAnn, ann);
        rig.db.prepare('UPDATE faces SET person_id = NULL WHERE person_id = ?').run(bob);
        rig.db.prepare('DELETE FROM people WHERE id = ?').run(bob);
        rig.decide(side, cid);
      });
      expect(rig.peopleOf([isNotAnn, wasBob, cidElsewhere])).to.deep.equal([null, null, null]);
    });
  });

  it('assigns a face in the next run to the person into whom its own was merged', async () => {
    await withFaces(async (rig) => {
      const [ann, bob] = [rig.person('Ann'), rig.person()];
      rig.face(0, { person: ann });
      for (const face of rig.faces(3, 1)) rig.give(face, bob);
      await rig.cluster();
      const late = rig.face(1);
      await meanwhile(rig, () => {
        const owners = new FaceOwners(rig.db);
        owners.move({ source: bob, target: ann }, owners.some(bob, 10));
        rig.db.prepare('DELETE FROM people WHERE id = ?').run(bob);
      });
      expect(rig.personOf(late)).to.equal(null);
      await rig.cluster();
      expect(rig.personOf(late)).to.equal(ann);
    });
  });

  it('does not change people who are being merged', async () => {
    await withFaces(async (rig) => {
      const [a, b, c] = [rig.person(), rig.person(), rig.person('Cid')];
      rig.faces(3, 9, { person: c });
      for (const person of [a, b]) for (const face of rig.faces(3, 1)) rig.give(face, person);
      rig.face(1);
      const owners = new FaceOwners(rig.db);
      await meanwhile(rig, () => {
        rig.db.exec(`INSERT INTO merge_records (state, person_id, hidden, created_at, target_id, merged_at)
          VALUES ('merging', ${b}, 0, 0, ${c}, 0)`);
        owners.move({ source: b, target: c }, owners.some(b, 1));
      });
      expect(rig.people()).to.deep.equal([a, b, c]);
      expect(new MergeRecords(rig.db).unfinished()).to.have.length(1);
    });
  });

  it('does not change people whose merge is being undone, or into whom others were merged', async () => {
    await withFaces(async (rig) => {
      const [a, b, dan] = [rig.person(), rig.person(), rig.person('Dan')];
      for (const person of [a, b]) for (const face of rig.faces(3, 1)) rig.give(face, person);
      rig.face(1);
      const record = `INSERT INTO merge_records (state, person_id, hidden, created_at, target_id, merged_at)`;
      await meanwhile(rig, () => {
        rig.db.exec(`${record} VALUES ('undoing', ${a}, 0, 0, ${dan}, 0), ('merged', 900, 0, 0, ${b}, 0)`);
      });
      expect(rig.people()).to.deep.equal([a, b, dan]);
      rig.db.exec('DELETE FROM merge_records');
      rig.face(1);
      await rig.cluster();
      expect(rig.people()).to.have.length(2);
    });
  });

  it('does not merge people who were named, kept apart, given a cannot-link, or hidden from readers', async () => {
    for (const decide of [
      (rig: CraftedFaces, a: number, b: number): void => {
        rig.db.prepare(`UPDATE people SET name = 'p' || id, name_key = 'p' || id WHERE id IN (?, ?)`).run(a, b);
      },
      (rig: CraftedFaces, a: number, b: number): void => {
        rig.keepApart(a, b);
      },
      (rig: CraftedFaces, a: number, b: number): void => {
        const face = rig.db.prepare<[number], number>('SELECT id FROM faces WHERE person_id = ?').pluck().get(a)!;
        rig.refuse(face, b);
      },
      (rig: CraftedFaces, _: number, b: number): void => {
        rig.db.prepare('INSERT INTO withholdings (person_id, decided_at) VALUES (?, 0)').run(b);
      },
    ]) {
      await withFaces(async (rig) => {
        const [a, b] = [rig.person(), rig.person()];
        for (const person of [a, b]) {
          for (const face of rig.faces(3, 1))
            rig.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(person, face);
        }
        rig.face(1);
        await meanwhile(rig, () => {
          decide(rig, a, b);
        });
        expect(rig.people()).to.deep.equal([a, b]);
      });
    }
  });

  it('leaves a face for the next run if its embedding has changed', async () => {
    await withFaces(async (rig) => {
      const faces = rig.faces(4, 1);
      await meanwhile(rig, () => {
        rig.embed(faces[0]!, 2);
      });
      expect(rig.personOf(faces[0]!)).to.equal(null);
      expect(rig.unclustered()).to.equal(1);
      expect(rig.peopleOf(faces.slice(1))).to.not.include(null);
    });
  });
});
