import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import type { PhotoSource, StoredAnalysis } from '../../../core/plugin-api/index.ts';
import { DemoSource } from '../../../plugins/demo-source/demo-source.ts';
import { runContract, type ContractRun } from '../../support/contract-run.ts';

type Read = NonNullable<PhotoSource['storedAnalysis']>;
type Faces = NonNullable<StoredAnalysis['faces']>;

/** It reads its analyses once, and none of the tests changes it. */
const good = new DemoSource(() => '2026-11-20');

/** Runs the contract's tests on the demo pictures, with another way to read their analyses. */
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

const shapes = 'have faces in fractions of the photo, and vectors that are normalised';

/** What is broken → a test of the contract that must fail because of it. */
const brokenReads: readonly (readonly [what: string, test: string, broken: (read: Read) => Read | undefined])[] = [
  ['has none after all', 'are of the content that was announced', () => undefined],
  ['never has any', 'are of the content that was announced', () => () => Promise.resolve(null)],
  [
    'tells of other contents',
    'are of the content that was announced',
    (read) => async (uid, options) => {
      const analysis = await read(uid, options);
      return analysis && { ...analysis, sha1: '0'.repeat(40) };
    },
  ],
  ['gives boxes in pixels', shapes, withEach(() => ({ box: { x: 100, y: 100, w: 50, h: 50 } }))],
  ['leaves out a point', shapes, withEach(({ points }) => ({ points: points.slice(1) }))],
  ['gives short vectors', shapes, withEach(({ embedding }) => ({ embedding: embedding.slice(0, 128) }))],
  ['gives vectors of any length', shapes, withEach(({ embedding }) => ({ embedding: embedding.map((v) => 2 * v) }))],
  ['does not name its models', shapes, withFaces((faces) => ({ ...faces, detector: { id: '', version: '' } }))],
  [
    'finds something else each time',
    'are the same when they are read again',
    withEach(() => ({ score: Math.random() })),
  ],
  [
    'invents photos',
    'are null or not_found when there is no such photo',
    (read) => (uid, options) => read(uid, options).catch(() => ({ sha1: '0'.repeat(40), faces: null, image: null })),
  ],
  [
    'is deaf to signals',
    'are not read when the signal is aborted',
    (read) => (uid) => read(uid, { signal: new AbortController().signal }),
  ],
];

describe('contract tests of stored analyses', () => {
  it('all pass for the demo pictures', async () => {
    const { failed } = await runOn((read) => read);
    expect(failed).to.deep.equal([]);
  });

  for (const [what, test, broken] of brokenReads) {
    it(`find a source that ${what}`, async () => {
      const { failed } = await runOn(broken);
      expect(failed.map(({ title }) => title)).to.include(`photo source stored analyses ${test}`);
    });
  }
});
