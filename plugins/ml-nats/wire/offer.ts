import type { Confidence, MlModels, ModelId } from 'photofinch/plugin-api';
import { fields, number, orNull, text, whole, type Fields } from './checks.ts';

/** The kinds of models, by which the contract names them. */
export const modelKinds = ['faceDetector', 'faceEmbedder', 'imageText', 'labels', 'text'] as const;

export type ModelKind = (typeof modelKinds)[number];

/** The models of a worker. Words for labels are no part of it: they are functions, which the server has itself. */
export interface OfferedModels {
  readonly faceDetector: ModelId | null;
  readonly faceEmbedder:
    (ModelId & { readonly thresholds: { readonly edge: number; readonly link: number } | null }) | null;
  readonly imageText: (ModelId & { readonly dimensions: number }) | null;
  readonly labels: (ModelId & { readonly confidence: Confidence }) | null;
  readonly text: (ModelId & { readonly confidence: Confidence }) | null;
}

/** What a worker says of itself. */
export interface Offer {
  /** For people to know it by. */
  readonly name: string;
  /** Of Photofinch. */
  readonly version: string;
  /** The plugin whose models it runs. */
  readonly provider: string;
  readonly models: OfferedModels;
  /** The longest sides in px that its models want. */
  readonly imageSize: number;
  readonly textSize: number;
  /** So many jobs are worth having in hand at a time. */
  readonly concurrency: number;
  /** What its models run on, such as `cuda`; null while it is not known. */
  readonly execution: string | null;
}

/** The longest dimension that is believed. */
const mostDimensions = 8192;

export const modelName = ({ id, version }: ModelId): string => `${id}@${version}`;

/** What a provider has, without its functions. */
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
    imageSize: whole(offer['imageSize'], 'the size of pictures', 1, 8192),
    textSize: whole(offer['textSize'], 'the size of pages', 1, 8192),
    concurrency: whole(offer['concurrency'], 'concurrency', 1, 1024),
    execution: orNull(offer['execution'], (word) => text(word, 'execution', 60)),
  };
}

function readModels(value: unknown): OfferedModels {
  const models = fields(value, 'the models');
  const read = <T>(kind: ModelKind, more: (model: Fields) => T): (ModelId & T) | null =>
    orNull(models[kind], (given) => {
      const model = fields(given, kind);
      return { id: part(model['id'], kind), version: part(model['version'], kind), ...more(model) };
    });
  return {
    faceDetector: read('faceDetector', () => ({})),
    faceEmbedder: read('faceEmbedder', ({ thresholds }) => ({ thresholds: orNull(thresholds, readThresholds) })),
    imageText: read('imageText', ({ dimensions }) => ({
      dimensions: whole(dimensions, 'the dimensions', 1, mostDimensions),
    })),
    labels: read('labels', ({ confidence }) => ({ confidence: readConfidence(confidence) })),
    text: read('text', ({ confidence }) => ({ confidence: readConfidence(confidence) })),
  };
}

/** Models are told apart as `id@version`, and pairs of them as `a@1+b@2`. */
function part(value: unknown, kind: string): string {
  return text(value, `the name of ${kind}`, 64).replaceAll(/[@+]/g, '_');
}

function readThresholds(value: unknown): { edge: number; link: number } {
  const { edge, link } = fields(value, 'thresholds');
  const top = number(edge, 'edge', 0, 1);
  return { edge: top, link: number(link, 'link', 0, top) };
}

function readConfidence(value: unknown): Confidence {
  const { search, show } = fields(value, 'confidence');
  const least = number(search, 'confidence', 0, 1);
  return { search: least, show: number(show, 'confidence', least, 1) };
}
