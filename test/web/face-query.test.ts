import { expect } from 'chai';
import { FaceQuery } from '../../web/state/search/face-query.ts';
import type { FaceSearchResults } from '../../core/http/wire.ts';
import { settled } from './library.ts';

const small = { box: { x: 0, y: 0, w: 0.1, h: 0.1 } };
const large = { box: { x: 0.5, y: 0, w: 0.3, h: 0.3 } };
const nobody: FaceSearchResults = { results: [], total: 0, faces: [] };

describe('a search by a face', () => {
  let asked: Blob[] = [];
  let answers: (FaceSearchResults | Error)[] = [];
  const query = new FaceQuery({
    byFace: (picture) => {
      asked.push(picture);
      const answer = answers.shift() ?? nobody;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  const [picture, cut] = [new Blob(['picture']), new Blob(['cut'])];
  beforeEach(() => {
    asked = [];
    query.forget();
  });

  it('searches for the largest face, and for another one with a crop of that face', async () => {
    answers = [
      { ...nobody, faces: [small, large] },
      { ...nobody, faces: [small] },
    ];
    await query.search(picture);
    expect(query.chosen.value).to.equal(1);
    expect(query.results.value).to.deep.equal([]);
    await query.choose(0, (box, others) => {
      expect(box).to.equal(small.box);
      expect(others).to.deep.equal([large.box]);
      return Promise.resolve(cut);
    });
    expect(asked).to.deep.equal([picture, cut]);
    expect(query.faces.value).to.have.length(2);
    await query.choose(1, () => Promise.reject(new Error('needs no cut')));
    expect(asked.at(-1)).to.equal(picture);
  });

  it('reports why there are no results', async () => {
    answers = [
      { ...nobody, detail: 'No face.' },
      { ...nobody, faces: [small], detail: 'No photos.' },
      nobody,
      new Error('No models.'),
    ];
    for (const missing of ['face', 'photos', null]) {
      await query.search(picture);
      expect([query.missing.value, query.failure.value]).to.deep.equal([missing, null]);
    }
    await query.search(picture);
    expect([query.missing.value, query.failure.value]).to.deep.equal([null, 'No models.']);
    expect(query.results.value).to.equal(null);
    expect(query.busy.value).to.equal(false);
  });

  it('drops the picture when it is cleared, and a response that arrives later', async () => {
    answers = [{ ...nobody, faces: [small] }];
    const search = query.search(picture);
    query.forget();
    await search;
    await settled();
    expect([query.picture.value, query.results.value, query.faces.value.length]).to.deep.equal([null, null, 0]);
  });
});
