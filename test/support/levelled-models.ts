import type { DetectedFace, MlModels, MlProvider, RgbImage } from '../../core/plugin-api/ml-provider.ts';

/** A face and its position in a picture. `who` is a number below 100 that determines the embedding. */
interface PlacedFace {
  readonly who: number;
  readonly x: number;
  readonly y?: number;
}

/** Pixels: wider pictures are originals. */
const widestThumbnail = 400;

/** Finds different faces in thumbnails and in originals, as real models do. Tests set both. */
export class LevelledModels implements MlProvider {
  preferredImageSize = 1280;
  inThumbnails: readonly PlacedFace[] = [];
  inOriginals: readonly PlacedFace[] = [];
  version = '1';
  #listeners: (() => void)[] = [];

  install(version: string): void {
    this.version = version;
    for (const listener of this.#listeners) listener();
  }

  models(): MlModels {
    const { version } = this;
    return {
      faceDetector: { id: 'detector', version },
      faceEmbedder: { id: 'embedder', version, thresholds: { edge: 0.5, link: 0.4 } },
      imageText: null,
    };
  }

  onModelsChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  detectFaces({ width }: RgbImage): Promise<DetectedFace[]> {
    const faces = width > widestThumbnail ? this.inOriginals : this.inThumbnails;
    return Promise.resolve(faces.map(detected));
  }

  embedFaces({ width }: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    // The score encodes the person. Thumbnails and originals have different noise.
    const noise = width > widestThumbnail ? 200 : 201;
    return Promise.resolve(
      faces.map(({ score }) => {
        const vector = new Float32Array(512);
        vector[Math.round(score * 100)] = 0.8;
        vector[noise] = 0.6;
        return vector;
      }),
    );
  }

  embedImages(): Promise<Float32Array[]> {
    return Promise.resolve([]);
  }

  embedTexts(): Promise<Float32Array[]> {
    return Promise.resolve([]);
  }
}

function detected({ who, x, y = 0.3 }: PlacedFace): DetectedFace {
  const [w, h] = [0.1, 0.15];
  const points = [0.3, 0.7, 0.5, 0.35, 0.65].map((at, index) => [x + at * w, y + (index < 2 ? 0.4 : 0.7) * h] as const);
  return { box: { x, y, w, h }, points, score: who / 100 };
}
