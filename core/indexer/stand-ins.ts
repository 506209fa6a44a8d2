import { modelName } from '../domain/model-name.ts';
import type { DueAnalysis } from '../store/models/analyses.ts';
import type { MlModels } from '../plugin-api/ml-provider.ts';
import type { StoredAnalysis } from '../plugin-api/photo-source.ts';
import { analysisModels, facesBy, imageModel, modelsOf } from './analysis-models.ts';
import type { Finding } from './keep-analysis.ts';

/** The parts of a stored analysis that replace models; null for a part that replaces none. */
interface StandIns {
  readonly faces: StoredAnalysis['faces'];
  readonly image: Finding['image'];
  readonly labels: Finding['labels'];
  readonly text: Finding['text'];
}

/** The parts for which no model is installed, and which no model has analysed for this photo. */
export function standIns(
  stored: StoredAnalysis | null,
  photo: Pick<DueAnalysis, 'facesBy' | 'imageBy' | 'labelsBy' | 'textBy'>,
  models: MlModels,
): StandIns {
  const by = analysisModels(models);
  const model = stored && imageModel(modelsOf(stored));
  return {
    faces: by.faces === null && photo.facesBy === null ? (stored?.faces ?? null) : null,
    image:
      by.image === null && photo.imageBy === null && model
        ? { model, embedding: stored.image?.embedding ?? null }
        : null,
    labels: by.labels === null && photo.labelsBy === null ? storedLabels(stored) : null,
    text: !models.text && photo.textBy === null ? storedText(stored) : null,
  };
}

export function anyStandIn({ faces, image, labels, text }: StandIns): boolean {
  return [faces, image, labels, text].some((part) => part !== null);
}

/** The name of the models of stored faces. */
export function storedFacesBy(stored: StoredAnalysis | null): ReturnType<typeof facesBy> {
  return stored && facesBy(modelsOf(stored));
}

function storedLabels(stored: StoredAnalysis | null): Finding['labels'] {
  if (!stored?.labels) return null;
  const { model, found, people } = stored.labels;
  const { search, show } = model.confidence;
  // A separate name: labels that only the model's vocabulary computes are missing, so the model analyses the photo again
  // once it is available.
  return { by: `${modelName(model)}+source`, labels: found.filter(({ score }) => score >= search), people, show };
}

function storedText(stored: StoredAnalysis | null): Finding['text'] {
  if (!stored?.text) return null;
  const { model, lines } = stored.text;
  const { search, show } = model.confidence;
  return { by: modelName(model), lines: lines.filter(({ score }) => score >= search), show };
}
