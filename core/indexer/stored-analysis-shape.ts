import { faceDimensions } from '../domain/face-dimensions.ts';
import type { DetectedFace, Box, FaceThresholds, ModelId } from '../plugin-api/ml-provider.ts';
import type { StoredAnalysis } from '../plugin-api/photo-source.ts';
import { checked, fail, fields, list, number, orNull, sha1, text } from './shape-checks.ts';

type StoredFaces = NonNullable<StoredAnalysis['faces']>;

const MAX_IMAGE_DIMENSIONS = 4096;

/** Eyes, nose, corners of the mouth. */
const POINTS = 5;

/** More than any photo of people shows. */
const MAX_FACES = 2000;

/** How far from 1 the length of a vector may be that was written and read in single precision. */
const LENGTH_ERROR = 0.01;

/** How far a box may reach beyond the photo by rounding; what is outside is cut off. */
const ROUNDING = 1e-3;

/** What a source says that models found in a photo, checked field by field. */
export function readStoredAnalysis(answer: unknown): StoredAnalysis | null {
  return checked('storedAnalysis', () =>
    orNull(answer, (value) => {
      const analysis = fields(value, 'the answer');
      return {
        sha1: sha1(analysis['sha1'], 'sha1'),
        faces: orNull(analysis['faces'], readFaces),
        image: orNull(analysis['image'], (given) => {
          const image = fields(given, 'image');
          const embedding = vector(image['embedding'], 'image.embedding');
          if (embedding.length > MAX_IMAGE_DIMENSIONS) {
            fail('image.embedding', `at most ${MAX_IMAGE_DIMENSIONS} numbers`);
          }
          return { model: modelId(image['model'], 'image.model'), embedding };
        }),
      };
    }),
  );
}

function readFaces(value: unknown): StoredFaces {
  const faces = fields(value, 'faces');
  const found = list(faces['found'], 'faces.found');
  if (found.length > MAX_FACES) fail('faces.found', `a list of at most ${MAX_FACES} faces`);
  const embedder = fields(faces['embedder'], 'faces.embedder');
  const thresholds = orNull(embedder['thresholds'], readThresholds);
  return {
    detector: modelId(faces['detector'], 'faces.detector'),
    embedder: { ...modelId(embedder, 'faces.embedder'), ...(thresholds && { thresholds }) },
    found: found.map((given, index) => {
      const path = `faces.found[${index}]`;
      const face = fields(given, path);
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

/** Models are told apart as `id@version`, and pairs of them as `a@1+b@2`. */
function modelId(value: unknown, path: string): ModelId {
  const model = fields(value, path);
  const part = (name: 'id' | 'version'): string => {
    const given = text(model[name], `${path}.${name}`, 64, 1);
    if (/[@+]/.test(given)) fail(`${path}.${name}`, 'a text without @ and +');
    return given;
  };
  return { id: part('id'), version: part('version') };
}

function readThresholds(value: unknown): FaceThresholds {
  const path = 'faces.embedder.thresholds';
  const thresholds = fields(value, path);
  return { edge: fraction(thresholds['edge'], `${path}.edge`), link: fraction(thresholds['link'], `${path}.link`) };
}

function fraction(value: unknown, path: string): number {
  const given = number(value, path);
  if (given < 0 || given > 1) fail(path, 'a number from 0 to 1');
  return given;
}

function readBox(value: unknown, path: string): Box {
  const box = fields(value, path);
  const [x, w] = within(number(box['x'], `${path}.x`), number(box['w'], `${path}.w`), path);
  const [y, h] = within(number(box['y'], `${path}.y`), number(box['h'], `${path}.h`), path);
  return { x, y, w, h };
}

/** The part of one side of a box that lies in the photo. */
function within(start: number, length: number, path: string): [start: number, length: number] {
  if (start >= 0 && length > 0 && start + length <= 1) return [start, length];
  const from = Math.max(0, start);
  const to = Math.min(1, start + length);
  const inside = from - start < ROUNDING && start + length - to < ROUNDING && to > from;
  if (!inside) fail(path, 'a rectangle in fractions of the photo');
  return [from, to - from];
}

/** Points may lie outside of the photo, as the far eye of a face at its edge does. */
function readPoints(value: unknown, path: string): DetectedFace['points'] {
  const points = list(value, path);
  if (points.length !== POINTS) fail(path, `a list of ${POINTS} points`);
  return points.map((given, index) => {
    const at = `${path}[${index}]`;
    const [x, y] = list(given, at);
    return [number(x, at), number(y, at)] as const;
  });
}

/** A vector of the length 1. */
function vector(value: unknown, path: string): Float32Array {
  if (!(value instanceof Float32Array)) fail(path, 'a Float32Array');
  let squares = 0;
  for (const component of value) squares += component * component;
  if (!(Math.abs(Math.sqrt(squares) - 1) < LENGTH_ERROR)) fail(path, 'a vector of the length 1');
  return value;
}
