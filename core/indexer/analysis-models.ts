import { faceDimensions } from '../domain/face-dimensions.ts';
import { modelName } from '../domain/model-name.ts';
import type { AnalysisModels } from '../store/models/analyses.ts';
import type { CurrentModel } from '../store/models/current-models.ts';
import type { MlModels } from '../plugin-api/ml-provider.ts';
import type { StoredAnalysis } from '../plugin-api/photo-source.ts';

/** The installed models, by the names that analyses store. */
export function analysisModels({ faceDetector, faceEmbedder, imageText, labels }: MlModels): AnalysisModels {
  return {
    faces: faceDetector && faceEmbedder ? `${modelName(faceDetector)}+${modelName(faceEmbedder)}` : null,
    image: imageText && modelName(imageText),
    labels: labels ? modelName(labels) : null,
  };
}

/** Whether at least one model is installed. */
export function anyModel({ faces, image, labels }: AnalysisModels): boolean {
  return faces !== null || image !== null || labels !== null;
}

export function sameModels(a: AnalysisModels, b: AnalysisModels): boolean {
  return a.faces === b.faces && a.image === b.image && a.labels === b.labels;
}

/** The installed models that compute embeddings; null if one is missing, or the detector that it needs. */
export function faceModel({ faceDetector, faceEmbedder }: MlModels): CurrentModel | null {
  if (!faceDetector || !faceEmbedder) return null;
  return { model: modelName(faceEmbedder), dimensions: faceDimensions, thresholds: faceEmbedder.thresholds ?? null };
}

export function imageModel({ imageText }: MlModels): CurrentModel | null {
  return imageText && { model: modelName(imageText), dimensions: imageText.dimensions, thresholds: null };
}

/** Detector and embedder by the names that analyses store, and the model of the vectors; null if one is missing. */
export function facesBy(models: MlModels): { readonly by: string; readonly model: CurrentModel } | null {
  const by = analysisModels(models).faces;
  const model = faceModel(models);
  return by !== null && model ? { by, model } : null;
}

/** The models of a stored analysis, as if they were installed. */
export function modelsOf({ faces, image }: StoredAnalysis): MlModels {
  return {
    faceDetector: faces?.detector ?? null,
    faceEmbedder: faces?.embedder ?? null,
    imageText: image && { ...image.model, dimensions: image.embedding.length },
  };
}
