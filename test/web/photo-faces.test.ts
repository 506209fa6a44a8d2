import { expect } from 'chai';
import type { Face, Person } from '../../core/http/wire.ts';
import { PhotoFaces } from '../../web/state/viewer/photo-faces.ts';

const face: Face = {
  id: 7,
  photo_uid: 'a',
  person_id: null,
  person_name: null,
  box: { x: 0, y: 0, w: 1, h: 1 },
  score: 1,
  crop_url: null,
  assigned_by: 'auto',
  source_name: null,
};

/** A server with one face in each photo. */
function faces() {
  let now = face;
  const asked: unknown[] = [];
  const moved: string[] = [];
  const made = new PhotoFaces({
    facesOfPhoto: (uid) => Promise.resolve({ faces: [{ ...now, photo_uid: uid }] }),
    assignFace: (id, whose) => {
      asked.push({ id, ...whose });
      now = { ...now, person_id: 3, person_name: 'Ada' };
      return Promise.resolve({
        face: now,
        person: { id: 3, name: 'Ada' } as Person,
        propagated: 2,
        propagated_ids: [8, 9],
      });
    },
    unassignFace: (id) => {
      asked.push({ id, unassign: true });
      now = { ...now, person_id: null, person_name: null };
      return Promise.resolve(now);
    },
    rejectFaces: (ids, rejected) => {
      asked.push({ ids, rejected });
      return Promise.resolve({ faces: [] });
    },
    onMoved: () => moved.push('moved'),
  });
  return { made, asked, moved };
}

describe('the faces of the open photo', () => {
  it('are assigned to a person, and unassigned by undo', async () => {
    const { made, asked, moved } = faces();
    await made.load('a');
    const done = await made.assign(face, 'Ada');
    expect(done).to.include({ name: 'Ada', others: 2 });
    expect(made.faces.value?.[0]?.person_name).to.equal('Ada');
    await done.undo();
    expect(made.faces.value?.[0]?.person_name).to.equal(null);
    expect(asked).to.deep.equal([{ id: 7, name: 'Ada' }, { id: 7, unassign: true }, { id: 8, unassign: true }, { id: 9, unassign: true }]); // prettier-ignore
    expect(moved).to.have.length(2);
  });

  it('are unassigned from a person, and assigned again by undo', async () => {
    const { made, asked } = faces();
    await made.load('a');
    const undo = await made.unassign({ ...face, person_id: 3, person_name: 'Ada' });
    await undo();
    expect(asked).to.deep.equal([{ id: 7, unassign: true }, { id: 7, person_id: 3 }]); // prettier-ignore
  });

  it('are marked as “not a face”, and restored by undo', async () => {
    const { made, asked, moved } = faces();
    await made.load('a');
    const undo = await made.reject(made.faces.value![0]!);
    await undo();
    expect(asked).to.deep.equal([{ ids: [7], rejected: true }, { ids: [7], rejected: false }]); // prettier-ignore
    expect(moved).to.have.length(2);
  });

  it('are read again when the photo is opened again, since people may have been renamed meanwhile', async () => {
    const { made } = faces();
    await made.load('a');
    const answer = made.reload();
    made.forget();
    await answer;
    expect(made.faces.value, 'a late response is dropped').to.equal(null);
    await made.assign(face, 'Ada');
    await made.load('a');
    expect(made.faces.value?.[0]?.person_name).to.equal('Ada');
  });

  it('are those of the photo that was requested last', async () => {
    const { made } = faces();
    await Promise.all([made.load('a'), made.load('b')]);
    expect(made.faces.value?.[0]?.photo_uid).to.equal('b');
  });

  it('come from the latest request, even if the response to an earlier one arrives later', async () => {
    const answers: ((named: string) => void)[] = [];
    const made = new PhotoFaces({
      facesOfPhoto: () =>
        new Promise((resolve) => {
          answers.push((named) => {
            resolve({ faces: [{ ...face, person_name: named }] });
          });
        }),
      assignFace: () => Promise.reject(new Error()),
      unassignFace: () => Promise.reject(new Error()),
      rejectFaces: () => Promise.reject(new Error()),
      onMoved: () => undefined,
    });
    const reads = [made.load('a'), made.reload()];
    answers[1]!('newer');
    await reads[1];
    answers[0]!('older');
    await reads[0];
    expect(made.faces.value?.[0]?.person_name).to.equal('newer');
  });
});
