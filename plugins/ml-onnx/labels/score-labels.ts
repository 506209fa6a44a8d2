import { explainAnimals } from './explain-animals.ts';
import { cocoClasses, type Concept, type ThingsTable } from './things-table.ts';

/** The outputs of the models for one picture. */
export interface Findings {
  /** The highest score of each detector for each class of COCO. */
  readonly deimv2: Float64Array;
  readonly yolox: Float64Array;
  /** The probability of each class of ImageNet. */
  readonly leaves: Float64Array;
  /** Fractions of the picture by class of scenery; empty if not measured. */
  readonly area: ArrayLike<number>;
}

export interface Scores {
  /** Scores of all concepts, by name. */
  readonly concepts: ReadonlyMap<string, number>;
  /** The combined detector probabilities, by class of COCO. */
  readonly coco: Float64Array;
}

/** The segmenter mistakes snow for water: from this score of snow on, water gets at most that score. */
const [clearSnow, mostWater] = [0.4, 0.2];

/** Combines the outputs of the models, with the measured parameters. */
export function scoreLabels(table: ThingsTable, { deimv2, yolox, leaves, area }: Findings): Scores {
  const { fusion } = table;
  const fused = new Float64Array(cocoClasses);
  for (let kind = 0; kind < cocoClasses; kind += 1) {
    const odds = fusion.femto * logit(deimv2[kind]!, fusion.clip) + fusion.yolox * logit(yolox[kind]!, fusion.clip);
    fused[kind] = 1 / (1 + Math.exp(-(odds + fusion.bias)));
  }
  const { coco, allowed } = explainAnimals(table, fused, leaves);
  const concepts = new Map<string, number>();
  for (const concept of table.concepts) {
    const animals = concept.group === 'animals' ? allowed : null;
    const score = Math.max(
      ...(concept.coco ?? []).map((kind) => coco[kind]! * (concept.coco_weight ?? 1)),
      sumOf(concept.inet ?? [], (leaf) => (!animals || animals.has(leaf) ? leaves[leaf]! : 0)),
      sceneryScore(concept, area),
    );
    concepts.set(concept.name, Math.min(1, score));
  }
  if ((concepts.get('snow') ?? 0) >= clearSnow) {
    concepts.set('water', Math.min(mostWater, concepts.get('water') ?? 0));
  }
  return { concepts, coco };
}

/** A fraction of `ade_show` scores 0.5, the whole picture 1. */
function sceneryScore({ ade = [], ade_show: half = 1 }: Concept, area: ArrayLike<number>): number {
  const share = sumOf(ade, (kind) => area[kind] ?? 0);
  return share < half ? (share / half) * 0.5 : 0.5 + (0.5 * (share - half)) / (1 - half);
}

function logit(score: number, clip: number): number {
  const value = Math.min(1 - clip, Math.max(clip, score));
  return Math.log(value / (1 - value));
}

function sumOf(items: readonly number[], valueOf: (item: number) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
