import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import type { PhotoSource, StoredAnalysis } from '../../../core/plugin-api/index.ts';
import { DemoSource } from '../../../plugins/demo-source/demo-source.ts';
import { runContract, type ContractRun } from '../../support/contract-run.ts';

type Read = NonNullable<PhotoSource['storedAnalysis']>;
type Faces = NonNullable<StoredAnalysis['faces']>;
type Labels = NonNullable<StoredAnalysis['labels']>;
type Text = NonNullable<StoredAnalysis['text']>;

/** Shared by all tests: it reads its analyses only once, and no test changes it. */
const good = new DemoSource(() => '2026-11-20');

/** Runs the contract tests on the demo pictures, with another way to read their analyses. */
function runOn(broken: (read: Read) => Read | undefined): Promise<ContractRun> {
  return runContract(() => {
    describePhotoSource(
      () => {
        const read = broken((uid, options) => good.storedAnalysis(uid, options));
        const source = new Proxy<PhotoSource>(good, {
          get: (target, name) => {
            const value: unknown = name === 'storedAnalysis' ? read : Reflect.get(target, name);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
        return { source };
      },
      { analyses: true },
    );
  });
}

/** A way to read analyses that changes those with faces. */
const withFaces =
  (change: (faces: Faces) => Faces) =>
  (read: Read): Read =>
  async (uid, options) => {
    const analysis = await read(uid, options);
    return analysis?.faces ? { ...analysis, faces: change(analysis.faces) } : analysis;
  };

const withEach = (change: (face: Faces['found'][number]) => Partial<Faces['found'][number]>) =>
  withFaces((faces) => ({ ...faces, found: faces.found.map((face) => ({ ...face, ...change(face) })) }));

/** A way to read analyses that changes those with labels. */
const withLabels =
  (change: (labels: Labels) => Partial<Labels>) =>
  (read: Read): Read =>
  async (uid, options) => {
    const analysis = await read(uid, options);
    const { labels } = analysis ?? {};
    return analysis && labels ? { ...analysis, labels: { ...labels, ...change(labels) } } : analysis;
  };

const withEachLabel = (change: (label: Labels['found'][number]) => Partial<Labels['found'][number]>) =>
  withLabels(({ found }) => ({ found: found.map((label) => ({ ...label, ...change(label) })) }));

const line: Text['lines'][number] = { text: 'Platform 9', score: 0.9, box: { x: 0.1, y: 0.1, w: 0.5, h: 0.1 } };

/** A way to read analyses that adds a text, with changes to its valid form. */
const withText =
  (change: Partial<Text>) =>
  (read: Read): Read =>
  async (uid, options) => {
    const analysis = await read(uid, options);
    const model = { id: 'reader', version: '1', confidence: { search: 0.5, show: 0.8 } };
    return analysis && { ...analysis, text: { model, lines: [line], ...change } };
  };

const withLine = (change: Partial<Text['lines'][number]>) => withText({ lines: [{ ...line, ...change }] });

const labelShapes = 'have each label once, with a score, and with boxes in fractions of the photo';
const textShapes = 'have lines of text with scores, and with boxes in fractions of the photo';
const shapes = 'have faces in fractions of the photo, and normalised vectors';

const manyLabels = (count: number): Labels['found'] =>
  Array.from({ length: count }, (_, i) => ({ label: `thing ${i}`, score: 0.9, box: null }));

/** What is broken → a test of the contract that must fail because of it. */
const brokenReads: readonly (readonly [what: string, test: string, broken: (read: Read) => Read | undefined])[] = [
  ['has no stored analyses', 'have the same sha1 as the node of the photo', () => undefined],
  ['always returns null', 'have the same sha1 as the node of the photo', () => () => Promise.resolve(null)],
  [
    'returns analyses of other content',
    'have the same sha1 as the node of the photo',
    (read) => async (uid, options) => {
      const analysis = await read(uid, options);
      return analysis && { ...analysis, sha1: '0'.repeat(40) };
    },
  ],
  ['returns boxes in pixels', shapes, withEach(() => ({ box: { x: 100, y: 100, w: 50, h: 50 } }))],
  ['omits a landmark', shapes, withEach(({ points }) => ({ points: points.slice(1) }))],
  ['returns short vectors', shapes, withEach(({ embedding }) => ({ embedding: embedding.slice(0, 128) }))],
  [
    'returns vectors that are not normalised',
    shapes,
    withEach(({ embedding }) => ({ embedding: embedding.map((v) => 2 * v) })),
  ],
  ['does not name its models', shapes, withFaces((faces) => ({ ...faces, detector: { id: '', version: '' } }))],
  ['returns each label twice', labelShapes, withLabels(({ found }) => ({ found: [...found, ...found] }))],
  ['returns empty labels', labelShapes, withEachLabel(() => ({ label: '' }))],
  ['returns labels that are too long', labelShapes, withEachLabel(({ label }) => ({ label: label.padEnd(101, '.') }))],
  ['returns too many labels', labelShapes, withLabels(() => ({ found: manyLabels(501) }))],
  ['scores labels in percent', labelShapes, withEachLabel(({ score }) => ({ score: score * 100 }))],
  ['scores labels with NaN', labelShapes, withEachLabel(() => ({ score: Number.NaN }))],
  ['returns boxes of labels in pixels', labelShapes, withEachLabel(() => ({ box: { x: 100, y: 100, w: 50, h: 50 } }))],
  ['returns empty boxes of labels', labelShapes, withEachLabel(() => ({ box: { x: 0.1, y: 0.1, w: 0, h: 0.1 } }))],
  ['counts half people', labelShapes, withLabels(() => ({ people: 0.5 }))],
  ['counts too many people', labelShapes, withLabels(() => ({ people: 10_001 }))],
  [
    'has no valid confidence threshold for labels',
    labelShapes,
    withLabels(({ model }) => ({ model: { ...model, confidence: { search: 0.3, show: Number.NaN } } })),
  ],
  ['does not name its model for labels', labelShapes, withLabels(({ model }) => ({ model: { ...model, id: '' } }))],
  ['returns empty lines', textShapes, withLine({ text: '' })],
  ['returns lines that are too long', textShapes, withLine({ text: 'x'.repeat(1001) })],
  ['returns too many lines', textShapes, withText({ lines: Array.from({ length: 501 }, () => line) })],
  ['scores lines in percent', textShapes, withLine({ score: 90 })],
  ['returns boxes of lines in pixels', textShapes, withLine({ box: { x: 10, y: 10, w: 300, h: 20 } })],
  [
    'does not name the version of its model for text',
    textShapes,
    withText({ model: { id: 'reader', version: '', confidence: { search: 0.5, show: 0.8 } } }),
  ],
  [
    'has confidence thresholds for lines in percent',
    textShapes,
    withText({ model: { id: 'reader', version: '1', confidence: { search: 50, show: 80 } } }),
  ],
  ['returns different scores each time', 'are the same when read again', withEach(() => ({ score: Math.random() }))],
  [
    'returns analyses of unknown photos',
    'are null or not_found for an unknown photo',
    (read) => (uid, options) => read(uid, options).catch(() => ({ sha1: '0'.repeat(40), faces: null, image: null })),
  ],
  [
    'ignores signals',
    'reject when the signal is aborted',
    (read) => (uid) => read(uid, { signal: new AbortController().signal }),
  ],
];

describe('contract tests of stored analyses', () => {
  it('all pass for the demo pictures', async () => {
    const { failed } = await runOn((read) => read);
    expect(failed).to.deep.equal([]);
  });

  it('pass for a source without labels and text', async () => {
    const { failed } = await runOn((read) => async (uid, options) => {
      const analysis = await read(uid, options);
      return analysis && { sha1: analysis.sha1, faces: analysis.faces, image: analysis.image };
    });
    expect(failed).to.deep.equal([]);
  });

  it('pass for a source with text', async () => {
    const { failed } = await runOn(withText({}));
    expect(failed).to.deep.equal([]);
  });

  for (const [what, test, broken] of brokenReads) {
    it(`detect a source that ${what}`, async () => {
      const { failed } = await runOn(broken);
      expect(failed.map(({ title }) => title)).to.include(`photo source stored analyses ${test}`);
    });
  }
});
