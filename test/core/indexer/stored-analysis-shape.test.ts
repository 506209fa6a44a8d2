import { expect } from 'chai';
import { readStoredAnalysis } from '../../../core/indexer/stored-analysis-shape.ts';
import { SourceError, type StoredAnalysis } from '../../../core/plugin-api/index.ts';

type Writable<T> = T extends Float32Array
  ? Float32Array
  : T extends object
    ? { -readonly [K in keyof T]: Writable<T[K]> }
    : T;

/** A vector of length 1. */
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
    labels: {
      model: { id: 'things', version: '1', confidence: { search: 0.35, show: 0.6 } },
      found: [
        { label: 'dog', score: 0.9, box: { x: 0.1, y: 0.2, w: 0.3, h: 0.4 } },
        { label: 'beach', score: 0.4, box: null },
      ],
      people: 2,
    },
    text: {
      model: { id: 'reader', version: '1', confidence: { search: 0.6, show: 0.85 } },
      lines: [{ text: 'Platform 9', score: 0.95, box: { x: 0, y: 0, w: 1, h: 1 } }],
    },
  };
}

describe('the validation of a stored analysis', () => {
  it('returns a valid analysis unchanged, and null for none', () => {
    expect(readStoredAnalysis(analysis())).to.deep.equal(analysis());
    const bare = { sha1: 'a'.repeat(40), faces: null, image: null };
    expect(readStoredAnalysis({ ...bare, labels: null, text: null })).to.deep.equal({
      ...bare,
      labels: null,
      text: null,
    });
    expect(readStoredAnalysis(null)).to.equal(null);
    expect(readStoredAnalysis(undefined)).to.equal(null);
  });

  it('accepts a source without labels and text, and an analysis that found none of either', () => {
    const bare = { sha1: 'a'.repeat(40), faces: null, image: null };
    expect(readStoredAnalysis(bare)).to.deep.equal({ ...bare, labels: null, text: null });
    const given = analysis();
    Object.assign(given.labels!, { found: [], people: 0 });
    given.text!.lines = [];
    expect(readStoredAnalysis(given)).to.deep.equal(given);
  });

  it('removes unknown fields', () => {
    const given = analysis();
    Object.assign(given.labels!, { vocabulary: 'of a model' });
    Object.assign(given.labels!.found[0]!, { colour: 'brown' });
    Object.assign(given.text!.lines[0]!, { language: 'en' });
    expect(readStoredAnalysis(given)).to.deep.equal(analysis());
  });

  it('accepts the maximum number of labels, lines and people', () => {
    const given = analysis();
    given.labels!.found = Array.from({ length: 500 }, (_, i) => ({
      label: `${i}`.padEnd(100, '.'),
      score: 1,
      box: null,
    }));
    given.labels!.people = 10_000;
    const [line] = given.text!.lines;
    given.text!.lines = Array.from({ length: 500 }, () => ({ ...line!, text: 'x'.repeat(1000) }));
    expect(readStoredAnalysis(given)).to.deep.equal(given);
  });

  it('converts the SHA-1 to lower case, and moves a box into the photo that rounding put outside', () => {
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
    'an invalid SHA-1': (given) => (given.sha1 = 'abc'),
    'a model without a version': (given) => (given.faces!.detector.version = ''),
    'a model with a + in its name': (given) => (given.faces!.embedder.id = 'a+b'),
    'a threshold above 1': (given) => (given.faces!.embedder.thresholds = { edge: 42, link: 32 }),
    'a box outside of the photo': (given) => (given.faces!.found[0]!.box.x = 0.8),
    'a box without a height': (given) => (given.faces!.found[0]!.box.h = 0),
    'a box in pixels': (given) => (given.faces!.found[0]!.box = { x: 100, y: 100, w: 50, h: 50 }),
    'a box with NaN': (given) => (given.faces!.found[0]!.box.y = Number.NaN),
    'four points': (given) => (given.faces!.found[0]!.points = given.faces!.found[0]!.points.slice(1)),
    'a point with NaN': (given) => (given.faces!.found[0]!.points[0] = [Number.NaN, 0]),
    'a score above 1': (given) => (given.faces!.found[0]!.score = 1.5),
    'a face vector of another size': (given) => (given.faces!.found[0]!.embedding = unitVector(128)),
    'a face vector that is not normalised': (given) => (given.faces!.found[0]!.embedding = new Float32Array(512)),
    'a vector with NaN': (given) => (given.image!.embedding[5] = Number.NaN),
    'a vector that is a plain array': (given) => Object.assign(given.image!, { embedding: [1, 0, 0] }),
    'a list of faces that is no array': (given) => Object.assign(given.faces!, { found: {} }),
    'labels that are no object': (given) => Object.assign(given, { labels: ['dog'] }),
    'labels without a model': (given) => Object.assign(given.labels!, { model: null }),
    'a label model with an @ in its name': (given) => (given.labels!.model.id = 'things@1'),
    'labels without a confidence': (given) => Object.assign(given.labels!.model, { confidence: undefined }),
    'a confidence in percent': (given) => (given.labels!.model.confidence.show = 60),
    'a confidence of NaN': (given) => (given.text!.model.confidence.search = Number.NaN),
    'a list of labels that is no array': (given) => Object.assign(given.labels!, { found: { length: 1 } }),
    'too many labels': (given) => {
      given.labels!.found = Array.from({ length: 501 }, (_, i) => ({ label: `thing ${i}`, score: 0.9, box: null }));
    },
    'a duplicate label': (given) => (given.labels!.found[1]!.label = 'dog'),
    'a label without a name': (given) => (given.labels!.found[0]!.label = ''),
    'a label that is too long': (given) => (given.labels!.found[0]!.label = 'dog'.repeat(34)),
    'a label that is no string': (given) => Object.assign(given.labels!.found[0]!, { label: 7 }),
    'a label with a score of NaN': (given) => (given.labels!.found[0]!.score = Number.NaN),
    'a label with a score below 0': (given) => (given.labels!.found[0]!.score = -0.1),
    'a label with a box in pixels': (given) => (given.labels!.found[0]!.box = { x: 10, y: 10, w: 50, h: 50 }),
    'a label with a box without a width': (given) => (given.labels!.found[0]!.box!.w = 0),
    'a fractional number of people': (given) => (given.labels!.people = 1.5),
    'a negative number of people': (given) => (given.labels!.people = -1),
    'too many people': (given) => (given.labels!.people = 1e9),
    'NaN as the number of people': (given) => (given.labels!.people = Number.NaN),
    'lines that are no array': (given) => Object.assign(given.text!, { lines: 'Platform 9' }),
    'too many lines': (given) => {
      given.text!.lines = Array.from({ length: 501 }, () => given.text!.lines[0]!);
    },
    'a line without text': (given) => (given.text!.lines[0]!.text = ''),
    'a line that is too long': (given) => (given.text!.lines[0]!.text = 'x'.repeat(1001)),
    'a line with a score above 1': (given) => (given.text!.lines[0]!.score = 95),
    'a line without a box': (given) => Object.assign(given.text!.lines[0]!, { box: null }),
    'a line outside of the photo': (given) => (given.text!.lines[0]!.box.y = 0.5),
    'a line with an infinite box': (given) => (given.text!.lines[0]!.box.h = Number.POSITIVE_INFINITY),
  };
  for (const [what, spoil] of Object.entries(wrong)) {
    it(`rejects ${what}`, () => {
      const given = analysis();
      spoil(given);
      expect(() => readStoredAnalysis(given))
        .to.throw(SourceError, 'The photo source answered wrongly to storedAnalysis: ')
        .with.property('code', 'bad_answer');
    });
  }
});
