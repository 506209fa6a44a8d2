import assert from 'node:assert/strict';
import type { PhotoSource, StoredAnalysis } from '../photo-source.ts';
import { failsWith, nodesOf, timelineOf, unknownUid, type PhotoSourceSubject } from './reading.ts';
import { quiet, type Checks } from './suite.ts';

const FACE_DIMENSIONS = 512;

const isFraction = (value: number): boolean => value >= 0 && value <= 1;

/** The analysis of a photo, of a source that is known to bring such things along. */
async function analysisOf(source: PhotoSource, uid: string, signal = quiet()): Promise<StoredAnalysis | null> {
  const analysis = source.storedAnalysis?.(uid, { signal });
  assert.ok(analysis, 'storedAnalysis is to be tested, and the source has no such method');
  return analysis;
}

function checkVector(vector: Float32Array, dimensions: number, what: string): void {
  assert.ok(vector instanceof Float32Array, `${what} must be a Float32Array`);
  assert.equal(vector.length, dimensions, `values of ${what}`);
  const length = Math.hypot(...vector);
  assert.ok(Math.abs(length - 1) < 1e-3, `${what} has the length ${length}: it must be normalised to 1`);
}

function checkFaces({ detector, embedder, found }: NonNullable<StoredAnalysis['faces']>): void {
  for (const { id, version } of [detector, embedder]) assert.ok(id && version, 'a model needs an id and a version');
  for (const { box, points, score, embedding } of found) {
    assert.ok([box.x, box.y, box.x + box.w, box.y + box.h, score].every(isFraction), 'a box or score is out of 0 to 1');
    assert.ok(box.w > 0 && box.h > 0, 'a box is empty');
    assert.equal(points.length, 5, 'points of a face');
    assert.ok(points.flat().every(Number.isFinite), 'a point is no number');
    checkVector(embedding, FACE_DIMENSIONS, 'the vector of a face');
  }
}

/** For a source that brings along what models found. */
export const analysisChecks: Checks<PhotoSourceSubject> = {
  'are of the content that was announced': async ({ source }) => {
    let analysed = 0;
    for (const { uid, sha1 } of await nodesOf(source)) {
      const analysis = await analysisOf(source, uid);
      if (!analysis) continue;
      analysed += 1;
      assert.match(analysis.sha1, /^[0-9a-f]{40}$/i);
      // Of another content it would say nothing, and never be used.
      if (sha1 !== null) assert.equal(analysis.sha1.toLowerCase(), sha1.toLowerCase());
    }
    assert.ok(analysed > 0, 'make create() give a source with a photo that has an analysis');
  },

  'have faces in fractions of the photo, and vectors that are normalised': async ({ source }) => {
    for (const { uid } of await timelineOf(source)) {
      const analysis = await analysisOf(source, uid);
      if (analysis?.faces) checkFaces(analysis.faces);
      if (analysis?.image) {
        const { model, embedding } = analysis.image;
        assert.ok(model.id && model.version, 'a model needs an id and a version');
        checkVector(embedding, embedding.length, 'the vector of a photo');
      }
    }
  },

  'are the same when they are read again': async ({ source }) => {
    for (const { uid } of (await timelineOf(source)).slice(0, 10)) {
      assert.deepEqual(await analysisOf(source, uid), await analysisOf(source, uid));
    }
  },

  'are null or not_found when there is no such photo': async ({ source }) => {
    await failsWith(async () => {
      const analysis = await analysisOf(source, unknownUid);
      if (analysis === null) throw Object.assign(new Error('none'), { code: 'not_found' });
    }, 'not_found');
  },

  'are not read when the signal is aborted': async ({ source }) => {
    const [first] = await timelineOf(source);
    assert.ok(first);
    await assert.rejects(
      analysisOf(source, first.uid, AbortSignal.abort()),
      'storedAnalysis must reject when it is aborted',
    );
  },
};
