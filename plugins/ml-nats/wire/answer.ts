import type { DetectedFace, PictureAnalysis, PictureLabels, TextLine } from 'photofinch/plugin-api';
import { bodyOf, floatBytes } from './body.ts';
import type { Needs, Task } from './needs.ts';

/** The results of the calls of `MlProvider`. */
export interface Outputs {
  detectFaces: DetectedFace[];
  embedFaces: Float32Array[];
  embedImages: Float32Array[];
  embedTexts: Float32Array[];
  findLabels: PictureLabels;
  readText: TextLine[];
  analyse: PictureAnalysis;
}

export type Output = Outputs[Task];

/** An answer without its vectors, which follow it in this order: those of `vectors`, then the one of `image`. */
export interface AnswerHead {
  /** The models that made the answer. */
  readonly needs: Needs;
  /** The error of the models; all other fields are missing then. */
  readonly error?: string;
  readonly faces?: readonly DetectedFace[] | null;
  readonly labels?: PictureLabels | null;
  readonly lines?: readonly TextLine[];
  /** The number of vectors, and the length of each. */
  readonly vectors?: readonly [count: number, dimensions: number];
  /** The length of the vector of the whole picture. */
  readonly image?: number | null;
}

/** Splits the result of each call into head and vectors. */
const headOf: { [T in Task]: (output: Outputs[T]) => [Omit<AnswerHead, 'needs'>, readonly Float32Array[]] } = {
  detectFaces: (faces) => [{ faces }, []],
  embedFaces: (vectors) => [{ vectors: shapeOf(vectors) }, vectors],
  embedImages: (vectors) => [{ vectors: shapeOf(vectors) }, vectors],
  embedTexts: (vectors) => [{ vectors: shapeOf(vectors) }, vectors],
  findLabels: (labels) => [{ labels }, []],
  readText: (lines) => [{ lines }, []],
  analyse: ({ faces, image, labels = null }) => {
    const vectors = (faces ?? []).map(({ embedding }) => embedding);
    const bare = faces?.map(({ box, points, score }) => ({ box, points, score })) ?? null;
    const head = { faces: bare, labels, vectors: shapeOf(vectors), image: image?.length ?? null };
    return [head, [...vectors, ...(image ? [image] : [])]];
  },
};

/** Takes the length of the first vector; the server rejects the answer if other vectors differ. */
function shapeOf(vectors: readonly Float32Array[]): [count: number, dimensions: number] {
  return [vectors.length, vectors[0]?.length ?? 0];
}

export function answerBody<T extends Task>(task: T, needs: Needs, output: Outputs[T]): Uint8Array[] {
  const [head, vectors] = headOf[task](output);
  return bodyOf({ needs, ...head } satisfies AnswerHead, floatBytes(vectors));
}

/** @param error one sentence */
export function failureBody(needs: Needs, error: string): Uint8Array[] {
  return bodyOf({ needs, error: error.slice(0, 1000) } satisfies AnswerHead, []);
}
