import type { Analyses, Analysis, AnalysisModels, DueAnalysis, FoundFace } from '../index-store/analyses.ts';
import type { Transact } from '../index-store/transact.ts';
import type { DetectedFace, MlModels, MlProvider, ModelId, RgbImage } from '../plugin-api/ml-provider.ts';
import type { CheckedSource } from './checked-source.ts';
import { PhotoError } from './photo-error.ts';
import type { OwnBytes, PhotoReader } from './photo-reader.ts';
import { readContent } from './read-content.ts';
import { databaseError, photoReason, photoTrouble } from './trouble.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import { WorkerDied } from './worker-link.ts';

const FACE_DIMENSIONS = 512;

interface Dependencies {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly analyses: Analyses;
  readonly transact: Transact;
  readonly clock: () => number;
  readonly config: { readonly maxPhotoBytes: number };
  /** Told of failures of the provider, which are a photo's reason in one general sentence. */
  readonly onProviderError: (error: unknown) => void;
}

/** The models that are installed, as analyses name them. */
export function analysisModels({ faceDetector, faceEmbedder, imageText }: MlModels): AnalysisModels {
  return {
    faces: faceDetector && faceEmbedder ? `${nameOf(faceDetector)}+${nameOf(faceEmbedder)}` : null,
    image: imageText && nameOf(imageText),
  };
}

/** `id@version`: what embeddings are stored under. */
function nameOf({ id, version }: ModelId): string {
  return `${id}@${version}`;
}

/** Runs one photo through the models: its faces with their vectors, and the vector of the whole picture. */
export class PhotoAnalyser {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws Trouble, or the reason of `signal`: the photo then waits as before */
  async analyse(photo: DueAnalysis, provider: MlProvider, models: MlModels, signal: AbortSignal): Promise<void> {
    const { analyses, clock } = this.#with;
    try {
      const image = await this.#pixels(photo, provider.preferredImageSize, signal);
      const analysis = image ? await this.#run(image, provider, models, signal) : nothingToSee(models);
      this.#write(() => {
        analyses.store(photo.id, analysis);
      });
    } catch (error) {
      const trouble = photoTrouble(error);
      if (signal.aborted || trouble) throw trouble ?? error;
      const known = error instanceof PhotoError || error instanceof WorkerDied || isSourceError(error);
      if (!known) this.#with.onProviderError(error);
      const reason = known ? photoReason(error) : 'The models failed over this photo: see the log.';
      this.#write(() => {
        analyses.fail(photo.id, photo.attempts + 1, reason, clock());
      });
    }
  }

  /** The picture in the size that the models want; null for a film or RAW file without a thumbnail. */
  async #pixels(photo: DueAnalysis, size: number, signal: AbortSignal): Promise<RgbImage | null> {
    const { source, reader, config } = this.#with;
    if (photo.kind === 'video' || photo.kind === 'raw') {
      const thumbnail = await source.thumbnail(photo.uid, 1920, signal);
      return thumbnail ? reader.rgb(ownBytes(thumbnail.bytes), size, signal) : null;
    }
    const content = await source.open(photo.uid, { signal });
    const bytes = await readContent(content, { maxBytes: config.maxPhotoBytes, signal });
    return reader.rgb(bytes, size, signal);
  }

  async #run(image: RgbImage, provider: MlProvider, models: MlModels, signal: AbortSignal): Promise<Analysis> {
    const { faceDetector, faceEmbedder, imageText } = models;
    const options = { priority: 'background', signal } as const;
    let faces: Analysis['faces'] = null;
    if (faceDetector && faceEmbedder) {
      const detected = await provider.detectFaces(image, options);
      const vectors = detected.length > 0 ? await provider.embedFaces(image, detected, options) : [];
      faces = {
        by: analysisModels(models).faces ?? '',
        model: nameOf(faceEmbedder),
        found: detected.map((face, index) => foundFace(face, vectors[index])),
      };
    }
    let embedding: Analysis['image'] = null;
    if (imageText) {
      const [vector] = await provider.embedImages([image], options);
      embedding = { model: nameOf(imageText), embedding: checkedVector(vector, imageText.dimensions) };
    }
    return { faces, image: embedding };
  }

  #write(work: () => void): void {
    try {
      this.#with.transact(work);
    } catch (error) {
      throw databaseError(error);
    }
  }
}

function nothingToSee(models: MlModels): Analysis {
  const { faces, image } = analysisModels(models);
  return {
    faces: faces === null || !models.faceEmbedder ? null : { by: faces, model: nameOf(models.faceEmbedder), found: [] },
    image: image === null ? null : { model: image, embedding: null },
  };
}

function ownBytes(bytes: Uint8Array): OwnBytes {
  return Uint8Array.from(bytes);
}

function foundFace({ box, points, score }: DetectedFace, vector: Float32Array | undefined): FoundFace {
  const numbers = [box.x, box.y, box.w, box.h, score, ...points.flat()];
  if (!numbers.every((value) => Number.isFinite(value))) throw new Error('The face detector gave no numbers');
  return {
    box: { x: box.x, y: box.y, w: box.w, h: box.h },
    points,
    score,
    quality: score,
    embedding: checkedVector(vector, FACE_DIMENSIONS),
  };
}

function checkedVector(vector: Float32Array | undefined, dimensions: number): Float32Array {
  if (vector?.length !== dimensions || !vector.every((value) => Number.isFinite(value))) {
    throw new Error(`A model gave no vector of ${dimensions} numbers`);
  }
  return vector;
}
