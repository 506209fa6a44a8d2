import { expect } from 'chai';
import { PeopleMerge } from '../../../../core/index-store/people-merge.ts';
import { People } from '../../../../core/index-store/people.ts';
import { PersonList } from '../../../../core/index-store/person-list.ts';
import { transactOn, type Transact } from '../../../../core/index-store/transact.ts';
import { Merging } from '../../../../core/services/people/merging.ts';
import { FaceRows } from '../../../support/face-rows.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('merging persons with many faces', () => {
  let index: ReturnType<typeof newIndex>;
  let faces: FaceRows;
  let [anna, other] = [0, 0];

  beforeEach(() => {
    index = newIndex();
    faces = new FaceRows(index.db);
    const photos = new PhotoRows(index.db);
    anna = faces.person('Anna');
    other = faces.person('Berta');
    for (let i = 0; i < 1000; i += 1) faces.add({ photo: photos.add({ uid: `p${i}` }), person: i % 4 ? other : anna });
  });
  afterEach(() => {
    index.remove();
  });

  const merging = (transact: Transact = transactOn(index.db)): Merging =>
    new Merging({
      people: new People(index.db),
      list: new PersonList(index.db),
      merge: new PeopleMerge(index.db),
      transact,
    });
  const counts = (): unknown[] =>
    index.db.prepare('SELECT person_id, faces, photos FROM person_counts ORDER BY person_id').raw().all();

  it('lets others run in between', async () => {
    const merged = merging().run({ from: other, to: anna });
    const progress = { ended: false, turns: 0 };
    const watch = (): void => {
      progress.turns += 1;
      if (!progress.ended) setImmediate(watch);
    };
    watch();
    await merged;
    progress.ended = true;
    expect(progress.turns).to.be.greaterThan(2);
    expect(counts()).to.deep.equal([[anna, 1000, 1000]]);
  });

  it('goes on after a sudden end', async () => {
    let left = 2;
    const dying: Transact = (work) => {
      if (left === 0) throw new Error('the end');
      left -= 1;
      return transactOn(index.db)(work);
    };
    const failure = await merging(dying)
      .run({ from: other, to: anna })
      .catch((error: unknown) => error);
    expect(failure).to.be.an('error');
    expect(counts()).to.deep.equal([
      [anna, 650, 650],
      [other, 350, 350],
    ]);
    expect(await merging().resume(new AbortController().signal)).to.equal(1);
    expect(counts()).to.deep.equal([[anna, 1000, 1000]]);
    expect(index.db.prepare('SELECT name FROM people').pluck().all()).to.deep.equal(['Anna']);
    expect(await merging().resume(new AbortController().signal)).to.equal(0);
  });

  it('does one after the other, also where two go opposite ways', async () => {
    const one = merging();
    const results = await Promise.allSettled([
      one.run({ from: other, to: anna }),
      one.run({ from: anna, to: other }),
      one.run({ from: other, to: anna }),
    ]);
    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect(counts()).to.deep.equal([[anna, 1000, 1000]]);
  });

  it('keeps what was decided about either while faces moved', async () => {
    const run = merging().run({ from: other, to: anna });
    await new Promise(setImmediate);
    const [face] = index.db.prepare('SELECT id FROM faces WHERE person_id = ? LIMIT 1').pluck().all(other) as number[];
    index.db.prepare('INSERT INTO face_decisions VALUES (?, ?, NULL, 0)').run(face, other);
    await run;
    expect(faces.assignment(face!)).to.deep.include({ person: anna, decided: anna });
  });
});
