import type { ThingsTable } from './things-table.ts';

/** From this classifier probability on, an animal is not one of those that the detectors know. */
const clear = 0.4;

/** From this probability on, a detected animal is accepted. */
const sure = 0.5;

/** The minimum classifier probability of a detected animal to be kept beside a clear other one. */
const someEvidence = 0.15;

/**
 * The detectors know ten animals and mistake every other one for one of them: a monkey becomes a bear. The classifier knows
 * hundreds, but no giraffe, which it calls a leopard. So a clear other animal lowers the ten, and a clear one of the ten
 * suppresses the others. Without this, twelve of thirteen monkeys were bears or dogs.
 * @param fused the detectors' probabilities by class of COCO
 * @param leaves the classifier's, by class of ImageNet
 * @returns `coco`: the corrected probabilities; `allowed`: the classes of ImageNet that may be used, null for all
 */
export function explainAnimals(
  { animals, concepts }: ThingsTable,
  fused: Float64Array,
  leaves: Float64Array,
): { coco: Float64Array; allowed: ReadonlySet<number> | null } {
  const coco = fused.slice();
  const own = (kinds: readonly number[]): Set<number> => new Set(kinds.flatMap((kind) => animals.own[kind] ?? []));
  const massOf = (leavesOf: readonly number[], except?: ReadonlySet<number>): number =>
    leavesOf.reduce((sum, leaf) => sum + (leaf < animals.leaves && !except?.has(leaf) ? leaves[leaf]! : 0), 0);

  const known = own(animals.coco.filter((kind) => coco[kind]! >= sure));
  let other = 0;
  for (let leaf = 0; leaf < animals.leaves; leaf += 1) if (!known.has(leaf)) other = Math.max(other, leaves[leaf]!);
  for (const { group, coco: detected, inet = [] } of concepts) {
    if (group === 'animals' && !detected) other = Math.max(other, massOf(inet, known));
  }
  if (other >= clear && coco[animals.giraffe]! < sure) {
    for (const kind of animals.coco) {
      const evident = massOf(animals.own[kind] ?? []) >= someEvidence;
      if (kind !== animals.giraffe && !evident) coco[kind]! *= 1 - other;
    }
  }
  const detected = animals.coco.filter((kind) => coco[kind]! >= sure);
  return { coco, allowed: detected.length > 0 ? own(detected) : null };
}
