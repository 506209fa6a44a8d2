import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PhotoReader } from '../core/media/photo-reader.ts';
import type { Box, MlProvider, RgbImage } from '../core/plugin-api/index.ts';
import type { AnalysedPicture, AnalysisFile } from '../plugins/demo-source/analysis.ts';
import manifest from '../plugins/demo-source/manifest.json' with { type: 'json' };

const photos = new URL('../plugins/demo-source/photos/', import.meta.url);

/** Decimal places: a hundredth of a pixel. */
const digits = 5;

const options = { priority: 'background', signal: new AbortController().signal } as const;

/**
 * Analyses each demo picture as the indexer does: with the same decoding, the provider's preferred size and its models.
 * @throws Error if the provider has no models for faces
 */
export async function analyseDemoPictures(
  provider: MlProvider,
  isWanted: (file: string) => boolean = () => true,
): Promise<AnalysisFile> {
  const { faceDetector: detector, faceEmbedder: embedder, imageText, labels, text } = provider.models();
  if (!detector || !embedder)
    throw new Error('There are no models for faces: install them with `photofinch models pull`.');
  const reader = new PhotoReader({ maxPhotoPixels: 100_000_000, photoMemory: 384 * 1024 * 1024, workers: 2 });
  try {
    const pictures: AnalysedPicture[] = [];
    for (const { file, duplicate_of: original } of manifest.photos as { file: string; duplicate_of?: string }[]) {
      if (original === undefined && isWanted(file)) pictures.push(await analyse(file, provider, reader));
    }
    return {
      detector,
      embedder,
      ...(imageText && { image: { id: imageText.id, version: imageText.version } }),
      ...(labels && { labels: { id: labels.id, version: labels.version, confidence: labels.confidence } }),
      ...(text && { text: { id: text.id, version: text.version, confidence: text.confidence } }),
      pictures,
    };
  } finally {
    await reader.close();
  }
}

async function analyse(file: string, provider: MlProvider, reader: PhotoReader): Promise<AnalysedPicture> {
  const bytes = Uint8Array.from(await readFile(new URL(file, photos)));
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  const image = await reader.rgb(bytes, provider.preferredImageSize);
  const detected = await provider.detectFaces(image, options);
  const embeddings = await provider.embedFaces(image, detected, options);
  const faces = detected.map(({ box, points, score }, index) => ({
    box: sidesOf(box),
    points: points.map(([x, y]) => [rounded(x), rounded(y)] as const),
    score: rounded(score),
    embedding: base64Of(embeddings[index]),
  }));
  return {
    file,
    sha1,
    faces,
    ...(provider.models().imageText && { image: await imageVector(image, provider) }),
    ...(await foundLabels(image, provider)),
    ...(await linesOf(bytes, provider, reader)),
  };
}

/**
 * Labels that can be searched for and named without the model's vocabulary. Labels that only searches use are left out,
 * and so are uncertain ones.
 */
async function foundLabels(
  image: RgbImage,
  provider: MlProvider,
): Promise<Pick<AnalysedPicture, 'labels' | 'people'> | undefined> {
  const model = provider.models().labels;
  if (!model || !provider.findLabels) return undefined;
  const { labels, people } = await provider.findLabels(image, options);
  const confident = labels.filter(({ label, score }) => {
    return score >= model.confidence.search && model.vocabulary.nameOf(label, 'en') !== null;
  });
  return {
    labels: confident.map(({ label, score, box }) => [label, thousandth(score), box && sidesOf(box)] as const),
    people,
  };
}

async function linesOf(
  bytes: Uint8Array<ArrayBuffer>,
  provider: MlProvider,
  reader: PhotoReader,
): Promise<Pick<AnalysedPicture, 'text'> | undefined> {
  const model = provider.models().text;
  if (!model || !provider.readText) return undefined;
  const image = await reader.rgb(bytes, provider.preferredTextSize ?? provider.preferredImageSize);
  const lines = (await provider.readText(image, options)).filter(({ score }) => score >= model.confidence.search);
  return { text: lines.map(({ text, score, box }) => [text, thousandth(score), sidesOf(box)] as const) };
}

function sidesOf({ x, y, w, h }: Box): readonly [number, number, number, number] {
  return [rounded(x), rounded(y), rounded(w), rounded(h)];
}

function thousandth(score: number): number {
  return Number(score.toFixed(3));
}

async function imageVector(image: RgbImage, provider: MlProvider): Promise<string> {
  const [vector] = await provider.embedImages([image], options);
  return base64Of(vector);
}

function rounded(value: number): number {
  return Number(value.toFixed(digits));
}

/** Float32, little endian on every machine. */
function base64Of(vector: Float32Array | undefined): string {
  if (!vector) throw new Error('A model gave fewer vectors than it was given pictures.');
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
