import type { DetectedFace, PictureAnalysis, PictureLabels, TextLine } from 'photofinch/plugin-api';
import { bodyOf, floatBytes } from './body.ts';
import type { Needs, Task } from './needs.ts';

/** What the calls of the contract answer. */
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

/** An answer without its vectors, which follow in this order: those of `vectors`, then that of `image`. */
export interface AnswerHead {
  /** The models that it is of. */
  readonly needs: Needs;
  /** Why the models failed over it; then there is nothing else. */
  readonly error?: string;
  readonly faces?: readonly DetectedFace[] | null;
  readonly labels?: PictureLabels | null;
  readonly lines?: readonly TextLine[];
  /** How many there are, and of how many numbers each. */
  readonly vectors?: readonly [count: number, dimensions: number];
  /** How many numbers the vector of the whole picture has. */
  readonly image?: number | null;
}

/** What the head and the vectors of each call's answer are. */
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

/** Of vectors that differ in length, that of the first: the server will see that the others do not fit. */
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
