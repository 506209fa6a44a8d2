import { expect } from 'chai';
import { vectorToBlob } from '../../../../core/db/vectors.ts';
import { CurrentModels } from '../../../../core/store/models/current-models.ts';
import { PersonSums } from '../../../../core/store/people/person-sums.ts';
import type { Db } from '../../../../core/db/open.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('the sums of people’s embeddings', () => {
  let index: ReturnType<typeof newIndex>;
  let db: Db;
  let sums: PersonSums;
  let photo: number;
  let random: number;

  beforeEach(() => {
    index = newIndex();
    db = index.db;
    sums = new PersonSums(db);
    photo = new PhotoRows(db).add({ uid: 'one' });
    random = 1;
    useModel('m@1');
  });
  afterEach(() => {
    index.remove();
  });

  function useModel(model: string): void {
    new CurrentModels(db).set('face', { model, dimensions: 512, thresholds: null });
  }

  function uniform(): number {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
    return random / 2 ** 31;
  }

  function embed(face: number, model = 'm@1'): void {
    const embedding = vectorToBlob(
      Float32Array.from({ length: 512 }, () => uniform()),
      512,
    );
    db.prepare(
      `INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, ?, ?)
       ON CONFLICT (model, face_id) DO UPDATE SET embedding = excluded.embedding`,
    ).run(face, model, embedding);
  }

  function person(): number {
    return Number(db.prepare('INSERT INTO people (created_at) VALUES (0)').run().lastInsertRowid);
  }

  function face(of: number | null): number {
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score) VALUES (?, ?, 0, 0, 0.1, 0.1, '[]', 0.9)`,
      )
      .run(photo, of);
    embed(Number(lastInsertRowid));
    return Number(lastInsertRowid);
  }

  function move(id: number, to: number | null): void {
    db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(to, id);
  }

  function followAll(limit?: number): void {
    while (sums.follow(limit) > 0);
  }

  /** Compares with sums that are computed from the faces alone. */
  function expectRight(model = 'm@1'): void {
    const people = db.prepare<[], number>('SELECT id FROM people').pluck().all();
    for (const id of people) {
      const embeddings = db
        .prepare<[number, string], Buffer>(
          `SELECT embedding FROM faces JOIN face_embeddings ON face_id = faces.id WHERE person_id = ? AND model = ?`,
        )
        .pluck()
        .all(id, model);
      const expected = new Float64Array(512);
      for (const blob of embeddings) for (let at = 0; at < 512; at += 1) expected[at]! += blob.readFloatLE(at * 4);
      const found = sums.of(id);
      expect(found?.faces ?? 0, `faces of ${id}`).to.equal(embeddings.length);
      if (found) expect(Math.max(...found.sum.map((value, at) => Math.abs(value - expected[at]!)))).to.be.below(1e-9);
    }
    const stored = db.prepare<[], number>('SELECT count(*) FROM person_sums').pluck().get()!;
    expect(stored).to.equal(people.filter((id) => sums.of(id)).length);
  }

  it('are the sums of their faces’ embeddings', () => {
    const [a, b] = [person(), person()];
    for (const of of [a, a, b, a, b, null]) face(of);
    followAll();
    expectRight();
    expect(sums.of(a)?.faces).to.equal(3);
  });

  it('follow faces that change hands, and do not exist for a person without faces', () => {
    const [a, b] = [person(), person()];
    const faces = [face(a), face(a), face(b)];
    followAll();
    move(faces[0]!, b);
    move(faces[1]!, null);
    followAll();
    expectRight();
    expect(sums.of(a)).to.equal(null);
    expect(sums.of(b)?.faces).to.equal(2);
  });

  it('are correct after faces are deleted, and after their embeddings change', () => {
    const [a, b] = [person(), person()];
    const faces = [face(a), face(a), face(a), face(b)];
    followAll();
    embed(faces[0]!);
    db.prepare('DELETE FROM faces WHERE id = ?').run(faces[1]);
    embed(faces[3]!);
    move(faces[3]!, a);
    followAll();
    expectRight();
  });

  it('are correct after a person is deleted', () => {
    const [a, b] = [person(), person()];
    const faces = [face(a), face(a), face(b)];
    followAll();
    for (const id of faces.slice(0, 2)) move(id, b);
    db.prepare('DELETE FROM people WHERE id = ?').run(a);
    face(b);
    db.prepare('DELETE FROM people WHERE id = ?').run(person());
    followAll();
    expectRight();
    expect(sums.of(b)?.faces).to.equal(4);
  });

  it('count each move once, however the log is divided', () => {
    const people = Array.from({ length: 4 }, person);
    const faces = Array.from({ length: 30 }, (_, at) => face(people[at % 4]!));
    for (let round = 0; round < 60; round += 1) {
      for (let change = 0; change < 8; change += 1) {
        const at = Math.floor(Math.abs(uniform()) * faces.length);
        const kind = Math.abs(uniform());
        if (kind < 0.5) move(faces[at]!, people[Math.floor(Math.abs(uniform()) * 4)]!);
        else if (kind < 0.6) move(faces[at]!, null);
        else if (kind < 0.8) embed(faces[at]!);
        else {
          db.prepare('DELETE FROM faces WHERE id = ?').run(faces[at]);
          faces[at] = face(people[at % 4]!);
        }
      }
      sums.follow(3);
    }
    followAll(3);
    expectRight();
  });

  it('are those of the current model only', () => {
    const a = person();
    const faces = [face(a), face(a)];
    followAll();
    for (const id of faces) embed(id, 'm@2');
    expect(sums.follow()).to.equal(0);
    useModel('m@2');
    expect(sums.of(a)).to.equal(null);
    followAll();
    expectRight('m@2');
    db.prepare(`DELETE FROM face_embeddings WHERE model = 'm@1'`).run();
    expect(sums.follow()).to.equal(0);
  });

  it('are updated for another model a few people at a time', () => {
    const persons = Array.from({ length: 50 }, person);
    for (const a of persons) embed(face(a), 'm@2');
    followAll();
    useModel('m@2');
    expect([1, 2, 3, 4].map(() => sums.follow())).to.deep.equal([20, 20, 10, 0]);
    expectRight('m@2');
    expect(persons.map((a) => sums.of(a)?.faces)).to.deep.equal(persons.map(() => 1));
  });

  it('do not exist before the first model, when the log is emptied all the same, and are correct after it', () => {
    db.prepare('DELETE FROM current_models').run();
    const a = person();
    face(a);
    const logged = db.prepare<[], number>('SELECT count(*) FROM face_moves').pluck();
    expect(logged.get()).to.be.greaterThan(0);
    followAll();
    expect(logged.get()).to.equal(0);
    expect(sums.of(a)).to.equal(null);
    useModel('m@1');
    followAll();
    expectRight();
    expect(sums.of(a)?.faces).to.equal(1);
  });
});
