import { faceDimensions } from '../domain/face-dimensions.ts';
import { maxFaces } from '../domain/max-faces.ts';
import type {
  AnalysisParts,
  DetectedFace,
  MlCallOptions,
  MlModels,
  MlProvider,
  ModelId,
  PictureAnalysis,
  PictureLabels,
  RgbImage,
} from '../plugin-api/ml-provider.ts';

const background = 'background';

/** A provider and its current models: results are stored under their names. */
export interface Models {
  readonly provider: MlProvider;
  readonly models: MlModels;
}

/** An answer of models that their contract does not allow. */
export class WrongModelAnswer extends Error {}

/** Runs these models on a picture, in a single call if the provider supports that. The results are validated. */
export async function runModels(
  { provider, models }: Models,
  image: RgbImage,
  parts: AnalysisParts,
  signal: AbortSignal,
): Promise<PictureAnalysis> {
  const answer = provider.analyse
    ? await provider.analyse(image, parts, { priority: background, signal })
    : await inSingleCalls({ provider, models }, image, parts, signal);
  const dimensions = models.imageText?.dimensions;
  return {
    faces: parts.faces
      ? notTooMany(answer.faces ?? []).map((face) => ({ ...checkedFace(face), ...embeddingOf(face) }))
      : null,
    image: parts.image ? checkedVector(answer.image ?? undefined, dimensions ?? 0) : null,
    labels: parts.labels ? checkedLabels(answer.labels) : null,
  };
}

/** The vectors of faces that were detected before, in the order of `faces`. */
export async function embedKnownFaces(
  { provider, models }: Models,
  image: RgbImage,
  faces: readonly DetectedFace[],
  signal: AbortSignal,
): Promise<NonNullable<PictureAnalysis['faces']>> {
  if (faces.length === 0) return [];
  const vectors = await provider.embedFaces(image, faces, by(models.faceEmbedder, signal));
  return faces.map((face, index) => ({ ...face, embedding: checkedVector(vectors[index], faceDimensions) }));
}

async function inSingleCalls(
  { provider, models }: Models,
  image: RgbImage,
  parts: AnalysisParts,
  signal: AbortSignal,
): Promise<PictureAnalysis> {
  const detected = parts.faces ? await provider.detectFaces(image, by(models.faceDetector, signal)) : null;
  const faces = detected && (await embedKnownFaces({ provider, models }, image, notTooMany(detected), signal));
  const [vector] = parts.image ? await provider.embedImages([image], by(models.imageText, signal)) : [];
  const labels = parts.labels ? await provider.findLabels?.(image, by(models.labels ?? null, signal)) : null;
  return { faces, image: vector ?? null, labels: labels ?? null };
}

/** Requests this model explicitly: another one may have replaced it since its name was read. */
function by(model: ModelId | null, signal: AbortSignal): MlCallOptions {
  return { priority: background, signal, ...(model && { model: { id: model.id, version: model.version } }) };
}

function notTooMany<T>(faces: readonly T[]): readonly T[] {
  if (faces.length <= maxFaces) return faces;
  throw new WrongModelAnswer(`They found ${faces.length} faces, and at most ${maxFaces} are taken`);
}

function checkedFace({ box, points, score }: DetectedFace): DetectedFace {
  const numbers = [box.x, box.y, box.w, box.h, score, ...points.flat()];
  if (!numbers.every((value) => Number.isFinite(value)))
    throw new WrongModelAnswer('The face detector gave no numbers');
  return { box: { x: box.x, y: box.y, w: box.w, h: box.h }, points, score };
}

function embeddingOf({ embedding }: { readonly embedding: Float32Array }): { readonly embedding: Float32Array } {
  return { embedding: checkedVector(embedding, faceDimensions) };
}

/** Each label once, with its best score; invalid scores are left out. */
function checkedLabels(answer: PictureLabels | null | undefined): PictureLabels {
  if (!answer) throw new WrongModelAnswer('A model of labels gave none');
  const bestByLabel = new Map<string, PictureLabels['labels'][number]>();
  for (const { label, score, box } of answer.labels) {
    const numbers = [score, ...(box ? [box.x, box.y, box.w, box.h] : [])];
    if (!numbers.every((value) => Number.isFinite(value)))
      throw new WrongModelAnswer('A model of labels gave no numbers');
    if (score > (bestByLabel.get(label)?.score ?? 0)) bestByLabel.set(label, { label, score: Math.min(1, score), box });
  }
  return { labels: [...bestByLabel.values()], people: Math.max(0, Math.round(answer.people)) };
}

function checkedVector(vector: Float32Array | undefined, dimensions: number): Float32Array {
  if (vector?.length !== dimensions || !vector.every((value) => Number.isFinite(value))) {
    throw new WrongModelAnswer(`A model gave no vector of ${dimensions} numbers`);
  }
  return vector;
}
