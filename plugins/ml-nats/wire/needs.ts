import { createHash } from 'node:crypto';
import type { AnalysisParts, ModelId } from 'photofinch/plugin-api';
import { modelKinds, modelName, type ModelKind, type OfferedModels } from './offer.ts';

/** The models that a job needs, each in the form `kind id@version`, sorted. */
export type Needs = readonly string[];

/** The calls of `MlProvider` that workers run. */
export type Task = 'detectFaces' | 'embedFaces' | 'embedImages' | 'embedTexts' | 'findLabels' | 'readText' | 'analyse';

/** The kind of model of each call that has one. */
export const kindOf: Readonly<Record<Exclude<Task, 'analyse'>, ModelKind>> = {
  detectFaces: 'faceDetector',
  embedFaces: 'faceEmbedder',
  embedImages: 'imageText',
  embedTexts: 'imageText',
  findLabels: 'labels',
  readText: 'text',
};

export const needOf = (kind: ModelKind, model: ModelId): string => `${kind} ${modelName(model)}`;

/** The kinds of models that the parts of an analysis need. */
export function kindsOf({ faces, image, labels }: AnalysisParts): ModelKind[] {
  return [
    ...(faces ? (['faceDetector', 'faceEmbedder'] as const) : []),
    ...(image ? (['imageText'] as const) : []),
    ...(labels ? (['labels'] as const) : []),
  ];
}

/** Whether models include all that a job needs. */
export function fulfil(models: OfferedModels, needs: Needs): boolean {
  const available = new Set(modelKinds.flatMap((kind) => (models[kind] ? needOf(kind, models[kind]) : [])));
  return needs.every((need) => available.has(need));
}

/**
 * The lane of jobs with these needs: 128 bits of a hash, used in subjects. Workers draw from the lanes whose needs they
 * fulfil.
 */
export function laneOf(needs: Needs): string {
  return createHash('sha256').update(JSON.stringify(needs)).digest('hex').slice(0, 32);
}
