import { expect } from 'chai';
import { Decisions } from '../../../../core/store/people/decisions.ts';
import { MergeRecords } from '../../../../core/store/people/merge-records.ts';
import { transactOn } from '../../../../core/store/transact.ts';
import type { Merging } from '../../../../core/services/people/merging.ts';
import { FaceRows } from '../../../support/face-rows.ts';
import { newIndex } from '../../../support/index-file.ts';
import { mergingIn } from '../../../support/merging.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

/** All tables that a merge changes, as rows. */
const tables = {
  people: 'SELECT id, name, name_key, cover_face_id, hidden, created_at FROM people ORDER BY id',
  counts: 'SELECT * FROM person_counts ORDER BY person_id',
  faces: 'SELECT id, person_id, assigned_by FROM faces ORDER BY id',
  decisions: 'SELECT * FROM face_decisions ORDER BY face_id',
  notPersons: 'SELECT * FROM face_refusals ORDER BY face_id, person_id',
  notFaces: 'SELECT * FROM face_rejections ORDER BY face_id',
  apart: 'SELECT * FROM people_kept_apart WHERE decided_at < :undone ORDER BY low_id, high_id',
  records: 'SELECT * FROM merge_records',
  recordFaces: 'SELECT * FROM merge_record_faces',
  recordRefusals: 'SELECT * FROM merge_record_refusals',
  recordApart: 'SELECT * FROM merge_record_apart',
};
const undone = 1_000_000;

/** Pseudo-random numbers below `n`, the same for the same seed. */
function randomly(seed: number): (n: number) => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

/** People with faces and all kinds of decisions, some in the same second. */
function crowd(db: ReturnType<typeof newIndex>['db'], random: (n: number) => number, faceCount: number): void {
  const faces = new FaceRows(db);
  const photos = new PhotoRows(db);
  const decisions = new Decisions(db);
  db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
    VALUES (1, 'w', 'w', 'write', '!', 0)`);
  const by = (): { user: number; now: number } => ({ user: 1, now: random(30) });
  const people = Array.from({ length: 6 }, (_, at) => faces.person(random(2) === 0 ? null : `P${at}`));
  const anybody = (): number => people[random(people.length)]!;
  for (let at = 0; at < faceCount; at += 1) {
    const person = anybody();
    const face = faces.add({ photo: photos.add({ uid: `p${at}` }), person });
    const kind = random(8);
    if (kind === 0) decisions.assign(face, anybody(), by());
    if (kind === 1) decisions.notPerson(face, person, by());
    if (kind === 2) decisions.notFace(face, by());
    if (kind === 3)
      db.prepare('UPDATE people SET cover_face_id = ?, hidden = ? WHERE id = ?').run(face, random(2), person);
    const refuse = db.prepare(`
      INSERT OR IGNORE INTO face_refusals SELECT id, :other, 1, :now FROM faces WHERE id = :face AND person_id IS NOT :other`);
    for (let count = random(3); count > 0; count -= 1) refuse.run({ face, other: anybody(), now: random(30) });
  }
  for (let count = random(7); count > 0; count -= 1) {
    const [a, b] = [anybody(), anybody()];
    if (a !== b) decisions.keepApart(a, b, by());
  }
}

/** Merges people at random and undoes all merges, with simulated kills in between. */
async function thereAndBack(seed: number, faceCount: number): Promise<void> {
  const index = newIndex();
  const { db } = index;
  try {
    const random = randomly(seed);
    db.transaction(() => {
      crowd(db, random, faceCount);
    })();
    const state = (): unknown =>
      Object.entries(tables).map(([name, sql]) => [name, db.prepare(sql).all(sql.includes(':') ? { undone } : {})]);
    const before = state();
    const killed = async (work: (merging: Merging) => Promise<unknown>): Promise<void> => {
      let left = 1 + random(4);
      const dying = mergingIn(db, (write) => {
        if (left === 0) throw new Error('the end');
        left -= 1;
        return transactOn(db)(write);
      });
      await work(dying).catch((error: unknown) => {
        expect(error).to.have.property('message', 'the end');
      });
      await mergingIn(db).resume(new AbortController().signal);
    };
    const there = db.prepare<[], number>('SELECT id FROM people ORDER BY id').pluck();
    for (let count = 1 + random(5); count > 0; count -= 1) {
      const ids = there.all();
      const [source, target] = [ids[random(ids.length)]!, ids[random(ids.length)]!];
      if (source === target) continue;
      await killed((merging) => merging.run({ source, target }, { user: 1, now: 40 }));
    }
    const records = new MergeRecords(db);
    for (let left = records.latest(200); left.length > 0; left = records.latest(200)) {
      const possible = left.filter(({ undoFirst }) => undoFirst === null);
      const { id } = possible[random(possible.length)]!;
      await killed((merging) => merging.undo(id, { user: 1, now: undone }));
    }
    // An undo records anew that two people are kept apart.
    const anew = db.prepare<[number], string>(
      `SELECT low_id || ' ' || high_id FROM people_kept_apart WHERE decided_at = ?`,
    );
    expect(withoutPairs(state(), []), `seed ${seed}`).to.deep.equal(withoutPairs(before, anew.pluck().all(undone)));
  } finally {
    index.remove();
  }
}

function withoutPairs(state: unknown, pairs: readonly string[]): unknown {
  return (state as [string, Record<string, unknown>[]][]).map(([name, rows]) => [
    name,
    rows.filter(({ low_id: low, high_id: high }) => !pairs.includes(`${String(low)} ${String(high)}`)),
  ]);
}

describe('random merges of people with kills in between', () => {
  it('leave everything unchanged after they are undone', async () => {
    for (let seed = 1; seed <= 28; seed += 1) await thereAndBack(seed, 14);
  });

  it('leave everything unchanged after they are undone, even with many faces', async () => {
    for (const seed of [101, 102]) await thereAndBack(seed, 2400);
  });
});
