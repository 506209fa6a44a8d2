import type { Box, FoundLabel, PictureLabels, RgbImage } from 'photofinch/plugin-api';
import type { Classifier } from './classifier.ts';
import type { Deimv2 } from './deimv2.ts';
import type { SceneryMeter } from './scenery-meter.ts';
import { scoreLabels } from './score-labels.ts';
import { leafLabel, type Concept, type ThingsTable } from './things-table.ts';
import type { Yolox } from './yolox.ts';

/** The models that label a picture together. */
export interface LabelNetworks {
  readonly deimv2: Deimv2;
  readonly yolox: Yolox;
  readonly classifier: Classifier;
  readonly scenery: SceneryMeter | null;
}

/** Classes of ImageNet below this are not stored as labels. */
const minLeafScore = 0.1;

/** Labels what a picture shows. */
export class LabelFinder {
  readonly #networks: LabelNetworks;
  readonly #table: ThingsTable;

  constructor(networks: LabelNetworks, table: ThingsTable) {
    this.#networks = networks;
    this.#table = table;
  }

  async find(image: RgbImage): Promise<PictureLabels> {
    const { deimv2, yolox, classifier, scenery } = this.#networks;
    const detections = await deimv2.detect(image);
    const leaves = await classifier.classify(image);
    const { concepts, coco } = scoreLabels(this.#table, {
      deimv2: detections.scores,
      yolox: await yolox.detect(image),
      leaves,
      area: scenery ? await scenery.measure(image) : [],
    });
    const { find } = this.#table.thresholds;
    const labels: FoundLabel[] = [];
    for (const concept of this.#table.concepts) {
      const score = concepts.get(concept.name) ?? 0;
      if (score >= find) labels.push({ label: concept.name, score, box: boxOf(concept, coco, detections.boxes, find) });
    }
    for (const [leaf, score] of leaves.entries()) {
      if (score >= minLeafScore) labels.push({ label: leafLabel(leaf), score: Math.min(1, score), box: null });
    }
    return { labels: labels.sort((a, b) => b.score - a.score), people: detections.people };
  }
}

/** The box of the clearest one, if the detectors are certain enough. */
function boxOf(
  { coco: kinds = [] }: Concept,
  scores: Float64Array,
  boxes: readonly (Box | null)[],
  threshold: number,
): Box | null {
  let best: number | undefined;
  for (const kind of kinds) {
    if (scores[kind]! >= threshold && (best === undefined || scores[kind]! > scores[best]!)) best = kind;
  }
  return best === undefined ? null : (boxes[best] ?? null);
}
