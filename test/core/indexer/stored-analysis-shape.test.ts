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

describe('a stored analysis, on entry', () => {
  it('is taken as it is when all of it is right', () => {
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

  it('may be of a source that knows of no labels and no text, and may have found none of either', () => {
    const bare = { sha1: 'a'.repeat(40), faces: null, image: null };
    expect(readStoredAnalysis(bare)).to.deep.equal({ ...bare, labels: null, text: null });
    const given = analysis();
    Object.assign(given.labels!, { found: [], people: 0 });
    given.text!.lines = [];
    expect(readStoredAnalysis(given)).to.deep.equal(given);
  });

  it('is rid of what nobody asked for', () => {
    const given = analysis();
    Object.assign(given.labels!, { vocabulary: 'of a model' });
    Object.assign(given.labels!.found[0]!, { colour: 'brown' });
    Object.assign(given.text!.lines[0]!, { language: 'en' });
    expect(readStoredAnalysis(given)).to.deep.equal(analysis());
  });

  it('is taken with as many labels, lines and people as a photo may have', () => {
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
    'labels that are no object': (given) => Object.assign(given, { labels: ['dog'] }),
    'labels without a model': (given) => Object.assign(given.labels!, { model: null }),
    'a model of labels whose name would read as two': (given) => (given.labels!.model.id = 'things@1'),
    'labels without a confidence': (given) => Object.assign(given.labels!.model, { confidence: undefined }),
    'a confidence in percent': (given) => (given.labels!.model.confidence.show = 60),
    'a confidence that is no number': (given) => (given.text!.model.confidence.search = Number.NaN),
    'a list of labels that is none': (given) => Object.assign(given.labels!, { found: { length: 1 } }),
    'more labels than a photo has': (given) => {
      given.labels!.found = Array.from({ length: 501 }, (_, i) => ({ label: `thing ${i}`, score: 0.9, box: null }));
    },
    'a label twice': (given) => (given.labels!.found[1]!.label = 'dog'),
    'a label without a name': (given) => (given.labels!.found[0]!.label = ''),
    'a label that is a story': (given) => (given.labels!.found[0]!.label = 'dog'.repeat(34)),
    'a label that is no text': (given) => Object.assign(given.labels!.found[0]!, { label: 7 }),
    'a label whose score is no number': (given) => (given.labels!.found[0]!.score = Number.NaN),
    'a label whose score is below 0': (given) => (given.labels!.found[0]!.score = -0.1),
    'a label whose box is in pixels': (given) => (given.labels!.found[0]!.box = { x: 10, y: 10, w: 50, h: 50 }),
    'a label whose box has no width': (given) => (given.labels!.found[0]!.box!.w = 0),
    'half a person': (given) => (given.labels!.people = 1.5),
    'fewer people than none': (given) => (given.labels!.people = -1),
    'more people than a photo shows': (given) => (given.labels!.people = 1e9),
    'people that are no number': (given) => (given.labels!.people = Number.NaN),
    'lines that are none': (given) => Object.assign(given.text!, { lines: 'Platform 9' }),
    'more lines than a photo has': (given) => {
      given.text!.lines = Array.from({ length: 501 }, () => given.text!.lines[0]!);
    },
    'a line without a text': (given) => (given.text!.lines[0]!.text = ''),
    'a line that is a book': (given) => (given.text!.lines[0]!.text = 'x'.repeat(1001)),
    'a line whose score is beyond 1': (given) => (given.text!.lines[0]!.score = 95),
    'a line without a box': (given) => Object.assign(given.text!.lines[0]!, { box: null }),
    'a line outside of the photo': (given) => (given.text!.lines[0]!.box.y = 0.5),
    'a line whose box is no number': (given) => (given.text!.lines[0]!.box.h = Number.POSITIVE_INFINITY),
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
