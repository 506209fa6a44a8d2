import type { Box, DetectedFace, PictureAnalysis, PictureLabels, TextLine } from 'photofinch/plugin-api';
import type { Output, Outputs } from './answer.ts';
import { readBody, readVectors } from './body.ts';
import { fail, fields, list, number, oneLine, orNull, text, integer, WrongShape, type Fields } from './checks.ts';
import type { Job } from './job.ts';
import type { Task } from './needs.ts';

/*
 * Validates the answer of a worker, which is another machine, before any of it is stored. Whether values of the right shape
 * are correct cannot be checked.
 */

/** The length of a face's vector, fixed by `MlProvider`. */
const faceDimensions = 512;
/** The tolerance for the norm of a vector, which must be 1. */
const lengthRounding = 1e-2;
/** The tolerance, for rounding errors, of a box that exceeds the picture. */
const boxRounding = 1e-3;

const maxFaces = 1000;
const maxLabels = 2000;
const maxLines = 2000;

/** The facts that an answer must match. */
export interface ExpectedAnswer {
  readonly job: Pick<Job, 'task' | 'needs' | 'images' | 'texts' | 'faces' | 'parts'>;
  /** The length of vectors of pictures and texts; null if the job has no such vectors. */
  readonly dimensions: number | null;
}

/** The models of a worker failed at a job; this is a valid answer. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}

/** @throws WrongShape for an invalid answer, WorkerFailure */
export function readAnswer(bytes: Buffer, expected: ExpectedAnswer): Output {
  try {
    return readOutput(bytes, expected);
  } catch (error) {
    if (error instanceof WorkerFailure || error instanceof WrongShape) throw error;
    // JSON can contain lists that are nested too deeply to traverse, and objects that cannot be converted to text.
    return fail(`the answer cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readOutput(bytes: Buffer, { job, dimensions }: ExpectedAnswer): Output {
  const { head: json, rest } = readBody(bytes);
  const head = fields(json, 'the answer');
  if (JSON.stringify(head['needs']) !== JSON.stringify(job.needs)) fail('the answer is of other models');
  if (head['error'] !== undefined) throw new WorkerFailure(oneLine(text(head['error'], 'the error', 1000, 0)));
  return readers[job.task]({ head, rest, job, dimensions: dimensions ?? 0 });
}

interface AnswerParts extends ExpectedAnswer {
  readonly head: Fields;
  readonly rest: Buffer;
  readonly dimensions: number;
}

const readers: { [T in Task]: (reading: AnswerParts) => Outputs[T] } = {
  detectFaces: ({ head }) => readFaces(head['faces']),
  embedFaces: (reading) => vectorsOf(reading, reading.job.faces?.length ?? 0, faceDimensions).vectors,
  embedImages: (reading) => vectorsOf(reading, reading.job.images.length, reading.dimensions).vectors,
  embedTexts: (reading) => vectorsOf(reading, reading.job.texts?.length ?? 0, reading.dimensions).vectors,
  findLabels: ({ head }) => readLabels(head['labels']),
  readText: ({ head }) => list(head['lines'], 'the list of lines', maxLines).map(readLine),
  analyse: readAnalysis,
};

function readAnalysis(reading: AnswerParts): PictureAnalysis {
  const { head, job, dimensions } = reading;
  const parts = job.parts ?? { faces: false, image: false };
  const faces = parts.faces ? readFaces(head['faces']) : null;
  const { vectors, rest } = vectorsOf(reading, faces?.length ?? 0, faceDimensions);
  const image = parts.image ? imageVector(head, rest, dimensions) : null;
  return {
    faces: faces?.map((face, at) => ({ ...face, embedding: vectors[at] ?? fail('a face has no vector') })) ?? null,
    image,
    labels: parts.labels ? readLabels(head['labels']) : null,
  };
}

function imageVector(head: Fields, rest: Buffer, dimensions: number): Float32Array {
  if (head['image'] !== dimensions) fail(`the vector of the picture has ${String(head['image'])} numbers`);
  const [vector] = readVectors(rest, 1, dimensions);
  return checkedVector(vector ?? fail('the picture has no vector'));
}

/** @param count the required number of vectors */
function vectorsOf({ head, rest }: AnswerParts, count: number, dimensions: number) {
  const [vectorCount, length] = list(head['vectors'], 'the shape of the vectors', 2);
  if (vectorCount !== count) fail(`there are ${String(vectorCount)} vectors in place of ${count}`);
  if (count > 0 && length !== dimensions) fail(`a vector has ${String(length)} numbers in place of ${dimensions}`);
  const vectors = readVectors(rest, count, dimensions);
  return { vectors: vectors.map(checkedVector), rest: rest.subarray(count * dimensions * 4) };
}

function checkedVector(vector: Float32Array): Float32Array {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (!Number.isFinite(square)) fail('a vector has values that are no numbers');
  if (Math.abs(Math.sqrt(square) - 1) > lengthRounding) fail(`a vector has the length ${Math.sqrt(square)}, not 1`);
  return vector;
}

function readFaces(value: unknown): DetectedFace[] {
  return list(value, 'the list of faces', maxFaces).map((entry) => {
    const face = fields(entry, 'a face');
    const points = list(face['points'], 'the list of points', 5);
    if (points.length !== 5) fail(`a face has ${points.length} points`);
    return { box: readBox(face['box']), points: points.map(readPoint), score: fraction(face['score'], 'a score') };
  });
}

function readPoint(value: unknown): [number, number] {
  const [x, y] = list(value, 'a point', 2);
  // An eye of a face at the edge may lie outside the picture.
  return [number(x, 'a point', -1, 2), number(y, 'a point', -1, 2)];
}

function readLabels(value: unknown): PictureLabels {
  const { labels, people } = fields(value, 'the labels');
  const found = list(labels, 'the list of labels', maxLabels).map((entry) => {
    const label = fields(entry, 'a label');
    return {
      label: text(label['label'], 'a label', 100),
      score: fraction(label['score'], 'a score'),
      box: orNull(label['box'], readBox),
    };
  });
  if (new Set(found.map(({ label }) => label)).size !== found.length) fail('a label came twice');
  return { labels: found, people: integer(people, 'the number of people', 0, 10_000) };
}

function readLine(value: unknown): TextLine {
  const line = fields(value, 'a line');
  return {
    text: text(line['text'], 'a line', 1000),
    score: fraction(line['score'], 'a score'),
    box: readBox(line['box']),
  };
}

function readBox(value: unknown): Box {
  const box = fields(value, 'a box');
  const side = (name: 'x' | 'y' | 'w' | 'h'): number => number(box[name], 'a box', -boxRounding, 1 + boxRounding);
  const [x, y, w, h] = [side('x'), side('y'), side('w'), side('h')];
  const isInside = w > 0 && h > 0 && x + w <= 1 + boxRounding && y + h <= 1 + boxRounding;
  return isInside ? { x, y, w, h } : fail('a box is out of the picture');
}

const fraction = (value: unknown, subject: string): number => number(value, subject, 0, 1);
