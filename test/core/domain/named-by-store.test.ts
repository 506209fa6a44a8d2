import { expect } from 'chai';
import { namedByStore } from '../../../core/domain/named-by-store.ts';
import type { FaceRow } from '../../../core/domain/photo.ts';

const face = (id: number, x: number, personName: string | null = null): FaceRow => ({
  ...{
    id,
    photoUid: 'p',
    personId: personName === null ? null : id,
    personName,
    score: 0.9,
    assignedBy: 'auto',
    crop: 1,
  },
  box: { x, y: 0.4, w: 0.1, h: 0.15 },
});
const names = (...asked: Parameters<typeof namedByStore>): (string | null | undefined)[] =>
  namedByStore(...asked).map(({ sourceName }) => sourceName);

describe('names in face boxes of the photo store', () => {
  it('are assigned to the face in each box, even if the box is much larger', () => {
    const people = [
      { name: 'Bert', box: { x: 0.65, y: 0.3, w: 0.25, h: 0.4 } },
      { name: 'Anna', box: { x: 0.11, y: 0.41, w: 0.08, h: 0.13 } },
    ];
    expect(names([face(1, 0.1), face(2, 0.4), face(3, 0.7)], people)).to.deep.equal(['Anna', null, 'Bert']);
  });

  it('are ignored if a box is around everybody, beside all faces or missing', () => {
    const people = [
      { name: 'All', box: { x: 0, y: 0, w: 1, h: 1 } },
      { name: 'Beside', box: { x: 0.8, y: 0.8, w: 0.1, h: 0.1 } },
      { name: 'Somewhere', box: null },
    ];
    expect(names([face(1, 0.1), face(2, 0.4)], people)).to.deep.equal([null, null]);
  });

  it('are not shown for a face that already has a name', () => {
    expect(names([face(1, 0.1, 'Cleo')], [{ name: 'Anna', box: { x: 0.1, y: 0.4, w: 0.1, h: 0.15 } }])).to.deep.equal([
      null,
    ]);
  });

  it('are assigned to the next face if a closer box has named the nearest one', () => {
    const people = [
      { name: 'Both', box: { x: 0.05, y: 0.35, w: 0.3, h: 0.25 } },
      { name: 'Anna', box: { x: 0.1, y: 0.4, w: 0.1, h: 0.15 } },
    ];
    expect(names([face(1, 0.1), face(2, 0.24)], people)).to.deep.equal(['Anna', 'Both']);
  });

  it('are not offered for a face with a cannot-link decision for that name', () => {
    const people = [{ name: 'Anna', box: { x: 0.1, y: 0.4, w: 0.1, h: 0.15 } }];
    expect(names([face(1, 0.1)], people, [{ faceId: 1, name: 'ANNA' }])).to.deep.equal([null]);
    expect(names([face(1, 0.1)], people, [{ faceId: 2, name: 'Anna' }])).to.deep.equal(['Anna']);
  });
});
