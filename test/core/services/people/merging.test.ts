import { expect } from 'chai';
import { maxUndoable, undoableFor } from '../../../../core/store/people/merge-records.ts';
import { People } from '../../../../core/store/people/people.ts';
import { transactOn, type Transact } from '../../../../core/store/transact.ts';
import type { Merging } from '../../../../core/services/people/merging.ts';
import { FaceRows } from '../../../support/face-rows.ts';
import { newIndex } from '../../../support/index-file.ts';
import { mergingIn } from '../../../support/merging.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('merging people with many faces', () => {
  let index: ReturnType<typeof newIndex>;
  let faces: FaceRows;
  let [anna, other] = [0, 0];
  let by = { user: 0, now: 0 };

  beforeEach(() => {
    index = newIndex();
    faces = new FaceRows(index.db);
    const photos = new PhotoRows(index.db);
    anna = faces.person('Anna');
    other = faces.person('Berta');
    const { lastInsertRowid } = index.db
      .prepare(
        `INSERT INTO users (username, display_name, role, password_hash, created_at) VALUES ('w', 'w', 'write', '!', 0)`,
      )
      .run();
    by = { user: Number(lastInsertRowid), now: 1000 };
    for (let i = 0; i < 1000; i += 1) faces.add({ photo: photos.add({ uid: `p${i}` }), person: i % 4 ? other : anna });
  });
  afterEach(() => {
    index.remove();
  });

  const merging = (transact?: Transact): Merging => mergingIn(index.db, transact);
  /** Runs this number of transactions, and throws in the next one. */
  const dyingAfter = (count: number): Merging => {
    let left = count;
    return merging((work) => {
      if (left === 0) throw new Error('the end');
      left -= 1;
      return transactOn(index.db)(work);
    });
  };
  const failureOf = (run: Promise<unknown>): Promise<unknown> => run.catch((error: unknown) => error);
  const counts = (): unknown[] =>
    index.db.prepare('SELECT person_id, faces, photos FROM person_counts ORDER BY person_id').raw().all();

  it('lets other work run in between', async () => {
    const merged = merging().run({ source: other, target: anna }, by);
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

  it('continues after a crash', async () => {
    const failure = await failureOf(dyingAfter(2).run({ source: other, target: anna }, by));
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

  it('continues all of several merges after a crash', async () => {
    const third = faces.person('Clara');
    const failure = await failureOf(dyingAfter(1).runAll([other, third], anna, by));
    expect(failure).to.be.an('error');
    await merging().resume(new AbortController().signal);
    expect(counts()).to.deep.equal([[anna, 1000, 1000]]);
    expect(index.db.prepare('SELECT name FROM people').pluck().all()).to.deep.equal(['Anna']);
  });

  it('undoes several merges at once, or none if one cannot be undone', async () => {
    const [one, two] = [faces.person('Clara'), faces.person('Dora')];
    const step = await merging().runAll([one, two], anna, by);
    index.db.exec(
      `CREATE TRIGGER no_room BEFORE DELETE ON merge_records WHEN old.id = ${step}
       BEGIN SELECT raise(ABORT, 'disk is full'); END`,
    );
    expect(String(await failureOf(merging().undo(step, by)))).to.include('disk is full');
    const names = (): unknown => index.db.prepare('SELECT name FROM people ORDER BY name').pluck().all();
    expect(names()).to.deep.equal(['Anna', 'Berta']);
    index.db.exec('DROP TRIGGER no_room');
    expect(await merging().undo(step, by)).to.include({ person: one, undone: 2 });
    expect(names()).to.deep.equal(['Anna', 'Berta', 'Clara', 'Dora']);
  });

  it('runs merges one after another, even in opposite directions', async () => {
    const one = merging();
    const results = await Promise.allSettled([
      one.run({ source: other, target: anna }, by),
      one.run({ source: anna, target: other }, by),
      one.run({ source: other, target: anna }, by),
    ]);
    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect(counts()).to.deep.equal([[anna, 1000, 1000]]);
  });

  it('keeps a person without faces until the merge is complete', async () => {
    const nobody = faces.person(null);
    index.db.prepare('UPDATE faces SET person_id = ? WHERE person_id = ?').run(nobody, other);
    const [face] = index.db.prepare('SELECT id FROM faces WHERE person_id = ? LIMIT 1').pluck().all(nobody) as number[];
    index.db.prepare('INSERT INTO face_decisions VALUES (?, ?, NULL, 0)').run(face, nobody);
    // 600 of 750 faces have moved. The rest is moved otherwise, so that the person has no faces before the merge has
    // ended.
    expect(await failureOf(dyingAfter(3).run({ source: nobody, target: anna }, by))).to.be.an('error');
    index.db.prepare('UPDATE faces SET person_id = ? WHERE person_id = ?').run(anna, nobody);
    expect(new People(index.db).removeEmpty()).to.equal(0);
    await merging().resume(new AbortController().signal);
    expect(faces.assignment(face!)).to.deep.include({ person: anna, decided: anna });
    expect(new People(index.db).removeEmpty()).to.equal(0);
  });

  it('keeps decisions about the merged person that are made while faces move', async () => {
    const run = merging().run({ source: other, target: anna }, by);
    await new Promise(setImmediate);
    const [face] = index.db.prepare('SELECT id FROM faces WHERE person_id = ? LIMIT 1').pluck().all(other) as number[];
    index.db.prepare('INSERT INTO face_decisions VALUES (?, ?, NULL, 0)').run(face, other);
    await run;
    expect(faces.assignment(face!)).to.deep.include({ person: anna, decided: anna });
  });

  describe('and undoing the merge', () => {
    const halves = (): unknown[] => [
      [anna, 250, 250],
      [other, 750, 750],
    ];
    const names = (): unknown[] => index.db.prepare('SELECT name FROM people ORDER BY id').pluck().all();
    const isOnRecord = (): boolean => index.db.prepare('SELECT count(*) FROM merge_record_faces').pluck().get() !== 0;

    it('lets other work run in between', async () => {
      const one = merging();
      const record = await one.run({ source: other, target: anna }, by);
      const undone = one.undo(record, by);
      const progress = { ended: false, turns: 0 };
      const watch = (): void => {
        progress.turns += 1;
        if (!progress.ended) setImmediate(watch);
      };
      watch();
      expect(await undone).to.deep.equal({ person: other, target: anna, name: 'Berta', nameTaken: false, undone: 1 });
      progress.ended = true;
      expect(progress.turns).to.be.greaterThan(2);
      expect(counts()).to.deep.equal(halves());
      expect(names()).to.deep.equal(['Anna', 'Berta']);
      expect(isOnRecord()).to.equal(false);
    });

    it('continues after a crash of the undo', async () => {
      const record = await merging().run({ source: other, target: anna }, by);
      expect(await failureOf(dyingAfter(2).undo(record, by))).to.be.an('error');
      expect(counts()).to.deep.equal([
        [anna, 600, 600],
        [other, 400, 400],
      ]);
      expect(await merging().resume(new AbortController().signal)).to.equal(1);
      expect(counts()).to.deep.equal(halves());
      expect(isOnRecord()).to.equal(false);
      expect(await merging().resume(new AbortController().signal)).to.equal(0);
    });

    it('undoes a merge that crashed, after completing it', async () => {
      expect(await failureOf(dyingAfter(2).run({ source: other, target: anna }, by))).to.be.an('error');
      const record = index.db.prepare<[], number>('SELECT id FROM merge_records').pluck().get()!;
      await merging().undo(record, by);
      expect(counts()).to.deep.equal(halves());
      expect(names()).to.deep.equal(['Anna', 'Berta']);
    });

    it('completes an interrupted undo before a new merge of the same people', async () => {
      const record = await merging().run({ source: other, target: anna }, by);
      expect(await failureOf(dyingAfter(2).undo(record, by))).to.be.an('error');
      const again = merging();
      const second = await again.run({ source: other, target: anna }, by);
      expect(counts()).to.deep.equal([[anna, 1000, 1000]]);
      await again.undo(second, by);
      expect(counts()).to.deep.equal(halves());
    });

    it('leaves faces where they are that are decided about during the undo', async () => {
      const one = merging();
      const undone = one.undo(await one.run({ source: other, target: anna }, by), by);
      // Faces that are still assigned to the target.
      const waiting = index.db.prepare<[number], number>(
        'SELECT id FROM faces WHERE person_id = ? AND id IN (SELECT face_id FROM merge_record_faces) LIMIT 1',
      );
      while (counts().length < 2) await new Promise(setImmediate);
      const face = waiting.pluck().get(anna)!;
      index.db.prepare('INSERT INTO face_decisions VALUES (?, ?, NULL, 0)').run(face, anna);
      await undone;
      expect(faces.assignment(face)).to.deep.include({ person: anna, decided: anna });
      expect(counts()).to.deep.equal([
        [anna, 251, 251],
        [other, 749, 749],
      ]);
    });

    it('ends if one of the two people is deleted meanwhile', async () => {
      const record = await merging().run({ source: other, target: anna }, by);
      expect(await failureOf(dyingAfter(2).undo(record, by))).to.be.an('error');
      index.db.prepare('DELETE FROM people WHERE id = ?').run(anna);
      expect(await merging().resume(new AbortController().signal)).to.equal(1);
      await merging().forgetOld(by.now, new AbortController().signal);
      expect(counts()).to.deep.equal([[other, 400, 400]]);
      expect(isOnRecord()).to.equal(false);
    });

    it('is possible for 30 days and a maximum number of merges; records are removed in batches', async () => {
      const signal = new AbortController().signal;
      const one = merging();
      const record = await one.run({ source: other, target: anna }, by);
      await one.forgetOld(by.now + undoableFor, signal);
      expect(isOnRecord()).to.equal(true);
      // An interrupted removal continues the next time.
      expect(await failureOf(dyingAfter(2).forgetOld(by.now + undoableFor + 1, signal))).to.be.an('error');
      expect(isOnRecord()).to.equal(true);
      const failure = await failureOf(one.undo(record, by));
      expect(failure).to.include({ kind: 'not_found' });
      await one.forgetOld(by.now, signal);
      expect(isOnRecord()).to.equal(false);

      const insert = index.db
        .prepare(`INSERT INTO merge_records (state, person_id, hidden, created_at, target_id, merged_at)
        VALUES ('merged', 900, 0, 0, ?, ?)`);
      for (let i = 0; i < maxUndoable + 3; i += 1) insert.run(anna, by.now);
      await one.forgetOld(by.now, signal);
      const left = index.db.prepare('SELECT count(*), min(id) FROM merge_records').raw().get();
      expect(left).to.deep.equal([maxUndoable, record + 4]);
    });
  });
});
