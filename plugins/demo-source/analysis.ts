import { readFile } from 'node:fs/promises';
import type { Box, Confidence, DetectedFace, FaceThresholds, ModelId, StoredAnalysis } from 'photofinch/plugin-api';

/**
 * What `analysis.json` holds: what models found in the pictures, so that the demo has people and things where no model
 * can be installed. `npm run demo:analyse` writes it. Vectors are float32, little endian, in base64.
 */
export interface AnalysisFile {
  readonly detector: ModelId;
  readonly embedder: ModelId & { readonly thresholds?: FaceThresholds };
  /** The model of the pictures' own vectors; absent when the file has none. */
  readonly image?: ModelId;
  /** The model of labels; absent when the file has none. */
  readonly labels?: ModelId & { readonly confidence: Confidence };
  /** The model of texts; absent when the file has none. */
  readonly text?: ModelId & { readonly confidence: Confidence };
  readonly pictures: readonly AnalysedPicture[];
}

/** One picture; copies of the same content are one. */
export interface AnalysedPicture {
  readonly file: string;
  readonly sha1: string;
  readonly faces: readonly StoredFace[];
  readonly image?: string;
  /** The things in a picture, best first; the box is null if the model cannot locate it. */
  readonly labels?: readonly (readonly [label: string, score: number, box: BoxSides | null])[];
  readonly people?: number;
  readonly text?: readonly (readonly [text: string, score: number, box: BoxSides])[];
}

/** In fractions of the upright picture. */
type BoxSides = readonly [x: number, y: number, w: number, h: number];

/** A face in fractions of the upright picture. */
interface StoredFace {
  readonly box: BoxSides;
  readonly points: DetectedFace['points'];
  readonly score: number;
  readonly embedding: string;
}

/** What models found in the pictures, by the sha1 of their content. */
export async function readAnalyses(): Promise<ReadonlyMap<string, StoredAnalysis>> {
  const file = JSON.parse(await readFile(new URL('analysis.json', import.meta.url), 'utf8')) as AnalysisFile;
  return new Map(file.pictures.map((picture) => [picture.sha1, storedAnalysis(file, picture)]));
}

function storedAnalysis(file: AnalysisFile, picture: AnalysedPicture): StoredAnalysis {
  const { detector, embedder, image, labels, text } = file;
  return {
    sha1: picture.sha1,
    faces: { detector, embedder, found: picture.faces.map(foundFace) },
    image: image && picture.image !== undefined ? { model: image, embedding: vectorOf(picture.image) } : null,
    labels: labels && picture.labels ? { model: labels, ...foundLabels(picture.labels, picture.people ?? 0) } : null,
    text: text && picture.text ? { model: text, lines: picture.text.map(textLine) } : null,
  };
}

function foundLabels(labels: NonNullable<AnalysedPicture['labels']>, people: number) {
  return { found: labels.map(([label, score, box]) => ({ label, score, box: box && boxOf(box) })), people };
}

function textLine([text, score, box]: NonNullable<AnalysedPicture['text']>[number]) {
  return { text, score, box: boxOf(box) };
}

function boxOf([x, y, w, h]: BoxSides): Box {
  return { x, y, w, h };
}

function foundFace({
  box,
  points,
  score,
  embedding,
}: StoredFace): NonNullable<StoredAnalysis['faces']>['found'][number] {
  return { box: boxOf(box), points, score, embedding: vectorOf(embedding) };
}

/** Float32, little endian on every machine. */
function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
