import { expect } from 'chai';
import type { FaceVectors } from '../../../../core/indexer/people/near-faces.ts';
import { syntheticFaces, writeFaces } from '../../../bench/synthetic-faces.ts';
import { withFaces } from './crafted-faces.ts';

describe('grouping faces into people', () => {
  it('makes a person of three or more similar faces, and leaves two or one unassigned', async () => {
    await withFaces(async (rig) => {
      const [many, two, one] = [rig.faces(5, 1), rig.faces(2, 2), rig.faces(1, 3)];
      await rig.cluster();
      const [person] = rig.people();
      expect(rig.people()).to.have.length(1);
      expect(rig.peopleOf(many)).to.deep.equal(many.map(() => person));
      expect(rig.peopleOf([...two, ...one])).to.deep.equal([null, null, null]);
      expect(rig.unclustered()).to.equal(0);
      expect(rig.sums.of(person!)?.faces).to.equal(5);
    });
  });

  it('assigns new faces to existing people, and checks unassigned faces again when similar ones are added', async () => {
    await withFaces(async (rig) => {
      const [first, lone] = [rig.faces(3, 1), rig.faces(2, 2)];
      await rig.cluster();
      const [known] = rig.people();
      const [more, third] = [rig.face(1), rig.face(2)];
      await rig.cluster();
      expect(rig.peopleOf([...first, more])).to.deep.equal([known, known, known, known]);
      const found = rig.personOf(third);
      expect(found).to.be.a('number').and.not.equal(known);
      expect(rig.peopleOf(lone)).to.deep.equal([found, found]);
    });
  });

  it('compares a face that is grouped again with unassigned faces that came after it', async () => {
    await withFaces(async (rig) => {
      const early = rig.face(1);
      const later = rig.faces(2, 2);
      await rig.cluster();
      rig.embed(early, 2);
      rig.db.prepare('UPDATE faces SET clustered = 0 WHERE id = ?').run(early);
      await rig.cluster();
      const [person] = rig.people();
      expect(person).to.be.a('number');
      expect(rig.peopleOf([early, ...later])).to.deep.equal([person, person, person]);
    });
  });

  it('never assigns two faces of a photo to one person, neither in one run nor later', async () => {
    await withFaces(async (rig) => {
      const photo = rig.photo();
      const both = [rig.face(1, { photo }), rig.face([1, 2], { photo })];
      const others = rig.faces(3, 1);
      await rig.cluster();
      const [person] = rig.people();
      expect(rig.peopleOf([...others, ...both])).to.deep.equal([person, person, person, person, null]);
      const later = rig.face(1, { photo });
      await rig.cluster();
      expect(rig.personOf(later)).to.equal(null);
    });
  });

  it('does not merge two similar people who are together in a photo', async () => {
    await withFaces(async (rig) => {
      const photo = rig.photo();
      const [a, b] = [rig.person('Ann'), rig.person()];
      for (const person of [a, b]) {
        const faces = [rig.face(1, { photo }), ...rig.faces(3, 1)];
        for (const face of faces) rig.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(person, face);
      }
      rig.face(1);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([a, b]);
    });
  });

  it('lets poor faces join a person, but makes no person of them alone', async () => {
    await withFaces(async (rig) => {
      const poor = rig.faces(4, 1, { quality: 0.1 });
      await rig.cluster();
      expect(rig.people()).to.deep.equal([]);
      rig.face(1);
      await rig.cluster();
      expect(rig.people()).to.have.length(1);
      expect(rig.peopleOf(poor)).to.not.include(null);
    });
  });

  it('merges two similar anonymous people into the one with more faces, with the decisions about both', async () => {
    await withFaces(async (rig) => {
      const [small, large, third] = [rig.person(), rig.person(), rig.person()];
      const faces = [...rig.faces(3, 1), ...rig.faces(4, 1)];
      for (const [at, face] of faces.entries()) {
        rig.db.prepare('UPDATE faces SET person_id = ?, clustered = 1 WHERE id = ?').run(at < 3 ? small : large, face);
      }
      const elsewhere = rig.face(2);
      rig.refuse(elsewhere, small);
      rig.keepApart(third, small);
      rig.face(1);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([large, third]);
      expect(rig.peopleOf(faces)).to.deep.equal(faces.map(() => large));
      const refused = rig.db.prepare<[]>('SELECT face_id, person_id FROM face_refusals').all();
      expect(refused).to.deep.equal([{ face_id: elsewhere, person_id: large }]);
      const apart = rig.db.prepare<[]>('SELECT low_id, high_id FROM people_kept_apart').all();
      expect(apart).to.deep.equal([{ low_id: large, high_id: third }]);
      expect(rig.sums.of(large)?.faces).to.equal(8);
    });
  });

  it('merges an anonymous person into a named one, whichever has more faces', async () => {
    await withFaces(async (rig) => {
      const [anonymous, ann] = [rig.person(), rig.person('Ann')];
      const faces = rig.faces(5, 1);
      for (const face of faces)
        rig.db.prepare('UPDATE faces SET person_id = ?, clustered = 1 WHERE id = ?').run(anonymous, face);
      rig.faces(2, 1, { person: ann });
      await rig.cluster();
      expect(rig.people()).to.deep.equal([ann]);
      expect(rig.peopleOf(faces)).to.deep.equal(faces.map(() => ann));
    });
  });

  it('produces the same people for the same faces', async () => {
    const results: (number | null)[][] = [];
    for (let times = 0; times < 2; times += 1) {
      await withFaces(async (rig) => {
        const faces: number[] = [];
        for (let at = 0; at < 120; at += 1) faces.push(rig.face(at % 7 === 0 ? [at % 5, 5 + (at % 3)] : (at * 5) % 11));
        await rig.cluster();
        for (let at = 0; at < 60; at += 1) faces.push(rig.face((at * 3) % 13));
        await rig.cluster();
        results.push(rig.peopleOf(faces));
      });
    }
    expect(results[1]).to.deep.equal(results[0]);
    expect(new Set(results[0]).size).to.be.at.least(10);
  });

  it('finds the same people with vector indexes that ignore `upTo`', async () => {
    // They are grouped in batches of a thousand. The rig uses the thresholds of the synthetic faces.
    const faces = syntheticFaces(1500);
    const results: (number | null)[][] = [];
    for (const givesAll of [false, true]) {
      await withFaces(async (rig) => {
        writeFaces(rig.db, faces, 0, 1500);
        const clusterer = givesAll ? rig.clustererWith({ vectors: withoutUpTo(rig.vectors) }) : rig.clusterer;
        await clusterer.run(alive());
        results.push(rig.db.prepare<[], number | null>('SELECT person_id FROM faces ORDER BY id').pluck().all());
      });
    }
    expect(results[1]).to.deep.equal(results[0]);
    expect(new Set(results[0]).size).to.be.at.least(20);
  });

  it('does nothing without a model or without vector indexes', async () => {
    await withFaces(async (rig) => {
      rig.faces(4, 1);
      await rig.clustererWith({ vectors: { current: () => null, index: () => Promise.resolve(null) } }).run(alive());
      rig.db.prepare('DELETE FROM current_models').run();
      await rig.cluster();
      expect(rig.people()).to.deep.equal([]);
      expect(rig.unclustered()).to.equal(4);
    });
  });

  it('checks unassigned faces again when another model takes over, and keeps existing people', async () => {
    await withFaces(async (rig) => {
      const [persons, lone] = [rig.faces(3, 1), [rig.face(2), rig.face(3), rig.face(4)]];
      await rig.cluster();
      const before = rig.peopleOf(persons);
      for (const face of persons) rig.embed(face, 1, 'other@1');
      for (const face of lone) rig.embed(face, 5, 'other@1');
      rig.models.set('face', { model: 'other@1', dimensions: 512, thresholds: { edge: 0.46, link: 0.35 } });
      await rig.cluster();
      expect(rig.peopleOf(persons)).to.deep.equal(before);
      expect(new Set(rig.peopleOf(lone)).size).to.equal(1);
      expect(rig.personOf(lone[0]!)).to.be.a('number').and.not.equal(before[0]);
    });
  });

  it('groups faces of hidden photos, but those of deleted photos only once these are restored', async () => {
    await withFaces(async (rig) => {
      const faces = rig.faces(3, 1);
      rig.db
        .prepare('INSERT INTO photo_flags (photo_id, hidden) SELECT photo_id, 1 FROM faces WHERE id = ?')
        .run(faces[0]);
      rig.db
        .prepare('UPDATE photos SET deleted_at = 1 WHERE id = (SELECT photo_id FROM faces WHERE id = ?)')
        .run(faces[1]);
      await rig.cluster();
      expect(rig.people()).to.deep.equal([]);
      rig.db.prepare('UPDATE photos SET deleted_at = NULL').run();
      await rig.cluster();
      expect(new Set(rig.peopleOf(faces)).size).to.equal(1);
      expect(rig.people()).to.have.length(1);
    });
  });
});

const alive = (): AbortSignal => new AbortController().signal;

/** Vector indexes of a provider that does not know `upTo`. */
function withoutUpTo(vectors: FaceVectors): FaceVectors {
  return {
    current: (kind) => vectors.current(kind),
    index: async (kind, wait, signal) => {
      const index = await vectors.index(kind, wait, signal);
      return (
        index && {
          search: (queries, options) => index.search(queries, options),
          neighbours: (ids, options) => index.neighbours(ids, { ...options, upTo: Infinity }),
        }
      );
    },
  };
}
