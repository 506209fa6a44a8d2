import { faceDimensions } from '../domain/face-dimensions.ts';
import { maxFaces } from '../domain/max-faces.ts';
import { longestLine, maxLines } from '../domain/text-lines.ts';
import type { DetectedFace, FaceThresholds } from '../plugin-api/ml-provider.ts';
import type { StoredAnalysis } from '../plugin-api/photo-source.ts';
import { fraction, modelId, modelWithConfidence, readBox } from './model-shapes.ts';
import { checkAnswer, fail, fields, list, number, orNull, sha1, text } from './shape-checks.ts';

type StoredFaces = NonNullable<StoredAnalysis['faces']>;

const MAX_IMAGE_DIMENSIONS = 4096;

/** Eyes, nose, corners of the mouth. */
const POINTS = 5;

/** How far the length of a vector may differ from 1, since it was stored in single precision. */
const LENGTH_ERROR = 0.01;

const MAX_LABELS = 500;
const LONGEST_LABEL = 100;
const MAX_PEOPLE = 10_000;

/** Validates the stored analysis of a photo, field by field. */
export function readStoredAnalysis(answer: unknown): StoredAnalysis | null {
  return checkAnswer('storedAnalysis', () =>
    orNull(answer, (value) => {
      const analysis = fields(value, 'the answer');
      return {
        sha1: sha1(analysis['sha1'], 'sha1'),
        faces: orNull(analysis['faces'], readFaces),
        image: orNull(analysis['image'], (part) => {
          const image = fields(part, 'image');
          const embedding = vector(image['embedding'], 'image.embedding');
          if (embedding.length > MAX_IMAGE_DIMENSIONS) {
            fail('image.embedding', `at most ${MAX_IMAGE_DIMENSIONS} numbers`);
          }
          return { model: modelId(image['model'], 'image.model'), embedding };
        }),
        labels: orNull(analysis['labels'], readLabels),
        text: orNull(analysis['text'], readText),
      };
    }),
  );
}

function readFaces(value: unknown): StoredFaces {
  const faces = fields(value, 'faces');
  const found = shortList(faces['found'], 'faces.found', maxFaces);
  const embedder = fields(faces['embedder'], 'faces.embedder');
  const thresholds = orNull(embedder['thresholds'], readThresholds);
  return {
    detector: modelId(faces['detector'], 'faces.detector'),
    embedder: { ...modelId(embedder, 'faces.embedder'), ...(thresholds && { thresholds }) },
    found: found.map((entry, index) => {
      const path = `faces.found[${index}]`;
      const face = fields(entry, path);
      const embedding = vector(face['embedding'], `${path}.embedding`);
      if (embedding.length !== faceDimensions) fail(`${path}.embedding`, `${faceDimensions} numbers`);
      return {
        box: readBox(face['box'], `${path}.box`),
        points: readPoints(face['points'], `${path}.points`),
        score: fraction(face['score'], `${path}.score`),
        embedding,
      };
    }),
  };
}

function readThresholds(value: unknown): FaceThresholds {
  const path = 'faces.embedder.thresholds';
  const thresholds = fields(value, path);
  return { edge: fraction(thresholds['edge'], `${path}.edge`), link: fraction(thresholds['link'], `${path}.link`) };
}

function readLabels(value: unknown): NonNullable<StoredAnalysis['labels']> {
  const labels = fields(value, 'labels');
  const people = number(labels['people'], 'labels.people');
  if (!Number.isInteger(people) || people < 0 || people > MAX_PEOPLE) {
    fail('labels.people', `a whole number from 0 to ${MAX_PEOPLE}`);
  }
  const seenLabels = new Set<string>();
  const found = shortList(labels['found'], 'labels.found', MAX_LABELS).map((entry, index) => {
    const path = `labels.found[${index}]`;
    const fact = fields(entry, path);
    const label = text(fact['label'], `${path}.label`, LONGEST_LABEL, 1);
    if (seenLabels.has(label)) fail(`${path}.label`, 'another one than those before');
    seenLabels.add(label);
    const box = orNull(fact['box'], (area) => readBox(area, `${path}.box`));
    return { label, score: fraction(fact['score'], `${path}.score`), box };
  });
  return { model: modelWithConfidence(labels['model'], 'labels.model'), found, people };
}

function readText(value: unknown): NonNullable<StoredAnalysis['text']> {
  const content = fields(value, 'text');
  const lines = shortList(content['lines'], 'text.lines', maxLines).map((entry, index) => {
    const path = `text.lines[${index}]`;
    const line = fields(entry, path);
    return {
      text: text(line['text'], `${path}.text`, longestLine, 1),
      score: fraction(line['score'], `${path}.score`),
      box: readBox(line['box'], `${path}.box`),
    };
  });
  return { model: modelWithConfidence(content['model'], 'text.model'), lines };
}

function shortList(value: unknown, path: string, limit: number): readonly unknown[] {
  const entries = list(value, path);
  if (entries.length > limit) fail(path, `a list of at most ${limit}`);
  return entries;
}

/** Points may be outside the photo, such as the far eye of a face at its edge. */
function readPoints(value: unknown, path: string): DetectedFace['points'] {
  const points = list(value, path);
  if (points.length !== POINTS) fail(path, `a list of ${POINTS} points`);
  return points.map((point, index) => {
    const at = `${path}[${index}]`;
    const [x, y] = list(point, at);
    return [number(x, at), number(y, at)] as const;
  });
}

/** A vector of length 1. */
function vector(value: unknown, path: string): Float32Array {
  if (!(value instanceof Float32Array)) fail(path, 'a Float32Array');
  let squares = 0;
  for (const component of value) squares += component * component;
  if (!(Math.abs(Math.sqrt(squares) - 1) < LENGTH_ERROR)) fail(path, 'a vector of the length 1');
  return value;
}
