import { expect } from 'chai';
import { readStoredAnalysis } from '../../../core/indexer/stored-analysis-shape.ts';
import { SourceError, type StoredAnalysis } from '../../../core/plugin-api/index.ts';

type Writable<T> = T extends Float32Array
  ? Float32Array
  : T extends object
    ? { -readonly [K in keyof T]: Writable<T[K]> }
    : T;

/** A vector of the length 1. */
function unitVector(dimensions: number): Float32Array {
  return new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
}

function analysis(): Writable<StoredAnalysis> {
  return {
    sha1: 'a'.repeat(40),
    faces: {
      detector: { id: 'detector', version: '1' },
      embedder: { id: 'embedder', version: '2', thresholds: { edge: 0.42, link: 0.32 } },
      found: [
        {
          box: { x: 0.1, y: 0.2, w: 0.3, h: 0.4 },
          points: [
            [0.2, 0.3],
            [0.3, 0.3],
            [0.25, 0.4],
            [0.2, 0.5],
            [-0.01, 0.5],
          ],
          score: 0.9,
          embedding: unitVector(512),
        },
      ],
    },
    image: { model: { id: 'clip', version: '1' }, embedding: unitVector(768) },
  };
}

describe('a stored analysis, on entry', () => {
  it('is taken as it is when all of it is right', () => {
    expect(readStoredAnalysis(analysis())).to.deep.equal(analysis());
    expect(readStoredAnalysis({ ...analysis(), faces: null, image: null })).to.deep.equal({
      sha1: 'a'.repeat(40),
      faces: null,
      image: null,
    });
    expect(readStoredAnalysis(null)).to.equal(null);
    expect(readStoredAnalysis(undefined)).to.equal(null);
  });

  it('has its sha1 in lower case, and a box that rounding put outside back in the photo', () => {
    const given = analysis();
    given.sha1 = 'ABCDEF0123'.repeat(4);
    given.faces!.found[0]!.box = { x: -0.0001, y: 0.5, w: 0.5, h: 0.5001 };
    const read = readStoredAnalysis(given)!;
    expect(read.sha1).to.equal('abcdef0123'.repeat(4));
    const { x, y, w, h } = read.faces!.found[0]!.box;
    expect([x, y, h]).to.deep.equal([0, 0.5, 0.5]);
    expect(w).to.be.closeTo(0.4999, 1e-9);
  });

  const wrong: Record<string, (given: Writable<StoredAnalysis>) => void> = {
    'a sha1 that is none': (given) => (given.sha1 = 'abc'),
    'a model without a version': (given) => (given.faces!.detector.version = ''),
    'a model whose name would read as two': (given) => (given.faces!.embedder.id = 'a+b'),
    'a threshold that is no cosine': (given) => (given.faces!.embedder.thresholds = { edge: 42, link: 32 }),
    'a box outside of the photo': (given) => (given.faces!.found[0]!.box.x = 0.8),
    'a box without a height': (given) => (given.faces!.found[0]!.box.h = 0),
    'a box in pixels': (given) => (given.faces!.found[0]!.box = { x: 100, y: 100, w: 50, h: 50 }),
    'a box that is no number': (given) => (given.faces!.found[0]!.box.y = Number.NaN),
    'four points': (given) => (given.faces!.found[0]!.points = given.faces!.found[0]!.points.slice(1)),
    'a point that is no number': (given) => (given.faces!.found[0]!.points[0] = [Number.NaN, 0]),
    'a score beyond 1': (given) => (given.faces!.found[0]!.score = 1.5),
    'a face vector of another size': (given) => (given.faces!.found[0]!.embedding = unitVector(128)),
    'a face vector that is not normalised': (given) => (given.faces!.found[0]!.embedding = new Float32Array(512)),
    'a vector with a hole': (given) => (given.image!.embedding[5] = Number.NaN),
    'a vector that is a plain list': (given) => Object.assign(given.image!, { embedding: [1, 0, 0] }),
    'a list of faces that is none': (given) => Object.assign(given.faces!, { found: {} }),
  };
  for (const [what, spoil] of Object.entries(wrong)) {
    it(`is refused with ${what}`, () => {
      const given = analysis();
      spoil(given);
      expect(() => readStoredAnalysis(given))
        .to.throw(SourceError, 'The photo source answered wrongly to storedAnalysis: ')
        .with.property('code', 'bad_answer');
    });
  }
});
