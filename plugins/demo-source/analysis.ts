import { readFile } from 'node:fs/promises';
import type { DetectedFace, FaceThresholds, ModelId, StoredAnalysis } from 'photofinch/plugin-api';

/**
 * What `analysis.json` holds: what models found in the pictures, so that the demo has people where no model can be
 * installed. `npm run demo:analyse` writes it. Vectors are float32, little endian, in base64.
 */
export interface AnalysisFile {
  readonly detector: ModelId;
  readonly embedder: ModelId & { readonly thresholds?: FaceThresholds };
  /** The model of the pictures' own vectors; absent when the file has none. */
  readonly image?: ModelId;
  readonly pictures: readonly AnalysedPicture[];
}

/** One picture; copies of the same content are one. */
export interface AnalysedPicture {
  readonly file: string;
  readonly sha1: string;
  readonly faces: readonly StoredFace[];
  readonly image?: string;
}

/** A face in fractions of the upright picture. */
interface StoredFace {
  readonly box: readonly [x: number, y: number, w: number, h: number];
  readonly points: DetectedFace['points'];
  readonly score: number;
  readonly embedding: string;
}

/** What models found in the pictures, by the sha1 of their content. */
export async function readAnalyses(): Promise<ReadonlyMap<string, StoredAnalysis>> {
  const file = JSON.parse(await readFile(new URL('analysis.json', import.meta.url), 'utf8')) as AnalysisFile;
  return new Map(file.pictures.map((picture) => [picture.sha1, storedAnalysis(file, picture)]));
}

function storedAnalysis({ detector, embedder, image }: AnalysisFile, picture: AnalysedPicture): StoredAnalysis {
  return {
    sha1: picture.sha1,
    faces: { detector, embedder, found: picture.faces.map(foundFace) },
    image: image && picture.image !== undefined ? { model: image, embedding: vectorOf(picture.image) } : null,
  };
}

function foundFace({
  box: [x, y, w, h],
  points,
  score,
  embedding,
}: StoredFace): NonNullable<StoredAnalysis['faces']>['found'][number] {
  return { box: { x, y, w, h }, points, score, embedding: vectorOf(embedding) };
}

/** Float32, little endian whatever the machine. */
function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
