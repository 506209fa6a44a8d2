import type { DetectedFace, MlModels, MlProvider, ModelId, RgbImage } from '../../core/plugin-api/ml-provider.ts';

const imageDimensions = 4;

/** A vector of 512 equal values would be similar to every other; these differ by version, position and person. */
function vectorOf(version: string, face: DetectedFace, person: 0 | 1): Float32Array {
  const vector = new Float32Array(512);
  vector[300 * person + (Number(version) % 100)] = 0.8;
  vector[300 * person + 100 + Math.round(face.box.x * 100)] = 0.6;
  return vector;
}

/** Detects a face in each picture that is mostly red, and embeds pictures by their mean colour. */
export class ColourModels implements MlProvider {
  preferredImageSize = 64;
  installed: MlModels = { faceDetector: null, faceEmbedder: null, imageText: null };
  /** How the models fail for each picture. */
  failing: 'never' | 'always' | 'wrong' = 'never';
  /** The left edge of the face as a fraction of the width; null: no face is found. */
  facePosition: number | null = 0.25;
  /** The person whose face is found. */
  person: 0 | 1 = 0;
  thresholds = { edge: 0.4, link: 0.3 };
  /** The pictures in which faces were searched. */
  readonly seen: { width: number; height: number; bytes: number }[] = [];
  readonly embedded: DetectedFace[] = [];
  /** Called before each picture is examined. */
  before: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  #listeners: (() => void)[] = [];

  install(version: string, parts: { faces?: boolean; image?: boolean } = {}): void {
    const { faces = true, image = true } = parts;
    this.installed = {
      faceDetector: faces ? { id: 'detector', version } : null,
      faceEmbedder: faces ? { id: 'embedder', version, thresholds: this.thresholds } : null,
      imageText: image ? { id: 'clip', version, dimensions: imageDimensions } : null,
    };
    for (const listener of this.#listeners) listener();
  }

  models(): MlModels {
    return this.installed;
  }

  onModelsChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async detectFaces(image: RgbImage, { signal }: { signal: AbortSignal }): Promise<DetectedFace[]> {
    this.seen.push({ width: image.width, height: image.height, bytes: image.data.length });
    await this.before(signal);
    if (this.failing === 'always') throw new Error('The child process ended');
    const [red = 0, green = 0] = image.data;
    const x = this.facePosition;
    if (x === null || red <= 2 * green) return [];
    const points = [
      [x + 0.05, 0.4],
      [x + 0.15, 0.4],
      [x + 0.1, 0.5],
      [x + 0.05, 0.6],
      [x + 0.15, 0.6],
    ] as const;
    return [{ box: { x, y: 0.25, w: 0.2, h: 0.5 }, points, score: 0.9 }];
  }

  embedFaces(
    _image: RgbImage,
    faces: readonly DetectedFace[],
    { model }: { readonly model?: ModelId } = {},
  ): Promise<Float32Array[]> {
    this.embedded.push(...faces);
    if (this.failing === 'wrong') return Promise.resolve(faces.map(() => new Float32Array(3)));
    const { version = '0' } = model ?? this.installed.faceEmbedder ?? {};
    return Promise.resolve(faces.map((face) => vectorOf(version, face, this.person)));
  }

  embedImages(images: readonly RgbImage[]): Promise<Float32Array[]> {
    return Promise.resolve(images.map(({ data }) => Float32Array.from([data[0]!, data[1]!, data[2]!, 1])));
  }

  embedTexts(): Promise<Float32Array[]> {
    return Promise.resolve([]);
  }
}
