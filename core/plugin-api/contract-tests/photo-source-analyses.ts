import assert from 'node:assert/strict';
import type { Box, Confidence, ModelId } from '../ml-provider.ts';
import type { PhotoSource, StoredAnalysis } from '../photo-source.ts';
import { failsWith, nodesOf, timelineOf, unknownUid, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

const FACE_DIMENSIONS = 512;
/** How far a box may reach beyond the photo. */
const ROUNDING = 1e-3;
const MAX_LABELS = 500;
const LONGEST_LABEL = 100;
const MAX_PEOPLE = 10_000;
const MAX_LINES = 500;
const LONGEST_LINE = 1000;

const isFraction = (value: number): boolean => value >= 0 && value <= 1;

/** The analysis of a photo, from a source that is known to provide them. */
async function analysisOf(source: PhotoSource, uid: string, signal = neverAborted()): Promise<StoredAnalysis | null> {
  const analysis = source.storedAnalysis?.(uid, { signal });
  assert.ok(analysis, 'analyses are to be tested, but the source has no storedAnalysis');
  return analysis;
}

function checkVector(vector: Float32Array, dimensions: number, name: string): void {
  assert.ok(vector instanceof Float32Array, `${name} must be a Float32Array`);
  assert.equal(vector.length, dimensions, `${name} must have the right number of dimensions`);
  const length = Math.hypot(...vector);
  assert.ok(Math.abs(length - 1) < 1e-3, `${name} has the length ${length}: it must be normalised to 1`);
}

function checkModel({ id, version }: ModelId): void {
  assert.ok(id && version, 'a model needs an id and a version');
}

function checkConfidence({ confidence: { search, show }, ...model }: ModelId & { confidence: Confidence }): void {
  checkModel(model);
  assert.ok([search, show].every(isFraction), 'both values of a confidence must be between 0 and 1');
}

function checkBox({ x, y, w, h }: Box): void {
  const isInside = (value: number): boolean => value > -ROUNDING && value < 1 + ROUNDING;
  assert.ok([x, y, x + w, y + h].every(isInside), 'a box must lie within the photo, in fractions from 0 to 1');
  assert.ok(w > 0 && h > 0, 'a box must not be empty');
}

function checkWords(words: string, longest: number, name: string): void {
  assert.ok(words.length > 0 && words.length <= longest, `${name} must have 1 to ${longest} characters`);
}

function checkFaces({ detector, embedder, found }: NonNullable<StoredAnalysis['faces']>): void {
  for (const model of [detector, embedder]) checkModel(model);
  for (const { box, points, score, embedding } of found) {
    checkBox(box);
    assert.ok(isFraction(score), 'a score must be between 0 and 1');
    assert.equal(points.length, 5, 'a face must have five landmarks');
    assert.ok(points.flat().every(Number.isFinite), 'the landmarks of a face must be numbers');
    checkVector(embedding, FACE_DIMENSIONS, 'the vector of a face');
  }
}

function checkLabels({ model, found, people }: NonNullable<StoredAnalysis['labels']>): void {
  checkConfidence(model);
  assert.ok(
    Number.isInteger(people) && people >= 0 && people <= MAX_PEOPLE,
    `people must be a plausible count, not ${people}`,
  );
  assert.ok(found.length <= MAX_LABELS, `a photo must have at most ${MAX_LABELS} labels`);
  assert.equal(new Set(found.map(({ label }) => label)).size, found.length, 'a photo must have each label only once');
  for (const { label, score, box } of found) {
    checkWords(label, LONGEST_LABEL, 'a label');
    assert.ok(isFraction(score), 'a score must be between 0 and 1');
    if (box) checkBox(box);
  }
}

function checkText({ model, lines }: NonNullable<StoredAnalysis['text']>): void {
  checkConfidence(model);
  assert.ok(lines.length <= MAX_LINES, `a photo must have at most ${MAX_LINES} lines`);
  for (const { text, score, box } of lines) {
    checkWords(text, LONGEST_LINE, 'a line');
    assert.ok(isFraction(score), 'a score must be between 0 and 1');
    checkBox(box);
  }
}

/** Tests of stored analyses. */
export const analysisChecks: Checks<PhotoSourceSubject> = {
  'have the same sha1 as the node of the photo': async ({ source }) => {
    let analysed = 0;
    for (const { uid, sha1 } of await nodesOf(source)) {
      const analysis = await analysisOf(source, uid);
      if (!analysis) continue;
      analysed += 1;
      assert.match(analysis.sha1, /^[0-9a-f]{40}$/i);
      // An analysis of other bytes would never be used.
      if (sha1 !== null) assert.equal(analysis.sha1.toLowerCase(), sha1.toLowerCase());
    }
    assert.ok(analysed > 0, 'create() must return a source with a photo that has an analysis');
  },

  'have faces in fractions of the photo, and normalised vectors': async ({ source }) => {
    for (const { uid } of await timelineOf(source)) {
      const analysis = await analysisOf(source, uid);
      if (analysis?.faces) checkFaces(analysis.faces);
      if (analysis?.image) {
        const { model, embedding } = analysis.image;
        checkModel(model);
        checkVector(embedding, embedding.length, 'the vector of a photo');
      }
    }
  },

  'have each label once, with a score, and with boxes in fractions of the photo': async ({ source }) => {
    for (const { uid } of await timelineOf(source)) {
      const analysis = await analysisOf(source, uid);
      if (analysis?.labels) checkLabels(analysis.labels);
    }
  },

  'have lines of text with scores, and with boxes in fractions of the photo': async ({ source }) => {
    for (const { uid } of await timelineOf(source)) {
      const analysis = await analysisOf(source, uid);
      if (analysis?.text) checkText(analysis.text);
    }
  },

  'are the same when read again': async ({ source }) => {
    for (const { uid } of (await timelineOf(source)).slice(0, 10)) {
      assert.deepEqual(await analysisOf(source, uid), await analysisOf(source, uid));
    }
  },

  'are null or not_found for an unknown photo': async ({ source }) => {
    await failsWith(async () => {
      const analysis = await analysisOf(source, unknownUid);
      if (analysis === null) throw Object.assign(new Error('none'), { code: 'not_found' });
    }, 'not_found');
  },

  'reject when the signal is aborted': async ({ source }) => {
    const [first] = await timelineOf(source);
    assert.ok(first);
    await assert.rejects(
      analysisOf(source, first.uid, AbortSignal.abort()),
      'storedAnalysis must reject when its signal is aborted',
    );
  },
};
