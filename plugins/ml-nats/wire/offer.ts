import type { Confidence, MlModels, ModelId } from 'photofinch/plugin-api';
import { fail, fields, number, orNull, text, integer, type Fields } from './checks.ts';

/** The kinds of models: the keys of `MlModels`. */
export const modelKinds = ['faceDetector', 'faceEmbedder', 'imageText', 'labels', 'text'] as const;

export type ModelKind = (typeof modelKinds)[number];

/** The models of a worker, without the vocabulary of labels: it consists of functions, which the server has itself. */
export interface OfferedModels {
  readonly faceDetector: ModelId | null;
  readonly faceEmbedder:
    (ModelId & { readonly thresholds: { readonly edge: number; readonly link: number } | null }) | null;
  readonly imageText: (ModelId & { readonly dimensions: number }) | null;
  readonly labels: (ModelId & { readonly confidence: Confidence }) | null;
  readonly text: (ModelId & { readonly confidence: Confidence }) | null;
}

/** A worker's description of itself. */
export interface Offer {
  /** The display name. */
  readonly name: string;
  /** The version of Photofinch. */
  readonly version: string;
  /** The plugin whose models it runs. */
  readonly provider: string;
  readonly models: OfferedModels;
  /** The longest side that its models expect, in px. */
  readonly imageSize: number;
  readonly textSize: number;
  /** The useful number of concurrent jobs. */
  readonly concurrency: number;
  /** The execution provider of its models, such as `cuda`; null while unknown. */
  readonly execution: string | null;
}

/** The maximum plausible length of a vector. */
const maxDimensions = 8192;

export const modelName = ({ id, version }: ModelId): string => `${id}@${version}`;

/** The models of a provider, without their functions. */
export function offeredModels({ faceDetector, faceEmbedder, imageText, labels, text }: MlModels): OfferedModels {
  return {
    faceDetector: faceDetector && bare(faceDetector),
    faceEmbedder: faceEmbedder && { ...bare(faceEmbedder), thresholds: faceEmbedder.thresholds ?? null },
    imageText: imageText && { ...bare(imageText), dimensions: imageText.dimensions },
    labels: labels ? { ...bare(labels), confidence: labels.confidence } : null,
    text: text ? { ...bare(text), confidence: text.confidence } : null,
  };
}

const bare = ({ id, version }: ModelId): ModelId => ({ id, version });

/** @throws WrongShape */
export function readOffer(value: unknown): Offer {
  const offer = fields(value, 'the announcement');
  return {
    name: text(offer['name'], 'the name', 60),
    version: text(offer['version'], 'the version', 60),
    provider: text(offer['provider'], 'the provider', 214),
    models: readModels(offer['models']),
    imageSize: integer(offer['imageSize'], 'the size of pictures', 1, 8192),
    textSize: integer(offer['textSize'], 'the size of pages', 1, 8192),
    concurrency: integer(offer['concurrency'], 'concurrency', 1, 1024),
    execution: orNull(offer['execution'], (word) => text(word, 'execution', 60)),
  };
}

function readModels(value: unknown): OfferedModels {
  const models = fields(value, 'the models');
  const readModel = <T>(kind: ModelKind, readExtra: (model: Fields) => T): (ModelId & T) | null =>
    orNull(models[kind], (json) => {
      const model = fields(json, kind);
      return { id: part(model['id'], kind), version: part(model['version'], kind), ...readExtra(model) };
    });
  return {
    faceDetector: readModel('faceDetector', () => ({})),
    faceEmbedder: readModel('faceEmbedder', ({ thresholds }) => ({ thresholds: orNull(thresholds, readThresholds) })),
    imageText: readModel('imageText', ({ dimensions }) => ({
      dimensions: integer(dimensions, 'the dimensions', 1, maxDimensions),
    })),
    labels: readModel('labels', ({ confidence }) => ({ confidence: readConfidence(confidence) })),
    text: readModel('text', ({ confidence }) => ({ confidence: readConfidence(confidence) })),
  };
}

/** Refuses `@` and `+`, which are separators in the names of models (`id@version`) and of pairs of models (`a@1+b@2`). */
function part(value: unknown, kind: string): string {
  const name = text(value, `the name of ${kind}`, 64);
  return /[@+]/.test(name) ? fail(`the name of ${kind} has @ or +`) : name;
}

function readThresholds(value: unknown): { edge: number; link: number } {
  const { edge, link } = fields(value, 'thresholds');
  const top = number(edge, 'edge', 0, 1);
  return { edge: top, link: number(link, 'link', 0, top) };
}

function readConfidence(value: unknown): Confidence {
  const { search, show } = fields(value, 'confidence');
  const minimum = number(search, 'confidence', 0, 1);
  return { search: minimum, show: number(show, 'confidence', minimum, 1) };
}
