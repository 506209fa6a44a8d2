import { expect } from 'chai';
import type { Db } from '../../../../core/db/open.ts';
import { MovedPhotos } from '../../../../core/store/photos/moved-photos.ts';
import { People } from '../../../../core/store/people/people.ts';
import { transactOn } from '../../../../core/store/transact.ts';
import { FaceRows } from '../../../support/face-rows.ts';
import { newIndex } from '../../../support/index-file.ts';
import { mergingIn } from '../../../support/merging.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

const by = { user: 1, now: 0 };

describe('the cover of a person, when its photo turns out to have moved,', () => {
  let db: Db;
  let faces: FaceRows;
  let remove: () => void;
  let ann: number;
  /** The photo under its old uid and under its new one. */
  let old: number;
  let moved: number;

  beforeEach(() => {
    ({ db, remove } = newIndex());
    db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
      VALUES (1, 'w', 'w', 'write', '!', 0)`);
    faces = new FaceRows(db);
    ann = faces.person('Ann');
    const photos = new PhotoRows(db);
    old = photos.add({ uid: 'old', sha1: 'ab'.repeat(20) });
    moved = photos.add({ uid: 'moved' });
    db.prepare('UPDATE photos SET deleted_at = 0 WHERE id = ?').run(old);
  });
  afterEach(() => {
    remove();
  });

  const handOver = (): void => {
    transactOn(db)(() => new MovedPhotos(db).adoptLate(moved, Buffer.alloc(20, 0xab)));
    expect(db.prepare('SELECT id, uid FROM photos').all()).to.deep.equal([{ id: old, uid: 'moved' }]);
  };
  const coverOf = (person: number): number | null | undefined => new People(db).get(person)?.coverFaceId;

  it('becomes the same face in the photo that stays', () => {
    const stays = faces.add({ photo: old });
    new People(db).setCover(ann, faces.add({ photo: moved, person: ann }));
    handOver();
    expect(coverOf(ann)).to.equal(stays);
    expect(faces.assignment(stays).person).to.equal(ann);
  });

  it('becomes the same face even if a user had already assigned that', () => {
    const stays = faces.add({ photo: old, person: ann, assignedBy: 'user' });
    new People(db).setCover(ann, faces.add({ photo: moved, person: ann }));
    handOver();
    expect(coverOf(ann)).to.equal(stays);
  });

  it('does not become a face that a user assigned to another person', () => {
    const bob = faces.person('Bob');
    const stays = faces.add({ photo: old, person: bob, assignedBy: 'user' });
    new People(db).setCover(ann, faces.add({ photo: moved, person: ann }));
    handOver();
    expect(coverOf(ann)).to.not.equal(stays);
    expect(faces.assignment(stays).person).to.equal(bob);
  });

  it('does not keep its face if a user assigned the new copy to another person', () => {
    const bob = faces.person('Bob');
    const stays = faces.add({ photo: old, person: ann });
    new People(db).setCover(ann, stays);
    faces.add({ photo: moved, person: bob, assignedBy: 'user' });
    handOver();
    expect(faces.assignment(stays).person).to.equal(bob);
  });

  it('is given back by the undo of a merge that transferred it', async () => {
    const stays = faces.add({ photo: old });
    const anna = faces.person('Anna');
    new People(db).setCover(anna, faces.add({ photo: moved, person: anna }));
    const merging = mergingIn(db);
    const merge = await merging.run({ source: anna, target: ann }, by);
    handOver();
    expect(coverOf(ann)).to.equal(stays);
    await merging.undo(merge, by);
    expect([coverOf(ann), coverOf(anna)]).to.deep.equal([null, stays]);
  });
});
