import type { AnalysisParts, DetectedFace, MlProvider, PictureAnalysis, RgbImage } from '../plugin-api/ml-provider.ts';
import { faceDimensions } from './analysis-models.ts';

const background = 'background';

/** Looks for these parts in a picture, in one call where the provider has one for it. What it answers is checked. */
export async function runModels(
  provider: MlProvider,
  image: RgbImage,
  parts: AnalysisParts,
  signal: AbortSignal,
): Promise<PictureAnalysis> {
  const answer = provider.analyse
    ? await provider.analyse(image, parts, { priority: background, signal })
    : await inSingleCalls(provider, image, parts, signal);
  const dimensions = provider.models().imageText?.dimensions;
  return {
    faces: parts.faces ? (answer.faces ?? []).map((face) => ({ ...checkedFace(face), ...embeddingOf(face) })) : null,
    image: parts.image ? checkedVector(answer.image ?? undefined, dimensions ?? 0) : null,
  };
}

/** Vectors of faces that were found before, in the order of `faces`. */
export async function embedKnownFaces(
  provider: MlProvider,
  image: RgbImage,
  faces: readonly DetectedFace[],
  signal: AbortSignal,
): Promise<NonNullable<PictureAnalysis['faces']>> {
  if (faces.length === 0) return [];
  const vectors = await provider.embedFaces(image, faces, { priority: background, signal });
  return faces.map((face, index) => ({ ...face, embedding: checkedVector(vectors[index], faceDimensions) }));
}

async function inSingleCalls(
  provider: MlProvider,
  image: RgbImage,
  parts: AnalysisParts,
  signal: AbortSignal,
): Promise<PictureAnalysis> {
  const options = { priority: background, signal } as const;
  const faces = parts.faces
    ? await embedKnownFaces(provider, image, await provider.detectFaces(image, options), signal)
    : null;
  const [vector] = parts.image ? await provider.embedImages([image], options) : [];
  return { faces, image: vector ?? null };
}

function checkedFace({ box, points, score }: DetectedFace): DetectedFace {
  const numbers = [box.x, box.y, box.w, box.h, score, ...points.flat()];
  if (!numbers.every((value) => Number.isFinite(value))) throw new Error('The face detector gave no numbers');
  return { box: { x: box.x, y: box.y, w: box.w, h: box.h }, points, score };
}

function embeddingOf({ embedding }: { readonly embedding: Float32Array }): { readonly embedding: Float32Array } {
  return { embedding: checkedVector(embedding, faceDimensions) };
}

function checkedVector(vector: Float32Array | undefined, dimensions: number): Float32Array {
  if (vector?.length !== dimensions || !vector.every((value) => Number.isFinite(value))) {
    throw new Error(`A model gave no vector of ${dimensions} numbers`);
  }
  return vector;
}
