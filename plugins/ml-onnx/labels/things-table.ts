import { readFile } from 'node:fs/promises';
import Joi from 'joi';

/** Something that photos show, with the outputs of the models that indicate it. */
export interface Concept {
  /** Its label. */
  readonly name: string;
  readonly group: string;
  /** English words in lower case, best first. */
  readonly words: readonly string[];
  /** Classes of the detectors. */
  readonly coco?: readonly number[];
  /** A factor for the detectors' probability: not every vase contains flowers. */
  readonly coco_weight?: number;
  /** Classes of ImageNet. */
  readonly inet?: readonly number[];
  /** Classes of scenery, and the fraction of the picture from which they are shown. */
  readonly ade?: readonly number[];
  readonly ade_show?: number;
}

/** Maps outputs of the models to labels, and words to queries. */
export interface ThingsTable {
  readonly labels: {
    readonly coco: readonly string[];
    readonly imagenet: readonly string[];
    readonly ade: readonly string[];
  };
  /** Combination of the detectors: weights of their log odds. */
  readonly fusion: { readonly femto: number; readonly yolox: number; readonly bias: number; readonly clip: number };
  readonly thresholds: { readonly find: number; readonly show: number; readonly leaf: number };
  readonly animals: {
    /** Classes of ImageNet below this are animals. */
    readonly leaves: number;
    readonly coco: readonly number[];
    /** The one of those that is not in ImageNet. */
    readonly giraffe: number;
    /** The classes of ImageNet for each such animal, by its class in COCO. */
    readonly own: Readonly<Record<string, readonly number[]>>;
  };
  readonly concepts: readonly Concept[];
  /** Classes of ImageNet, by words that no concept covers. */
  readonly leaf_words: Readonly<Record<string, readonly number[]>>;
  /** The index of a wider concept, by words that are narrower than any concept. */
  readonly narrower: Readonly<Record<string, number>>;
}

const index = (below: number): Joi.NumberSchema => Joi.number().integer().min(0).less(below);
const indices = (below: number): Joi.ArraySchema => Joi.array().items(index(below)).min(1);
const names = Joi.array().items(Joi.string());
const unit = Joi.number().min(0).max(1);
/** Classes of COCO. */
export const cocoClasses = 80;
/** Classes of ImageNet-1k. */
export const leafCount = 1000;

const concept = Joi.object({
  name: Joi.string().required(),
  group: Joi.string().required(),
  words: names.min(1).required(),
  coco: indices(cocoClasses),
  coco_weight: Joi.number().min(0),
  inet: indices(leafCount),
  ade: indices(256),
  ade_show: unit.greater(0).less(1),
}).unknown();

const schema = Joi.object({
  labels: Joi.object({ coco: names.length(cocoClasses), imagenet: names.length(leafCount), ade: names }).unknown(),
  fusion: Joi.object({
    femto: Joi.number().required(),
    yolox: Joi.number().required(),
    bias: Joi.number().required(),
    clip: unit.greater(0).required(),
  }).required(),
  thresholds: Joi.object({ find: unit.required(), show: unit.required(), leaf: unit.required() }).required(),
  animals: Joi.object({
    leaves: index(leafCount + 1).required(),
    giraffe: index(cocoClasses).required(),
    coco: indices(cocoClasses).required(),
    own: Joi.object()
      .pattern(Joi.string(), Joi.array().items(index(leafCount)))
      .required(),
  }).required(),
  concepts: Joi.array().items(concept).min(1).unique('name').required(),
  leaf_words: Joi.object().pattern(Joi.string(), indices(leafCount)).required(),
  narrower: Joi.object().pattern(Joi.string(), index(100_000)).required(),
}).unknown();

/**
 * @param check off for a table whose checksum was verified
 * @throws Error with the problem
 */
export async function readThingsTable(path: string, { check = true } = {}): Promise<ThingsTable> {
  const table = JSON.parse(await readFile(path, 'utf8')) as ThingsTable;
  const { error } = check ? schema.validate(table, { convert: false }) : {};
  if (error) throw error;
  return table;
}

/** The label of a class of ImageNet, which only searches use. */
export const leafLabel = (leaf: number): string => `leaf:${leaf}`;
